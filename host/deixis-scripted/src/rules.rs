//! Finding the rule for a message.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::script::{Action, Rule};

/// Rules with the number of messages that each has seen.
pub(crate) struct Rules {
    rules: Vec<(Rule, u64)>,
}

impl Rules {
    pub(crate) fn new(rules: Vec<Rule>) -> Self {
        Self { rules: rules.into_iter().map(|rule| (rule, 0)).collect() }
    }

    /// The actions of the first rule that fits. Every rule that fits by method and
    /// parameters counts the message, whether or not it is the one that is done.
    /// `events` are those that have come for good.
    pub(crate) fn find(
        &mut self,
        method: &str,
        params: &Value,
        events: &BTreeSet<String>,
    ) -> Option<Vec<Action>> {
        let mut found = None;
        for (rule, seen) in &mut self.rules {
            let fits =
                rule.on == method && rule.subset.as_ref().is_none_or(|part| contains(params, part));
            if !fits {
                continue;
            }
            *seen += 1;
            let now = rule.nth.is_none_or(|nth| nth == *seen)
                && rule.first.is_none_or(|first| *seen <= first)
                && !rule.before.as_ref().is_some_and(|event| events.contains(event));
            if now && found.is_none() {
                found = Some(rule.actions.clone());
            }
        }
        found
    }
}

/// Whether `whole` has everything that `part` has; a string in `part` may be a suffix.
fn contains(whole: &Value, part: &Value) -> bool {
    match (whole, part) {
        (Value::Object(whole), Value::Object(part)) => part
            .iter()
            .all(|(key, value)| whole.get(key).is_some_and(|other| contains(other, value))),
        (Value::String(whole), Value::String(part)) => whole.ends_with(part.as_str()),
        _ => whole == part,
    }
}
