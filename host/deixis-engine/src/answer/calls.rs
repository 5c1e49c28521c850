//! Who calls whom.

use std::sync::Arc;

use super::{Place, ServerName};

/// One caller and one callee.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// The caller.
    pub from: Callable,
    /// The callee.
    pub to: Callable,
    /// Where it is called, in the caller's file.
    pub from_ranges: Vec<Place>,
}

/// What calls or is called.
#[derive(Debug, Clone, PartialEq)]
pub struct Callable {
    /// Name.
    pub name: String,
    /// What tells overloads apart.
    pub parameters: Option<String>,
    /// LSP `SymbolKind`, also out of range.
    pub kind: u32,
    /// Where it is: `range` the declaration, `selection` the name.
    pub place: Place,
    /// URI as the server gave it.
    pub uri: Arc<str>,
    /// The server's detail.
    pub detail: Option<String>,
    /// The server's own data, as JSON text.
    pub data: Option<Arc<str>>,
    /// Server that gave it.
    pub server: ServerName,
}
