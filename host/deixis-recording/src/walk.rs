//! Every text of a JSON value, changed; and what the name of a field gives away.

use deixis_base::redact::credential_name;
use serde_json::Value;

/// Fields in which a name gives a secret away; elsewhere a `token` is one of progress.
const OF_THE_USER: [&str; 4] = ["options", "initialization_options", "settings", "environment"];

/// Changes every text of a value. `named` says whether names may give secrets away here.
pub(crate) fn walk(value: Value, named: bool, change: &impl Fn(&str) -> String) -> Value {
    match value {
        Value::String(text) => Value::String(change(&text)),
        Value::Array(items) => match <[Value; 2]>::try_from(items) {
            // A variable of the environment.
            Ok([Value::String(name), value]) => {
                let value = field(&name, value, named, change);
                Value::Array(vec![Value::String(change(&name)), value])
            }
            Ok(items) => items.into_iter().map(|item| walk(item, named, change)).collect(),
            Err(items) => items.into_iter().map(|item| walk(item, named, change)).collect(),
        },
        Value::Object(fields) => fields
            .into_iter()
            .map(|(name, value)| {
                let value = field(&name, value, named, change);
                (change(&name), value)
            })
            .collect(),
        other => other,
    }
}

fn field(name: &str, value: Value, named: bool, change: &impl Fn(&str) -> String) -> Value {
    match value {
        Value::String(text) if named && credential_name(name) && !text.is_empty() => {
            Value::String("[redacted:named]".to_owned())
        }
        value => walk(value, named || OF_THE_USER.contains(&name), change),
    }
}
