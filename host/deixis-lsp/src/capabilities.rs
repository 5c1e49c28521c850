//! What the server can do now: the table of `initialize`, changed by dynamic
//! registration.

use std::collections::HashMap;

use deixis_base::Encoding;
use serde_json::Value;

/// Features that tools need, each with its static and dynamic name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Feature {
    /// `textDocument/hover`.
    Hover,
    /// `textDocument/signatureHelp`.
    SignatureHelp,
    /// `textDocument/definition`.
    Definition,
    /// `textDocument/declaration`.
    Declaration,
    /// `textDocument/typeDefinition`.
    TypeDefinition,
    /// `textDocument/implementation`.
    Implementation,
    /// `textDocument/references`.
    References,
    /// `textDocument/prepareCallHierarchy` and what follows it.
    CallHierarchy,
    /// `textDocument/documentSymbol`.
    DocumentSymbols,
    /// `workspace/symbol`.
    WorkspaceSymbols,
    /// `textDocument/prepareRename`: an option of `textDocument/rename`.
    PrepareRename,
    /// `textDocument/rename`.
    Rename,
    /// `textDocument/diagnostic`.
    PullDiagnostics,
}

impl Feature {
    /// All features, in the order of the tools that need them.
    pub const ALL: [Self; 13] = [
        Self::Hover,
        Self::SignatureHelp,
        Self::Definition,
        Self::Declaration,
        Self::TypeDefinition,
        Self::Implementation,
        Self::References,
        Self::CallHierarchy,
        Self::DocumentSymbols,
        Self::WorkspaceSymbols,
        Self::PrepareRename,
        Self::Rename,
        Self::PullDiagnostics,
    ];

    /// Field of `ServerCapabilities`, and method of its registration.
    #[must_use]
    pub fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Hover => ("hoverProvider", "textDocument/hover"),
            Self::SignatureHelp => ("signatureHelpProvider", "textDocument/signatureHelp"),
            Self::Definition => ("definitionProvider", "textDocument/definition"),
            Self::Declaration => ("declarationProvider", "textDocument/declaration"),
            Self::TypeDefinition => ("typeDefinitionProvider", "textDocument/typeDefinition"),
            Self::Implementation => ("implementationProvider", "textDocument/implementation"),
            Self::CallHierarchy => ("callHierarchyProvider", "textDocument/prepareCallHierarchy"),
            Self::PrepareRename | Self::Rename => ("renameProvider", "textDocument/rename"),
            Self::References => ("referencesProvider", "textDocument/references"),
            Self::DocumentSymbols => ("documentSymbolProvider", "textDocument/documentSymbol"),
            Self::WorkspaceSymbols => ("workspaceSymbolProvider", "workspace/symbol"),
            Self::PullDiagnostics => ("diagnosticProvider", "textDocument/diagnostic"),
        }
    }
}

/// How the server wants to hear of changes to open documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ChangeSync {
    /// Not at all.
    #[default]
    None,
    /// The whole text.
    Full,
    /// The changed range.
    Incremental,
}

/// One registration.
#[derive(Debug, Clone, PartialEq)]
pub struct Registration {
    /// Method.
    pub method: String,
    /// Its options.
    pub options: Value,
}

/// Live capabilities of one server.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Capabilities {
    fixed: Value,
    registered: HashMap<String, Registration>,
}

impl Capabilities {
    /// From the `capabilities` of an `InitializeResult`.
    #[must_use]
    pub fn new(capabilities: Value) -> Self {
        Self { fixed: capabilities, registered: HashMap::new() }
    }

    /// Whether the server says now that it has the feature.
    #[must_use]
    pub fn has(&self, feature: Feature) -> bool {
        let (field, method) = feature.names();
        let fits = |options: &Value| match feature {
            Feature::PrepareRename => options["prepareProvider"] == Value::Bool(true),
            _ => true,
        };
        let fixed = &self.fixed[field];
        provides(fixed) && fits(fixed)
            || self.registrations(method).any(|entry| fits(&entry.options))
    }

    /// The position encoding that the server chose; UTF-16 if it says nothing
    /// (LSP 3.17, `PositionEncodingKind`), or something unknown.
    #[must_use]
    pub fn encoding(&self) -> Encoding {
        self.fixed["positionEncoding"].as_str().and_then(Encoding::parse).unwrap_or(Encoding::Utf16)
    }

    /// How changes are to be told.
    #[must_use]
    pub fn change_sync(&self) -> ChangeSync {
        let sync = &self.fixed["textDocumentSync"];
        let kind = sync.as_u64().or_else(|| sync["change"].as_u64()).or_else(|| {
            let change =
                self.registered.values().find(|entry| entry.method == "textDocument/didChange")?;
            change.options["syncKind"].as_u64()
        });
        match kind {
            Some(1) => ChangeSync::Full,
            Some(2) => ChangeSync::Incremental,
            _ => ChangeSync::None,
        }
    }

    /// Whether `didSave` is wanted, and whether with the text.
    #[must_use]
    pub fn save(&self) -> Option<bool> {
        let save = &self.fixed["textDocumentSync"]["save"];
        match save {
            Value::Bool(true) => Some(false),
            Value::Object(options) => {
                Some(options.get("includeText").and_then(Value::as_bool).unwrap_or(false))
            }
            _ => {
                let entry = self
                    .registered
                    .values()
                    .find(|entry| entry.method == "textDocument/didSave")?;
                Some(entry.options["includeText"].as_bool().unwrap_or(false))
            }
        }
    }

    /// `identifier` of the pull provider, if it has one.
    #[must_use]
    pub fn pull_identifiers(&self) -> Vec<Option<String>> {
        let fixed = &self.fixed["diagnosticProvider"];
        let fixed = provides(fixed).then(|| fixed["identifier"].as_str().map(str::to_owned));
        let registered = self
            .registered
            .values()
            .filter(|entry| entry.method == "textDocument/diagnostic")
            .map(|entry| entry.options["identifier"].as_str().map(str::to_owned));
        let mut all: Vec<_> = fixed.into_iter().chain(registered).collect();
        all.sort();
        all.dedup();
        all
    }

    /// Registrations of a method.
    pub fn registrations<'a>(&'a self, method: &'a str) -> impl Iterator<Item = &'a Registration> {
        self.registered.values().filter(move |entry| entry.method == method)
    }

    /// `client/registerCapability`: an id that is there already is replaced.
    /// Returns whether anything was registered.
    pub fn register(&mut self, params: &Value) -> bool {
        let mut any = false;
        for entry in params["registrations"].as_array().into_iter().flatten() {
            let (Some(id), Some(method)) = (entry["id"].as_str(), entry["method"].as_str()) else {
                continue;
            };
            let registration = Registration {
                method: method.to_owned(),
                options: entry["registerOptions"].clone(),
            };
            self.registered.insert(id.to_owned(), registration);
            any = true;
        }
        any
    }

    /// `client/unregisterCapability`, with the specification's misspelt field
    /// and the right one.
    pub fn unregister(&mut self, params: &Value) {
        for field in ["unregisterations", "unregistrations"] {
            for entry in params[field].as_array().into_iter().flatten() {
                if let Some(id) = entry["id"].as_str() {
                    self.registered.remove(id);
                }
            }
        }
    }
}

fn provides(value: &Value) -> bool {
    match value {
        Value::Bool(provided) => *provided,
        Value::Object(_) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests;
