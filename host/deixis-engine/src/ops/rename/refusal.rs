//! Renames that are not made, and why.

use crate::OpError;
use crate::aim::Aimed;
use crate::answer::{AnswerState, Stability};
use crate::talk::Talk;

/// LSP codes that say "not now" rather than "no": cancelled, content modified, server cancelled,
/// not initialised.
const NOT_NOW: [i64; 4] = [-32800, -32801, -32802, -32002];

/// The error of a rename that is refused.
pub(super) fn refused(talk: &Talk, aimed: &Aimed, message: String) -> OpError {
    let (server, path) = (talk.running.name.clone(), aimed.path.to_string());
    OpError::RenameRefused { server, path, message, error: None }
}

/// A server's error to a question about a rename is its refusal, with the reason.
pub(super) fn denied(aimed: &Aimed, error: OpError) -> OpError {
    match error {
        OpError::Lsp { server, error, hint, .. } if !NOT_NOW.contains(&error.code) => {
            let hint = hint.map_or(String::new(), |hint| format!(" ({hint})"));
            let message = format!("{server} refuses the rename: {}{hint}", error.message);
            let path = aimed.path.to_string();
            OpError::RenameRefused { server, path, message, error: Some(Box::new(error)) }
        }
        error => error,
    }
}

/// A sentence with the last message that the server has shown, and with how ready it was.
pub(super) async fn with_reason(
    talk: &Talk,
    mut message: String,
    state: &AnswerState,
) -> Result<String, OpError> {
    match talk.shown().await? {
        Some(shown) => message = format!("{message}; it showed: {shown}"),
        None => message.push_str("; it gave no reason"),
    }
    if matches!(state.stability, Some(Stability::Transient | Stability::Indeterminate)) {
        let busy = state.readiness.as_ref().and_then(|readiness| readiness.message.as_deref());
        let busy = busy.map_or(String::new(), |busy| format!(" ({busy})"));
        message = format!("{message}. It may not have been ready{busy}: ask again");
    }
    Ok(message)
}

/// The error of a name that changes nothing.
pub(super) fn same_name(talk: &Talk, aimed: &Aimed, name: &str) -> OpError {
    refused(talk, aimed, format!("renaming `{name}` to `{name}` would change nothing"))
}
