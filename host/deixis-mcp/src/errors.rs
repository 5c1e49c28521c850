//! Every failure in one shape, mapped here and nowhere else.
//!
//! A [`Failure`] becomes an `isError` result whose structured content is
//! `{"error": {code, message, tool, server?, method?, path?, timeoutMs?, lspError?, hint?,
//! candidates?, incomplete?}}` and whose text says the same. What a server said is redacted.

mod operation;

use std::fmt::Write as _;

use deixis_engine::{Candidate, LspError};
use rmcp::model::JsonObject;
use serde_json::{Value, json};

use crate::render::{Rendered, clean, names};

/// Longest message or hint in an answer, in bytes; a server's error text can be of any length.
const MESSAGE_BYTES: usize = 2_000;

/// Most candidates in an answer.
const CANDIDATES: usize = 20;

/// Why a call has no answer. Boxed, because it travels in the `Err` of everything here.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Failure(Box<Facts>);

/// What is known of a failure; see the module.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Facts {
    pub(crate) code: &'static str,
    pub(crate) message: String,
    pub(crate) server: Option<String>,
    pub(crate) method: Option<String>,
    pub(crate) path: Option<String>,
    pub(crate) timeout_ms: Option<u64>,
    pub(crate) lsp_error: Option<LspError>,
    pub(crate) hint: Option<String>,
    pub(crate) candidates: Vec<Candidate>,
    pub(crate) incomplete: bool,
}

impl std::ops::Deref for Failure {
    type Target = Facts;

    fn deref(&self) -> &Facts {
        &self.0
    }
}

impl Failure {
    /// Arguments that are wrong, with the accepted forms or a corrected call as the hint.
    pub(crate) fn arguments(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self(Box::new(Facts {
            code: "invalid_arguments",
            message: message.into(),
            hint: Some(hint.into()),
            ..Facts::default()
        }))
    }

    /// A failure that nobody foresaw.
    pub(crate) fn internal(message: &str) -> Self {
        Self(Box::new(Facts {
            code: "internal_error",
            message: message.to_owned(),
            ..Facts::default()
        }))
    }

    /// The isError result of `tool`.
    pub(crate) fn render(self, tool: &str) -> Rendered {
        let shown = self.0.cleaned(tool);
        let mut structured = JsonObject::new();
        structured.insert("error".to_owned(), Value::Object(shown.members(tool)));
        Rendered { text: shown.words(tool), structured }
    }
}

impl Facts {
    fn cleaned(mut self, tool: &str) -> Self {
        self.candidates.truncate(CANDIDATES);
        self.message = clean::passage(&self.message, MESSAGE_BYTES);
        self.hint = self
            .hint
            .take()
            .or_else(|| self.usual_hint(tool))
            .map(|hint| clean::passage(&hint, MESSAGE_BYTES));
        if let Some(error) = &mut self.lsp_error {
            error.message = clean::passage(&error.message, MESSAGE_BYTES);
            error.data = error.data.as_deref().map(|data| clean::passage(data, MESSAGE_BYTES));
        }
        for candidate in &mut self.candidates {
            candidate.name = clean::line(&candidate.name).into_owned();
            candidate.text = candidate.text.as_deref().map(|text| clean::line(text).into_owned());
        }
        self
    }

    fn members(&self, tool: &str) -> JsonObject {
        let mut error = JsonObject::new();
        error.insert("code".to_owned(), json!(self.code));
        error.insert("message".to_owned(), json!(self.message));
        error.insert("tool".to_owned(), json!(tool));
        let texts = [("server", &self.server), ("method", &self.method), ("path", &self.path)];
        for (name, value) in texts {
            if let Some(value) = value {
                error.insert(name.to_owned(), json!(value));
            }
        }
        if let Some(timeout) = self.timeout_ms {
            error.insert("timeoutMs".to_owned(), json!(timeout));
        }
        if let Some(lsp) = &self.lsp_error {
            error.insert("lspError".to_owned(), lsp_error(lsp));
        }
        if let Some(hint) = &self.hint {
            error.insert("hint".to_owned(), json!(hint));
        }
        if !self.candidates.is_empty() {
            let all = self.candidates.iter().map(candidate).collect();
            error.insert("candidates".to_owned(), Value::Array(all));
        }
        if self.incomplete {
            error.insert("incomplete".to_owned(), json!(true));
        }
        error
    }

    /// The same facts as [`Facts::members`], as text.
    fn words(&self, tool: &str) -> String {
        let mut text = format!("{tool} failed ({}): {}", self.code, self.message);
        // The message often names these already; what it leaves out is added.
        for (name, value) in
            [("server", &self.server), ("method", &self.method), ("path", &self.path)]
        {
            if let Some(value) = value
                && !mentions(&self.message, value)
            {
                let _ = write!(text, "\n{name}: {value}");
            }
        }
        if let Some(timeout) = self.timeout_ms
            && !mentions(&self.message, &timeout.to_string())
        {
            let _ = write!(text, "\ntimeout: {timeout} ms");
        }
        if let Some(lsp) = &self.lsp_error {
            if !self.message.contains(&lsp.message) {
                let _ = write!(text, "\nserver's error {}: {}", lsp.code, lsp.message);
            }
            if let Some(data) = &lsp.data {
                let _ = write!(text, "\nserver's error data: {data}");
            }
        }
        if !self.candidates.is_empty() {
            let nearest = self.code == "symbol_not_found";
            text.push_str(if nearest { "\nnearest:" } else { "\ncandidates:" });
        }
        for candidate in &self.candidates {
            let kind = candidate.kind.map_or(String::new(), |kind| {
                let mut word = names::symbol_kind(kind).into_owned();
                word.push(' ');
                word
            });
            let _ = write!(text, "\n  {}  {kind}{}", candidate.at, candidate.name);
            if let Some(line) = &candidate.text {
                let _ = write!(text, "  {line}");
            }
        }
        if self.incomplete {
            text.push_str("\nincomplete: the search was capped, so there may be more");
        }
        if let Some(hint) = &self.hint {
            let _ = write!(text, "\nhint: {hint}");
        }
        text
    }

    /// What helps in general, where the failure itself brings no hint.
    fn usual_hint(&self, tool: &str) -> Option<String> {
        let status = match &self.server {
            Some(server) => format!("deixis_server_status {}", json!({ "server": server })),
            None => "deixis_server_status {}".to_owned(),
        };
        let paste = |candidate: &Candidate| json!({ "path": candidate.at }).to_string();
        Some(match self.code {
            "ambiguous_symbol" | "symbol_not_found" if !self.candidates.is_empty() => format!(
                "pass the place that is meant as path, for example {tool} {}",
                paste(&self.candidates[0])
            ),
            "symbol_not_found" => {
                "check the spelling, or look the name up: workspace_symbols {\"query\":\"…\"}"
                    .to_owned()
            }
            "request_timeout" => {
                format!("ask again, the server goes on working; {status} shows how far it is")
            }
            "server_busy" => "ask again when calls that run have ended".to_owned(),
            "server_exited" => {
                format!("ask again, which restarts it within its budget; {status} shows its state")
            }
            "server_start_failed" | "adapter_error" => format!("{status} shows its state"),
            "no_server_configured" => {
                "add a server to the configuration, for example:\n[servers.rust]\nadapter = \"rust\""
                    .to_owned()
            }
            _ => return None,
        })
    }
}

/// Whether a message names a value as a word of its own: `go` is not named by `going`.
fn mentions(message: &str, value: &str) -> bool {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    message.match_indices(value).any(|(start, _)| {
        let before = message[..start].chars().next_back();
        let after = message[start + value.len()..].chars().next();
        !before.is_some_and(word) && !after.is_some_and(word)
    })
}

fn lsp_error(error: &LspError) -> Value {
    let mut members = JsonObject::new();
    members.insert("code".to_owned(), json!(error.code));
    members.insert("message".to_owned(), json!(error.message));
    if let Some(data) = &error.data {
        // Data is JSON as text; cut or redacted it may be JSON no longer.
        let value = serde_json::from_str(data).unwrap_or_else(|_| json!(data));
        members.insert("data".to_owned(), value);
    }
    Value::Object(members)
}

fn candidate(candidate: &Candidate) -> Value {
    let mut members = JsonObject::new();
    members.insert("name".to_owned(), json!(candidate.name));
    members.insert("at".to_owned(), json!(candidate.at));
    if let Some(kind) = candidate.kind {
        members.insert("kind".to_owned(), json!(names::symbol_kind(kind)));
    }
    if let Some(text) = &candidate.text {
        members.insert("text".to_owned(), json!(text));
    }
    Value::Object(members)
}

#[cfg(test)]
mod tests;
