//! `DocumentSymbol`, `SymbolInformation` and `WorkspaceSymbol` in one shape.

use deixis_base::WireRange;
use serde::Deserialize;

use super::{Lenient, Many};

/// One symbol as it comes.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NestedSymbol {
    /// Name; empty names are left out by the reader.
    #[serde(default)]
    pub name: Lenient<String>,
    /// Detail.
    #[serde(default)]
    pub detail: Lenient<String>,
    /// `SymbolKind`, also out of range.
    #[serde(default)]
    pub kind: Lenient<u32>,
    /// Whole declaration (hierarchical shape).
    #[serde(default)]
    pub range: Lenient<WireRange>,
    /// Name (hierarchical shape).
    #[serde(default)]
    pub selection_range: Lenient<WireRange>,
    /// Children (hierarchical shape).
    #[serde(default)]
    pub children: Many<NestedSymbol>,
    /// Place (flat shape).
    #[serde(default)]
    pub location: Lenient<FlatLocation>,
    /// Container (flat shape).
    #[serde(default)]
    pub container_name: Lenient<String>,
}

/// `Location` whose range may be missing (`WorkspaceSymbol`).
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct FlatLocation {
    /// URI as the server wrote it.
    pub uri: String,
    /// Range, if it was given.
    #[serde(default)]
    pub range: Option<WireRange>,
}

/// The answer of both symbol requests.
pub type Symbols = Many<NestedSymbol>;
