//! Calls of every kind, right and wrong, and what may come of them.

use serde_json::{Value, json};

use crate::dice::Dice;
use crate::files;

/// What may befall any call to a server that misbehaves.
const MISHAPS: [&str; 5] =
    ["server_exited", "server_start_failed", "request_timeout", "server_busy", "lsp_error"];

/// What may befall a call about a file that is removed, or written, at that moment.
const VANISHED: [&str; 3] = ["invalid_path", "invalid_position", "document_error"];

/// One call.
pub(crate) struct Call {
    pub(crate) tool: &'static str,
    pub(crate) arguments: Value,
    expected: Expected,
}

/// What comes of it, unless there is a mishap.
enum Expected {
    /// An answer that says this.
    Says(String),
    /// A refusal.
    Refused(&'static str),
    /// An answer, or a refusal: the file comes and goes, even while it is asked about.
    Either,
}

impl Call {
    pub(crate) fn random(dice: &mut Dice) -> Self {
        let number = dice.below(files::STABLE);
        let place = format!("f{number}.toy:1:4");
        let word = files::word(number);
        let at = |path: &str| json!({ "path": path });
        let says = |what: &str| Expected::Says(what.to_owned());
        let (tool, arguments, expected) = match dice.below(20) {
            0..5 => ("hover", at(&place), says(&word)),
            5..8 => ("definition", at(&place), says(&place[..place.len() - 2])),
            8..12 => {
                let arguments = json!({"path": place, "includeDeclaration": true, "limit": 20});
                ("references", arguments, says(&word))
            }
            12..14 => ("document_symbols", at(&format!("f{number}.toy")), says(&word)),
            14 => ("workspace_symbols", json!({"query": word, "server": "toy"}), says(&word)),
            15 => {
                let arguments = json!({"path": format!("f{number}.toy"), "waitMs": 50});
                ("diagnostics", arguments, says("toy"))
            }
            16 => ("deixis_server_status", json!({"server": "toy"}), says("toy")),
            17 => ("hover", at("missing.toy:1:1"), Expected::Refused("invalid_path")),
            18 => {
                let beyond =
                    json!({"path": "f0.toy", "position": {"line": 99_999, "character": 0}});
                ("hover", beyond, Expected::Refused("invalid_position"))
            }
            _ => {
                let path = format!("{}:1:1", files::passing(dice));
                ("references", at(&path), Expected::Either)
            }
        };
        Self { tool, arguments, expected }
    }

    /// Holds an answer against what was expected; gives its error code.
    pub(crate) fn check(&self, answer: &Value) -> String {
        let answer = deixis_tests::answer::Answer(answer["result"].clone());
        let code = answer.error_code();
        let right = match &self.expected {
            Expected::Says(what) => code.is_empty() && answer.text().contains(what),
            Expected::Refused(with) => code == *with,
            Expected::Either => code.is_empty() || VANISHED.contains(&code),
        };
        assert!(right || MISHAPS.contains(&code), "{} {}: {}", self.tool, self.arguments, answer.0);
        code.to_owned()
    }
}
