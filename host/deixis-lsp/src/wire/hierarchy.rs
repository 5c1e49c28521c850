//! Call hierarchy. An item goes back to the server exactly as it came: it is kept
//! as JSON text, because numbers may be larger than ours and `data` is the
//! server's own.

use std::sync::Arc;

use deixis_base::WireRange;
use serde::{Deserialize, Deserializer, de};
use serde_json::value::RawValue;

use super::{Lenient, Location, Many};

/// `CallHierarchyItem`.
#[derive(Debug, Clone, PartialEq)]
pub struct HierarchyItem {
    /// The whole item as it came.
    pub json: Arc<str>,
    /// Name; empty if there is none.
    pub name: String,
    /// `SymbolKind`, also out of range.
    pub kind: u32,
    /// Detail.
    pub detail: Option<String>,
    /// URI as the server wrote it.
    pub uri: String,
    /// The whole declaration.
    pub range: WireRange,
    /// The name.
    pub selection_range: WireRange,
    /// `data` as it came.
    pub data: Option<Arc<str>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Fields<'a> {
    #[serde(default)]
    name: Lenient<String>,
    #[serde(default)]
    kind: Lenient<u32>,
    #[serde(default)]
    detail: Lenient<String>,
    uri: String,
    #[serde(default)]
    range: Lenient<WireRange>,
    #[serde(default)]
    selection_range: Lenient<WireRange>,
    #[serde(borrow, default)]
    data: Option<&'a RawValue>,
}

impl<'de> Deserialize<'de> for HierarchyItem {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        let fields: Fields<'_> = serde_json::from_str(raw.get()).map_err(de::Error::custom)?;
        let (range, selection) = (fields.range.0, fields.selection_range.0);
        Ok(Self {
            name: fields.name.0.unwrap_or_default(),
            kind: fields.kind.0.unwrap_or_default(),
            detail: fields.detail.0.filter(|detail| !detail.is_empty()),
            uri: fields.uri,
            range: range.or(selection).unwrap_or_default(),
            selection_range: selection.or(range).unwrap_or_default(),
            data: fields.data.map(|data| data.get().into()),
            json: raw.get().into(),
        })
    }
}

impl HierarchyItem {
    /// Where it is.
    #[must_use]
    pub fn location(&self) -> Location {
        let full = (self.range != self.selection_range).then_some(self.range);
        Location { uri: self.uri.clone(), range: self.selection_range, full }
    }

    /// Parameters that ask for its calls.
    ///
    /// # Errors
    /// None that can be met: the item was read as JSON.
    pub fn params(&self) -> serde_json::Result<Box<RawValue>> {
        RawValue::from_string(format!("{{\"item\":{}}}", self.json))
    }
}

/// `CallHierarchyIncomingCall`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct IncomingCall {
    /// The caller.
    pub from: HierarchyItem,
    /// Where it calls.
    #[serde(default)]
    pub from_ranges: Many<WireRange>,
}

/// `CallHierarchyOutgoingCall`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OutgoingCall {
    /// The callee.
    pub to: HierarchyItem,
    /// Where it is called, in the file of the item that was asked about.
    #[serde(default)]
    pub from_ranges: Many<WireRange>,
}
