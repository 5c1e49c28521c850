//! Saying where: the arguments that every position-based tool shares.
//!
//! `path` with `position`, or with `line` and `symbol`, or with `symbol`, or alone as
//! `path:line:column`; or `symbol` alone. Which of them it is, is settled here; what it names, by
//! the engine.

use deixis_engine::{Aim, Target};
use rmcp::model::JsonObject;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::Checked;
use crate::errors::Failure;

/// Where.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct At {
    /// file, or file:line:column
    #[schemars(length(min = 1))]
    path: Option<String>,
    /// one-based, with symbol
    #[schemars(range(min = 1))]
    line: Option<u32>,
    /// text on that line, or name path
    #[schemars(length(min = 1, max = 1000))]
    symbol: Option<String>,
    /// zero-based, UTF-8 bytes
    position: Option<Zero>,
    #[schemars(length(min = 1))]
    server: Option<String>,
}

/// A zero-based place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
struct Zero {
    line: u32,
    character: u32,
}

/// The ways to say where, for errors.
const FORMS: &str = "say where by path + line + symbol (one-based line, the text on it), path + \
                     position {line, character} (zero-based, UTF-8 bytes), path + symbol (a name \
                     or name path), symbol alone, or path as src/a.rs:12:5";

impl At {
    /// The target that these arguments mean.
    ///
    /// # Errors
    /// `invalid_arguments`, where they do not go together.
    pub(crate) fn target(self, said: &Checked<'_>) -> Result<Target, Failure> {
        let problem = match (&self.path, &self.position, self.line, &self.symbol) {
            (_, Some(_), Some(_), _) | (_, Some(_), _, Some(_)) => Some((
                "`position` excludes `line` and `symbol`",
                without(said, &["line", "symbol"]),
            )),
            (None, Some(_), ..) => Some(("`position` needs `path`", with_path(said))),
            (_, None, Some(_), None) => Some((
                "`line` needs `symbol`, the text on that line that is meant",
                with_symbol(said),
            )),
            (None, None, Some(_), Some(_)) => Some(("`line` needs `path`", with_path(said))),
            (None, None, None, None) => Some(("nothing says where", said.example())),
            _ => None,
        };
        if let Some((message, corrected)) = problem {
            return Err(said.refuse(format!("{message}; {FORMS}"), corrected));
        }
        let aim = match (self.position, self.line, self.symbol) {
            (Some(Zero { line, character }), ..) => Aim::Position { line, character },
            (None, Some(line), Some(symbol)) => Aim::LineSymbol { line, symbol },
            (None, None, Some(symbol)) => Aim::Symbol(symbol),
            (None, _, None) => Aim::Unsaid,
        };
        Ok(Target { path: self.path, server: self.server, aim })
    }
}

fn without(said: &Checked<'_>, names: &[&str]) -> JsonObject {
    let mut values = said.values().clone();
    values.retain(|name, _| !names.contains(&name.as_str()));
    values
}

fn with_path(said: &Checked<'_>) -> JsonObject {
    with(said, "path")
}

fn with_symbol(said: &Checked<'_>) -> JsonObject {
    with(said, "symbol")
}

fn with(said: &Checked<'_>, name: &str) -> JsonObject {
    let mut values = said.values().clone();
    let example = said.example().get(name).cloned();
    values.insert(name.to_owned(), example.unwrap_or_else(|| json!("…")));
    values
}

/// A column given beside `line` becomes a `position`, or the suffix of `path`, in the corrected
/// call: the commonest mistake of callers that know LSP or grep.
pub(super) fn move_columns(
    given: &JsonObject,
    properties: &JsonObject,
    corrected: &mut JsonObject,
    message: &mut String,
) {
    if !properties.contains_key("position") {
        return;
    }
    let number = |name: &str| given.get(name).and_then(Value::as_u64);
    let Some(line) = number("line") else { return };
    if let Some(character) = number("character") {
        corrected.shift_remove("line");
        corrected.insert("position".to_owned(), json!({ "line": line, "character": character }));
        message.push_str("; a zero-based place goes into `position`");
    } else if let Some(column) = number("column").or_else(|| number("col"))
        && let Some(path) = given.get("path").and_then(Value::as_str)
    {
        corrected.shift_remove("line");
        corrected.insert("path".to_owned(), json!(format!("{path}:{line}:{column}")));
        message.push_str("; a one-based place goes into `path`, as path:line:column");
    }
}

/// The target in the words of an answer: `` `run` on line 12 of src/a.rs ``.
pub(crate) fn describe(target: &Target) -> String {
    let path = target.path.as_deref();
    match (&target.aim, path) {
        (Aim::Unsaid, path) => path.unwrap_or("nothing").to_owned(),
        (Aim::Position { line, character }, path) => format!(
            "{}:{}:{}",
            path.unwrap_or("?"),
            u64::from(*line) + 1,
            u64::from(*character) + 1
        ),
        (Aim::LineSymbol { line, symbol }, path) => {
            format!("`{symbol}` on line {line} of {}", path.unwrap_or("?"))
        }
        (Aim::Symbol(symbol), Some(path)) => format!("`{symbol}` in {path}"),
        (Aim::Symbol(symbol), None) => format!("`{symbol}`"),
    }
}
