//! Answers to `workspace/configuration`.
//!
//! An item is answered from the adapter's settings (exact section, then by
//! dotted path in the nearest shorter section), then from the user's
//! initialization options by dotted path, then with the adapter's fallback,
//! which is `null` if it has none.

use serde_json::Value;

/// Settings of one server.
#[derive(Debug, Clone, Default)]
pub(crate) struct Configuration {
    pub(crate) settings: Vec<(String, Value)>,
    pub(crate) user: Value,
    pub(crate) fallback: Value,
}

impl Configuration {
    /// One answer per item, in order.
    pub(crate) fn answer(&self, params: &Value) -> Value {
        let items = params["items"].as_array().map(Vec::as_slice).unwrap_or_default();
        items
            .iter()
            .map(|item| self.section(item["section"].as_str().unwrap_or_default()))
            .collect()
    }

    fn section(&self, section: &str) -> Value {
        if let Some(value) = self.known(section) {
            return value.clone();
        }
        let from_user =
            if section.is_empty() { Some(&self.user) } else { dotted(&self.user, section) };
        match from_user {
            Some(value) if !value.is_null() => value.clone(),
            _ => self.fallback.clone(),
        }
    }

    fn known(&self, section: &str) -> Option<&Value> {
        let mut candidates: Vec<_> = self
            .settings
            .iter()
            .filter_map(|(name, value)| Some((name.len(), rest_of(section, name)?, value)))
            .collect();
        candidates.sort_by_key(|(length, ..)| std::cmp::Reverse(*length));
        candidates.into_iter().find_map(|(_, rest, value)| {
            if rest.is_empty() { Some(value) } else { dotted(value, rest) }
        })
    }
}

/// What of `section` is left below `name`.
fn rest_of<'a>(section: &'a str, name: &str) -> Option<&'a str> {
    if name.is_empty() {
        return Some(section);
    }
    let rest = section.strip_prefix(name)?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix('.') }
}

fn dotted<'a>(value: &'a Value, path: &str) -> Option<&'a Value> {
    path.split('.').try_fold(value, |value, key| value.get(key))
}

/// RFC 7396 merge: `patch` on top of `target`.
pub(crate) fn merge(target: &mut Value, patch: &Value) {
    let Value::Object(patch) = patch else {
        *target = patch.clone();
        return;
    };
    if !target.is_object() {
        *target = Value::Object(serde_json::Map::new());
    }
    let Value::Object(fields) = target else { return };
    for (key, value) in patch {
        if value.is_null() {
            fields.remove(key);
        } else {
            merge(fields.entry(key.clone()).or_insert(Value::Null), value);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(settings: &[(&str, Value)], user: Value, section: &str, expected: &Value) {
        let settings =
            settings.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
        let configuration = Configuration { settings, user, fallback: Value::Null };
        let answer = configuration.answer(&json!({"items": [{ "section": section }]}));
        assert_eq!(answer, json!([expected]), "section {section:?}");
    }

    #[test]
    fn the_longest_known_section_answers() {
        let settings =
            [("python", json!({"analysis": {"mode": 1}})), ("python.analysis", json!({"mode": 2}))];
        check(&settings, Value::Null, "python", &json!({"analysis": {"mode": 1}}));
        check(&settings, Value::Null, "python.analysis", &json!({"mode": 2}));
        check(&settings, Value::Null, "python.analysis.mode", &json!(2));
        check(&settings, Value::Null, "pythonic", &Value::Null);
    }

    #[test]
    fn the_user_is_asked_where_the_adapter_is_silent() {
        check(&[], json!({"go": {"x": [1]}}), "go.x", &json!([1]));
        check(&[], json!({"go": 1}), "", &json!({"go": 1}));
        check(&[("", json!({"a": 1}))], json!({"a": 2}), "a", &json!(1));
    }

    #[test]
    fn merge_follows_rfc_7396() {
        let mut target = json!({"a": {"b": 1, "c": 2}, "d": 3});
        merge(&mut target, &json!({"a": {"b": null, "e": 4}, "d": [5]}));
        assert_eq!(target, json!({"a": {"c": 2, "e": 4}, "d": [5]}));
    }
}
