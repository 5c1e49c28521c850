//! `initialize` and what follows it.

use deixis_base::Root;
use deixis_hooks::Notification;
use serde_json::{Value, json};
use tokio::sync::oneshot;

use super::configuration::merge;

/// Everything that the driver needs to greet the server.
pub(crate) struct Greeting {
    /// `InitializeParams`.
    pub(crate) params: Value,
    /// Sent after `initialized`.
    pub(crate) notifications: Vec<Notification>,
    /// Project files to open after that.
    pub(crate) open: Vec<String>,
    pub(crate) done: oneshot::Sender<Result<Initialized, String>>,
}

/// The server has been greeted.
#[derive(Debug)]
pub(crate) struct Initialized {
    /// As `serverInfo` says it.
    pub(crate) server_version: Option<String>,
}

/// `InitializeParams` (LSP 3.17). `patch` is a merge patch on the client's
/// capabilities.
pub(crate) fn params(root: &Root, options: Option<Value>, patch: Option<&Value>) -> Value {
    let mut capabilities = capabilities();
    if let Some(patch) = patch {
        merge(&mut capabilities, patch);
    }
    let name = root.path().file_name().unwrap_or_default().to_string_lossy();
    let mut params = json!({
        "processId": std::process::id(),
        "clientInfo": {"name": "deixis", "version": env!("CARGO_PKG_VERSION")},
        "rootPath": root.path().to_string_lossy(),
        "rootUri": root.uri(),
        "workspaceFolders": [{"uri": root.uri(), "name": name}],
        "capabilities": capabilities,
        "trace": "off",
    });
    if let Some(options) = options {
        params["initializationOptions"] = options;
    }
    params
}

/// What this client can do, and nothing more.
fn capabilities() -> Value {
    json!({
        "general": {
            "positionEncodings": ["utf-8", "utf-16", "utf-32"],
            "staleRequestSupport": {"cancel": false, "retryOnContentModified": []},
        },
        "window": {
            "workDoneProgress": true,
            "showMessage": {"messageActionItem": {"additionalPropertiesSupport": false}},
            "showDocument": {"support": false},
        },
        "workspace": workspace(),
        "textDocument": text_document(),
    })
}

fn workspace() -> Value {
    json!({
        "applyEdit": false,
        "configuration": true,
        "workspaceFolders": true,
        "didChangeConfiguration": {"dynamicRegistration": true},
        "didChangeWatchedFiles": {"dynamicRegistration": true, "relativePatternSupport": true},
        "symbol": {"dynamicRegistration": true, "symbolKind": {"valueSet": symbol_kinds()}},
        "diagnostics": {"refreshSupport": true},
        "workspaceEdit": {
            "documentChanges": true,
            "resourceOperations": ["create", "rename", "delete"],
            "failureHandling": "abort",
            "normalizesLineEndings": false,
            "changeAnnotationSupport": {"groupsOnLabel": false},
        },
    })
}

fn text_document() -> Value {
    let links = json!({"dynamicRegistration": true, "linkSupport": true});
    json!({
        "synchronization": {"dynamicRegistration": true, "didSave": true, "willSave": false, "willSaveWaitUntil": false},
        "hover": {"dynamicRegistration": true, "contentFormat": ["markdown", "plaintext"]},
        "signatureHelp": {
            "dynamicRegistration": true,
            "signatureInformation": {
                "documentationFormat": ["markdown", "plaintext"],
                "parameterInformation": {"labelOffsetSupport": true},
                "activeParameterSupport": true,
            },
        },
        "definition": links,
        "declaration": links,
        "typeDefinition": links,
        "implementation": links,
        "references": {"dynamicRegistration": true},
        "callHierarchy": {"dynamicRegistration": true},
        "documentSymbol": {
            "dynamicRegistration": true,
            "hierarchicalDocumentSymbolSupport": true,
            "symbolKind": {"valueSet": symbol_kinds()},
        },
        "rename": {"dynamicRegistration": true, "prepareSupport": true, "prepareSupportDefaultBehavior": 1, "honorsChangeAnnotations": false},
        "publishDiagnostics": {
            "relatedInformation": true,
            "versionSupport": true,
            "codeDescriptionSupport": true,
            "tagSupport": {"valueSet": [1, 2]},
        },
        "diagnostic": {"dynamicRegistration": true, "relatedDocumentSupport": false},
    })
}

/// Some servers send nameless symbols for kinds that are not listed.
fn symbol_kinds() -> Vec<u32> {
    (1..=26).collect()
}
