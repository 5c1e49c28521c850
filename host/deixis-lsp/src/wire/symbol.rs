//! `DocumentSymbol`, `SymbolInformation` and `WorkspaceSymbol` in one shape.

use deixis_base::WireRange;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::{Lenient, Many};

/// How deep children are read. Those below count as unreadable: no code nests so, and
/// each level takes stack and one more look at all that is inside.
const MAX_NESTING: usize = 32;

/// One symbol as it comes.
#[derive(Debug, Clone, PartialEq)]
pub struct NestedSymbol {
    /// Name; empty names are left out by the reader.
    pub name: Lenient<String>,
    /// Detail.
    pub detail: Lenient<String>,
    /// `SymbolKind`, also out of range.
    pub kind: Lenient<u32>,
    /// Whole declaration (hierarchical shape).
    pub range: Lenient<WireRange>,
    /// Name (hierarchical shape).
    pub selection_range: Lenient<WireRange>,
    /// Children (hierarchical shape).
    pub children: Many<NestedSymbol>,
    /// Place (flat shape).
    pub location: Lenient<FlatLocation>,
    /// Container (flat shape).
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

/// A symbol whose children are still text.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Written<'a> {
    #[serde(default)]
    name: Lenient<String>,
    #[serde(default)]
    detail: Lenient<String>,
    #[serde(default)]
    kind: Lenient<u32>,
    #[serde(default)]
    range: Lenient<WireRange>,
    #[serde(default)]
    selection_range: Lenient<WireRange>,
    #[serde(borrow, default)]
    children: Option<&'a RawValue>,
    #[serde(default)]
    location: Lenient<FlatLocation>,
    #[serde(default)]
    container_name: Lenient<String>,
}

impl<'de> Deserialize<'de> for NestedSymbol {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Written::deserialize(deserializer).map(|written| written.at_depth(0))
    }
}

impl Written<'_> {
    fn at_depth(self, depth: usize) -> NestedSymbol {
        NestedSymbol {
            children: self.children.map(|text| children(text.get(), depth)).unwrap_or_default(),
            name: self.name,
            detail: self.detail,
            kind: self.kind,
            range: self.range,
            selection_range: self.selection_range,
            location: self.location,
            container_name: self.container_name,
        }
    }
}

/// The children of a symbol at `depth`, without a look into what is too deep.
fn children(text: &str, depth: usize) -> Many<NestedSymbol> {
    let read = |element: &str| {
        if depth == MAX_NESTING {
            return Err(serde::de::Error::custom("nested too deep"));
        }
        let written: Written<'_> = serde_json::from_str(element)?;
        Ok(written.at_depth(depth + 1))
    };
    Many::read(text, read).unwrap_or(Many { items: Vec::new(), unreadable: 1 })
}
