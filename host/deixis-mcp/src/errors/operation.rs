//! What each failure of an operation is at the edge: its code, and the facts that it brings.

use deixis_engine::OpError;
use serde_json::json;

use super::{Facts, Failure};

fn code(error: &OpError) -> &'static str {
    match error {
        OpError::InvalidPath { .. } => "invalid_path",
        OpError::InvalidPosition { .. } => "invalid_position",
        OpError::InvalidArguments { .. } => "invalid_arguments",
        OpError::SymbolNotFound { .. } => "symbol_not_found",
        OpError::AmbiguousSymbol { .. } => "ambiguous_symbol",
        OpError::Routing { .. } => "routing_error",
        OpError::UnknownServer { .. } => "unknown_server",
        OpError::NoServerConfigured => "no_server_configured",
        OpError::Unsupported { .. } => "unsupported_capability",
        OpError::Timeout { .. } => "request_timeout",
        OpError::Canceled => "request_canceled",
        OpError::Busy { .. } => "server_busy",
        OpError::StartFailed { .. } => "server_start_failed",
        OpError::Exited { .. } => "server_exited",
        OpError::Lsp { .. } => "lsp_error",
        OpError::Protocol { .. } => "lsp_protocol_error",
        OpError::Document { .. } => "document_error",
        OpError::Adapter { .. } => "adapter_error",
        OpError::RenameRefused { .. } => "rename_refused",
        OpError::NotIncluded { .. } => "rename_refused",
        OpError::InvalidEdit { .. } => "invalid_workspace_edit",
        OpError::InvalidPreview { .. } => "invalid_preview",
        OpError::Conflict { .. } => "edit_conflict",
        OpError::EditFailed { .. } => "edit_application_failed",
        OpError::RollbackFailed { .. } => "edit_rollback_failed",
    }
}

impl From<OpError> for Failure {
    fn from(error: OpError) -> Self {
        let mut failure =
            Facts { code: code(&error), message: error.to_string(), ..Facts::default() };
        match error {
            OpError::InvalidPath { path, .. }
            | OpError::InvalidPosition { path, .. }
            | OpError::Routing { path, .. }
            | OpError::Document { path, .. } => failure.path = Some(path),
            OpError::SymbolNotFound { nearest, incomplete, .. } => {
                failure.candidates = nearest;
                failure.incomplete = incomplete;
            }
            OpError::AmbiguousSymbol { candidates, .. } => failure.candidates = candidates,
            OpError::UnknownServer { name, .. } => failure.server = Some(name),
            OpError::Unsupported { server, method, hint } => {
                failure.server = Some(server.to_string());
                failure.method = Some(method.to_owned());
                failure.hint = hint;
            }
            OpError::Timeout { server, method, after, .. } => {
                failure.server = Some(server.to_string());
                failure.method = Some(method);
                failure.timeout_ms = u64::try_from(after.as_millis()).ok();
            }
            OpError::StartFailed { server, stderr, hint, .. } => {
                failure.server = Some(server.to_string());
                failure.hint = hint;
                append_tail(&mut failure.message, &stderr);
            }
            OpError::Exited { server, stderr, .. } => {
                failure.server = Some(server.to_string());
                append_tail(&mut failure.message, &stderr);
            }
            OpError::Lsp { server, method, error, hint, .. } => {
                failure.server = Some(server.to_string());
                failure.method = Some(method.to_owned());
                failure.lsp_error = Some(error);
                failure.hint = hint;
            }
            OpError::RenameRefused { server, path, error, .. } => {
                failure.server = Some(server.to_string());
                failure.path = Some(path);
                failure.lsp_error = error.map(|error| *error);
            }
            OpError::NotIncluded { preview, include, files } => {
                failure.path = files.into_iter().next().map(|(path, _)| path);
                let call = json!({ "previewId": preview, "include": include });
                failure.hint = Some(format!("if they are to change: apply_rename {call}"));
            }
            OpError::Conflict { path, .. } | OpError::EditFailed { path, .. } => {
                failure.path = path;
            }
            OpError::InvalidEdit { server, path, .. } => {
                failure.server = Some(server.to_string());
                failure.method = Some("textDocument/rename".to_owned());
                failure.path = path;
            }
            OpError::Busy { server, .. }
            | OpError::Protocol { server, .. }
            | OpError::Adapter { server, .. } => failure.server = Some(server.to_string()),
            OpError::InvalidArguments { .. }
            | OpError::InvalidPreview { .. }
            | OpError::RollbackFailed { .. }
            | OpError::NoServerConfigured
            | OpError::Canceled => {}
        }
        Self(Box::new(failure))
    }
}

/// The tail is bounded and redacted where it is collected.
fn append_tail(message: &mut String, stderr: &[String]) {
    if stderr.is_empty() {
        return;
    }
    message.push_str("; the last lines of its stderr:");
    for line in stderr {
        message.push_str("\n  ");
        message.push_str(line);
    }
}
