//! Two JSON values side by side, as lines that a person can read.

use serde_json::Value;

/// Lines of one difference that are shown.
const LINES: usize = 20;
/// Characters of a value that are shown.
const SHOWN: usize = 160;

/// What is different: `path: old → new`, `- path: old`, `+ path: new`.
#[must_use]
pub fn diff(old: &Value, new: &Value) -> Vec<String> {
    let mut lines = Vec::new();
    compare("", old, new, &mut lines);
    if lines.len() > LINES {
        let more = lines.len() - LINES;
        lines.truncate(LINES);
        lines.push(format!("… and {more} more"));
    }
    lines
}

fn compare(path: &str, old: &Value, new: &Value, lines: &mut Vec<String>) {
    match (old, new) {
        _ if old == new => {}
        (Value::Object(old), Value::Object(new)) => {
            for (name, value) in old {
                let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                pair(&path, Some(value), new.get(name), lines);
            }
            for (name, value) in new.iter().filter(|(name, _)| !old.contains_key(*name)) {
                let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                pair(&path, None, Some(value), lines);
            }
        }
        (Value::Array(old), Value::Array(new)) => {
            for at in 0..old.len().max(new.len()) {
                pair(&format!("{path}[{at}]"), old.get(at), new.get(at), lines);
            }
        }
        _ => {
            let path = if path.is_empty() { "answer" } else { path };
            lines.push(format!("{path}: {} → {}", shown(old), shown(new)));
        }
    }
}

fn pair(path: &str, old: Option<&Value>, new: Option<&Value>, lines: &mut Vec<String>) {
    match (old, new) {
        (Some(old), Some(new)) => compare(path, old, new, lines),
        (Some(old), None) => lines.push(format!("- {path}: {}", shown(old))),
        (None, Some(new)) => lines.push(format!("+ {path}: {}", shown(new))),
        (None, None) => {}
    }
}

fn shown(value: &Value) -> String {
    let text = value.to_string();
    if text.len() <= SHOWN {
        return text;
    }
    format!("{}… ({} bytes)", &text[..text.floor_char_boundary(SHOWN)], text.len())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(old: &Value, new: &Value, expected: &[&str]) {
        assert_eq!(diff(old, new), expected);
    }

    #[test]
    fn differences_are_named_by_their_path() {
        check(&json!({"a": 1}), &json!({"a": 1}), &[]);
        check(&json!(1), &json!("x"), &["answer: 1 → \"x\""]);
        check(
            &json!({"a": {"b": [1, 2, 3]}, "c": null}),
            &json!({"a": {"b": [1, 7]}, "d": true}),
            &["a.b[1]: 2 → 7", "- a.b[2]: 3", "- c: null", "+ d: true"],
        );
        check(&json!([{"name": "a"}]), &json!([{"name": "b"}]), &["[0].name: \"a\" → \"b\""]);
    }

    #[test]
    fn long_ones_are_cut() {
        let old: Vec<usize> = (0..30).collect();
        let lines = diff(&json!(old), &json!([]));
        assert_eq!(lines.len(), LINES + 1);
        assert_eq!(lines[LINES], "… and 10 more");
        let line = &diff(&json!("é".repeat(500)), &json!(1))[0];
        assert!(line.contains("… (1002 bytes) → 1"), "{line}");
    }
}
