//! Reducers: events in a row, the state handed back as the adapter gave it.

use deixis_hooks::text;
use deixis_recording::Answer;
use serde_json::{Value, json, value::Serializer};

use crate::CheckError;
use crate::contract::Hook;
use crate::dice::Dice;
use crate::project::PROJECTS;
use crate::run::{Input, Run};

/// Rows of events.
const SEQUENCES: usize = 12;
/// Steps of one row; the styles take turns.
const STEPS: usize = 8;

impl Run<'_> {
    /// Shows rows of events to a reducer.
    pub(crate) async fn sequences(
        &mut self,
        hook: &Hook,
        dice: &mut Dice,
    ) -> Result<(), CheckError> {
        let group = hook.name.split('.').next().unwrap_or_default();
        let start = self.contract.hooks().iter().find(|other| {
            other.name.strip_prefix(group).is_some_and(|function| function == ".start")
        });
        let start = start.cloned();
        for round in 0..SEQUENCES {
            let project = dice.below(PROJECTS);
            self.words.own.clear();
            let mut state = match &start {
                Some(start) => {
                    let value = self.generate(start, round, project, dice);
                    let input = Input { hook: &start.name, value: &value, project };
                    match self.ask(input).await? {
                        Some(Answer::Ok(answer)) => self.learn(&answer),
                        _ => continue,
                    }
                }
                None => text::bytes::serialize(&[], Serializer).unwrap_or_default(),
            };
            for step in 0..STEPS {
                let mut value = self.generate(hook, round + step, project, dice);
                value["state"] = state.clone();
                let input = Input { hook: &hook.name, value: &value, project };
                // A reducer that refuses has still got its state.
                if let Some(Answer::Ok(answer)) = self.ask(input).await? {
                    state = self.learn(&answer);
                }
            }
        }
        Ok(())
    }

    /// The state of an answer, and the names of what will come back.
    fn learn(&mut self, answer: &Value) -> Value {
        let list = |name: &str| answer[name].as_array().cloned().unwrap_or_default();
        let names = list("deadlines").into_iter().map(|deadline| deadline["name"].clone());
        let ids = list("actions").into_iter().map(|action| action["request"]["id"].clone());
        let own = names.chain(ids).filter_map(|name| name.as_str().map(str::to_owned));
        self.words.own.extend(own);
        answer.get("state").cloned().unwrap_or_else(|| json!({}))
    }
}
