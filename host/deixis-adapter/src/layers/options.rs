//! The user's options: all of them go to all layers.
//!
//! With one exception, without which layers could not have options of their
//! own: a layer that refuses options which it does not know is not shown those
//! that another layer knows. What no layer knows goes to all, so that it is
//! refused as it would be without layers.

use std::collections::BTreeSet;

use deixis_hooks::{Adapter, Facts};
use serde_json::Value;

use super::Layers;

/// What a schema says of fields.
struct Known {
    fields: BTreeSet<String>,
    /// Others are refused.
    closed: bool,
}

impl Layers {
    /// The facts as a layer gets them.
    pub(super) fn facts_for(&self, layer: &dyn Adapter, facts: &Facts) -> Facts {
        let mut facts = facts.clone();
        let Ok(Value::Object(mut options)) = serde_json::from_str(&facts.options) else {
            return facts;
        };
        let own = known(&layer.descriptor().options_schema);
        if options.is_empty() || !own.closed {
            return facts;
        }
        let all: BTreeSet<String> = self
            .layers
            .iter()
            .flat_map(|layer| known(&layer.descriptor().options_schema).fields)
            .collect();
        options.retain(|name, _| own.fields.contains(name) || !all.contains(name));
        facts.options = Value::Object(options).to_string();
        facts
    }
}

fn known(schema: &str) -> Known {
    let schema: Value = serde_json::from_str(schema).unwrap_or_default();
    let fields = schema["properties"].as_object();
    Known {
        fields: fields.into_iter().flatten().map(|(name, _)| name.clone()).collect(),
        closed: schema["additionalProperties"] == Value::Bool(false),
    }
}
