//! JSON of one layer on top of that of another.

use deixis_hooks::Json;
use serde_json::{Map, Value};

/// What a `null` in the upper value means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Null {
    /// The field is taken away (RFC 7396).
    Removes,
    /// It stays `null`: both values are patches on something else.
    Stays,
}

/// A value with another one on top. Text that is no JSON counts as absent: what
/// comes from a component has been checked.
pub(super) fn on_top(below: &mut Option<Json>, above: Option<Json>, null: Null) {
    let Some(above) = above else { return };
    let Ok(patch) = serde_json::from_str::<Value>(&above) else { return };
    let parsed = below.as_deref().and_then(|json| serde_json::from_str::<Value>(json).ok());
    let Some(mut target) = parsed else {
        *below = Some(above);
        return;
    };
    merge(&mut target, patch, null);
    *below = Some(target.to_string());
}

fn merge(target: &mut Value, patch: Value, null: Null) {
    let Value::Object(patch) = patch else {
        *target = patch;
        return;
    };
    if !target.is_object() {
        *target = Value::Object(Map::new());
    }
    let Value::Object(fields) = target else { return };
    for (key, value) in patch {
        if value.is_null() && null == Null::Removes {
            fields.remove(&key);
        } else {
            merge(fields.entry(key).or_insert(Value::Null), value, null);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(below: Option<&str>, above: Option<&str>, null: Null, expected: Option<&str>) {
        let mut found = below.map(str::to_owned);
        on_top(&mut found, above.map(str::to_owned), null);
        assert_eq!(found.as_deref(), expected, "{below:?} {above:?}");
    }

    #[test]
    fn the_upper_value_wins_field_by_field() {
        use Null::{Removes, Stays};
        let deep = Some(r#"{"a":{"b":1,"c":[1]},"d":2}"#);
        check(deep, Some(r#"{"a":{"c":[2]}}"#), Removes, Some(r#"{"a":{"b":1,"c":[2]},"d":2}"#));
        check(deep, Some(r#"{"a":null}"#), Removes, Some(r#"{"d":2}"#));
        check(deep, Some(r#"{"a":null}"#), Stays, Some(r#"{"a":null,"d":2}"#));
        check(deep, Some("3"), Removes, Some("3"));
        check(deep, None, Removes, deep);
        check(None, Some(r#"{"a":null}"#), Removes, Some(r#"{"a":null}"#));
        check(Some("no JSON"), Some("1"), Removes, Some("1"));
        check(Some("1"), Some("no JSON"), Removes, Some("1"));
        check(None, None, Stays, None);
    }
}
