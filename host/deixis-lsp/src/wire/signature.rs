//! `SignatureHelp`: signatures, their parameters, and which of them is meant.

use serde::Deserialize;
use serde_json::Value;

use super::{Lenient, Many};

/// `SignatureHelp`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SignatureHelp {
    /// One per overload.
    #[serde(default)]
    pub signatures: Many<Signature>,
    /// Index of the signature that is meant; may be out of range.
    #[serde(default)]
    pub active_signature: Lenient<i64>,
    /// Index of the parameter that is meant, unless the signature says it.
    #[serde(default)]
    pub active_parameter: Lenient<i64>,
}

/// `SignatureInformation`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Signature {
    /// The signature as people read it.
    #[serde(default)]
    pub label: Lenient<String>,
    /// Text or markup.
    #[serde(default)]
    pub documentation: Value,
    /// Its parameters.
    #[serde(default)]
    pub parameters: Many<Parameter>,
    /// Index of the parameter that is meant; may be out of range.
    #[serde(default)]
    pub active_parameter: Lenient<i64>,
}

/// `ParameterInformation`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Parameter {
    /// Text, or the part of the signature's label from one UTF-16 offset to another.
    #[serde(default)]
    pub label: Value,
    /// Text or markup.
    #[serde(default)]
    pub documentation: Value,
}

impl SignatureHelp {
    /// The signature that is meant. What is left out or out of range is the first
    /// (LSP 3.17, `SignatureHelp.activeSignature`).
    #[must_use]
    pub fn active(&self) -> usize {
        within(self.active_signature.0, self.signatures.items.len()).unwrap_or(0)
    }

    /// The parameter of a signature that is meant: as the signature says it, or
    /// else as the help does. What is left out or out of range is the first;
    /// `None` without parameters (LSP 3.17, `SignatureHelp.activeParameter`).
    #[must_use]
    pub fn active_parameter(&self, signature: &Signature) -> Option<usize> {
        let count = signature.parameters.items.len();
        let said = signature.active_parameter.0.or(self.active_parameter.0);
        (count > 0).then(|| within(said, count).unwrap_or(0))
    }
}

impl Signature {
    /// The label of one of its parameters, as text.
    #[must_use]
    pub fn parameter_label<'a>(&'a self, parameter: &'a Parameter) -> &'a str {
        match &parameter.label {
            Value::String(text) => text,
            Value::Array(ends) => {
                let end = |index: usize| ends.get(index).and_then(Value::as_f64);
                let label = self.label.0.as_deref().unwrap_or_default();
                match (end(0), end(1)) {
                    (Some(start), Some(end)) => utf16_slice(label, start, end),
                    _ => "",
                }
            }
            _ => "",
        }
    }
}

fn within(index: Option<i64>, count: usize) -> Option<usize> {
    index.and_then(|index| usize::try_from(index).ok()).filter(|index| *index < count)
}

/// From one UTF-16 offset to another. Offsets beyond the end are its end, and
/// offsets inside a character are its start.
fn utf16_slice(text: &str, start: f64, end: f64) -> &str {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "as-casts of floats saturate"
    )]
    let byte = |offset: f64| {
        let mut left = offset as usize;
        let inside = |character: char| match left.checked_sub(character.len_utf16()) {
            Some(less) => {
                left = less;
                true
            }
            None => false,
        };
        text.len() - text.trim_start_matches(inside).len()
    };
    text.get(byte(start)..byte(end)).unwrap_or_default()
}
