//! Errors of a server: what they forbid, and how they are shown.

use deixis_hooks::errors::Verdict;
use deixis_lsp::{Call, ResponseError};

use super::Asking;
use crate::{LspError, OpError};

/// Bytes kept of a server's error message and data.
const MAX_ERROR: usize = 1024;

/// `data.retriggerRequest: false` (LSP 3.17, `DiagnosticServerCancellationData`).
pub(super) fn refuses_retry(error: &ResponseError) -> bool {
    let data =
        error.data.as_deref().and_then(|data| serde_json::from_str::<serde_json::Value>(data).ok());
    data.is_some_and(|data| data["retriggerRequest"] == serde_json::Value::Bool(false))
}

/// A server's error as it may be shown: redacted and bounded.
pub(super) fn lsp_error(error: &ResponseError) -> LspError {
    let shown = |text: &str| {
        let redacted = deixis_base::redact::redact(text);
        let mut end = redacted.len().min(MAX_ERROR);
        while !redacted.is_char_boundary(end) {
            end -= 1;
        }
        redacted[..end].to_owned()
    };
    LspError {
        code: error.code,
        message: shown(&error.message),
        data: error.data.as_deref().map(shown),
    }
}

impl Asking<'_> {
    /// The error that ends the question.
    pub(super) fn failure<C: Call>(&self, verdict: Verdict) -> OpError {
        let server = self.server.name.clone();
        let error = self.last_error.as_ref();
        let hint = match verdict {
            Verdict::Unsupported => {
                return OpError::Unsupported { server, method: C::METHOD, hint: None };
            }
            Verdict::Fatal(hint) => Some(hint),
            _ => None,
        };
        let error =
            error.map_or(LspError { code: 0, message: String::new(), data: None }, lsp_error);
        OpError::Lsp { server, method: C::METHOD, error, attempts: self.attempts, hint }
    }

    /// The error of a deadline that passed.
    pub(super) fn timed_out(&self, method: &'static str) -> OpError {
        let readiness = self.server.gauge.peek(|view| view.readiness(self.question.track));
        let doing = match (readiness.message, readiness.percent) {
            (Some(message), Some(percent)) => format!("busy with {message:?} ({percent} %)"),
            (Some(message), None) => format!("busy with {message:?}"),
            (None, _) => "not saying what it does".to_owned(),
        };
        OpError::Timeout {
            server: self.server.name.clone(),
            method: method.to_owned(),
            after: self.cx.elapsed(),
            doing,
        }
    }
}
