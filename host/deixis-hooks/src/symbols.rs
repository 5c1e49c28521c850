//! `wit/symbols.wit`: what symbols are called.

use serde::{Deserialize, Serialize};

use crate::{Hook, Span};

/// Where a batch comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// `textDocument/documentSymbol`.
    Document,
    /// `workspace/symbol`.
    Workspace,
    /// Call hierarchy.
    Hierarchy,
}

/// A symbol as the server gave it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Symbol {
    /// Name.
    pub name: String,
    /// Detail.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// `containerName`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub container: Option<String>,
    /// LSP `SymbolKind`.
    pub kind: u32,
    /// Index of the parent in the batch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<u32>,
    /// Root-relative path; empty outside the root.
    pub path: String,
    /// The whole declaration.
    pub range: Span,
}

/// What a symbol is called.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Normalised {
    /// Short name.
    pub name: String,
    /// Names of the enclosing symbols, where nesting does not say them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scope: Option<Vec<String>>,
    /// LSP `SymbolKind`.
    pub kind: u32,
    /// What tells overloads apart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parameters: Option<String>,
    /// Not a symbol that a person would look for.
    pub hidden: bool,
}

/// A rewritten workspace-symbol query.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Query {
    /// Text to send.
    pub text: String,
    /// Number of results at which the server caps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cap: Option<u32>,
}

/// The hook group.
pub trait Symbols: Send + Sync {
    /// One result per symbol, in order.
    fn normalise(
        &self,
        language: String,
        origin: Origin,
        symbols: Vec<Symbol>,
    ) -> Hook<'_, Vec<Normalised>>;
    /// What to send for a name.
    fn rewrite(&self, name: String) -> Hook<'_, Query>;
}
