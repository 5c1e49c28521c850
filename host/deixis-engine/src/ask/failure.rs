//! Errors of a server: what they forbid, and how they are shown.

use deixis_lsp::ResponseError;

use crate::LspError;

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
