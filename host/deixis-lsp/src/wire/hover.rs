//! `Hover` in all the shapes of its contents.

use deixis_base::WireRange;
use serde::Deserialize;
use serde_json::Value;

use super::Lenient;

/// `Hover`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Hover {
    /// Contents in any of their shapes.
    #[serde(default)]
    pub contents: Value,
    /// What it is about.
    #[serde(default)]
    pub range: Lenient<WireRange>,
}

/// Contents as markdown: a string, `{language, value}`, `{kind, value}`, or a
/// list of these with `null` in between. Empty if there is nothing.
#[must_use]
pub fn markdown(contents: &Value) -> String {
    match contents {
        Value::String(text) => text.trim().to_owned(),
        Value::Array(parts) => {
            let parts: Vec<String> =
                parts.iter().map(markdown).filter(|part| !part.is_empty()).collect();
            parts.join("\n\n")
        }
        Value::Object(fields) => {
            let value = fields.get("value").and_then(Value::as_str).unwrap_or_default().trim();
            match fields.get("language").and_then(Value::as_str) {
                Some(language) if !value.is_empty() => format!("```{language}\n{value}\n```"),
                _ => value.to_owned(),
            }
        }
        _ => String::new(),
    }
}
