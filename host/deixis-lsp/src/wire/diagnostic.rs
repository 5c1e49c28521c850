//! Diagnostics, pushed and pulled.

use std::collections::HashMap;

use deixis_base::WireRange;
use serde::Deserialize;
use serde_json::Value;

use super::{Lenient, Many};

/// One diagnostic as it comes.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Diagnostic {
    /// Where.
    #[serde(default)]
    pub range: WireRange,
    /// `DiagnosticSeverity`; absent and out-of-range values are the client's
    /// to interpret.
    #[serde(default)]
    pub severity: Lenient<u32>,
    /// String, number, or `{value}`.
    #[serde(default)]
    pub code: Option<Value>,
    /// Tool.
    #[serde(default)]
    pub source: Lenient<String>,
    /// Text or `MarkupContent`.
    #[serde(default)]
    pub message: Value,
    /// `DiagnosticTag`s.
    #[serde(default)]
    pub tags: Many<u32>,
    /// Related places.
    #[serde(default)]
    pub related_information: Many<Related>,
}

impl Diagnostic {
    /// The code as text.
    #[must_use]
    pub fn code_text(&self) -> Option<String> {
        match self.code.as_ref()? {
            Value::String(text) if !text.is_empty() => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            Value::Object(fields) => match fields.get("value")? {
                Value::String(text) => Some(text.clone()),
                Value::Number(number) => Some(number.to_string()),
                _ => None,
            },
            _ => None,
        }
    }

    /// The message as text.
    #[must_use]
    pub fn message_text(&self) -> String {
        super::markdown(&self.message)
    }
}

/// `DiagnosticRelatedInformation`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Related {
    /// Where.
    pub location: super::Link,
    /// What.
    #[serde(default)]
    pub message: String,
}

/// `textDocument/publishDiagnostics`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct PublishDiagnostics {
    /// File as the server wrote it.
    pub uri: String,
    /// Document version, if the server says it.
    #[serde(default)]
    pub version: Lenient<i32>,
    /// The diagnostics.
    #[serde(default)]
    pub diagnostics: Many<Diagnostic>,
}

/// `DocumentDiagnosticReport`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DiagnosticReport {
    /// `full` or `unchanged`.
    #[serde(default)]
    pub kind: Lenient<String>,
    /// The diagnostics of a full report.
    #[serde(default)]
    pub items: Many<Diagnostic>,
    /// Id for the next pull.
    #[serde(default)]
    pub result_id: Lenient<String>,
    /// Reports about other files.
    #[serde(default)]
    pub related_documents: Lenient<HashMap<String, RelatedReport>>,
}

/// A report about another file, which relates to no further ones: without that
/// end a server could nest them until no stack is left.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RelatedReport {
    /// `full` or `unchanged`.
    #[serde(default)]
    pub kind: Lenient<String>,
    /// The diagnostics of a full report.
    #[serde(default)]
    pub items: Many<Diagnostic>,
    /// Id for the next pull.
    #[serde(default)]
    pub result_id: Lenient<String>,
}
