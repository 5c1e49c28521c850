//! Requests of the server to its client. Every one is answered: at once, or, where an adapter
//! may know better, as soon as that has been asked (`replies`).

use deixis_lsp::ResponseError;
use deixis_lsp::envelope::code;
use serde_json::{Value, json};

use super::configuration::Configuration;

/// What a request asks the driver to do besides answering.
#[derive(Debug, PartialEq)]
pub(crate) enum Effect {
    /// Nothing.
    None,
    /// The capability table changes.
    Register(Value),
    /// The capability table changes.
    Unregister(Value),
    /// Pulled diagnostics are out of date.
    RefreshDiagnostics,
    /// The server showed a message.
    Shown(String),
}

/// Whether an adapter may answer otherwise: a prompt, or what nobody here knows.
pub(crate) fn is_open(method: &str, native: &Result<Value, ResponseError>) -> bool {
    method == "window/showMessageRequest"
        || native.as_ref().is_err_and(|error| error.code == code::METHOD_NOT_FOUND)
}

/// The answer to a request, and its effect.
pub(crate) fn answer(
    method: &str,
    params: Value,
    configuration: &Configuration,
    root: (&str, &str),
) -> (Result<Value, ResponseError>, Effect) {
    match method {
        "workspace/configuration" => (Ok(configuration.answer(&params)), Effect::None),
        "workspace/workspaceFolders" => {
            let (uri, name) = root;
            (Ok(json!([{ "uri": uri, "name": name }])), Effect::None)
        }
        "client/registerCapability" => (Ok(Value::Null), Effect::Register(params)),
        "client/unregisterCapability" => (Ok(Value::Null), Effect::Unregister(params)),
        "workspace/diagnostic/refresh" => (Ok(Value::Null), Effect::RefreshDiagnostics),
        // No action is ever chosen for the user.
        "window/showMessageRequest" => (
            Ok(Value::Null),
            Effect::Shown(params["message"].as_str().unwrap_or_default().to_owned()),
        ),
        "window/showDocument" => (Ok(json!({"success": false})), Effect::None),
        // Nothing is written but through an inspected preview.
        "workspace/applyEdit" => (
            Ok(
                json!({"applied": false, "failureReason": "this client applies no edits that it did not ask for"}),
            ),
            Effect::None,
        ),
        "window/workDoneProgress/create" => (Ok(Value::Null), Effect::None),
        _ if method.starts_with("workspace/") && method.ends_with("/refresh") => {
            (Ok(Value::Null), Effect::None)
        }
        _ => {
            let message = format!("this client does not know {method}");
            (Err(ResponseError { code: code::METHOD_NOT_FOUND, message, data: None }), Effect::None)
        }
    }
}
