//! `Location` and `LocationLink`.

use deixis_base::WireRange;
use serde::Deserialize;

/// A place, from either shape.
#[derive(Debug, Clone, PartialEq)]
pub struct Location {
    /// URI as the server wrote it.
    pub uri: String,
    /// The name, or the place.
    pub range: WireRange,
    /// The whole declaration, where the server says it.
    pub full: Option<WireRange>,
}

/// Both shapes in one, as they come.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Link {
    #[serde(default)]
    uri: Option<String>,
    #[serde(default)]
    range: Option<WireRange>,
    #[serde(default)]
    target_uri: Option<String>,
    #[serde(default)]
    target_range: Option<WireRange>,
    #[serde(default)]
    target_selection_range: Option<WireRange>,
}

impl Link {
    /// The place, if the element holds one.
    #[must_use]
    pub fn location(self) -> Option<Location> {
        if let Some(uri) = self.target_uri {
            let range = self.target_selection_range.or(self.target_range)?;
            let full = self.target_range.filter(|full| *full != range);
            return Some(Location { uri, range, full });
        }
        Some(Location { uri: self.uri?, range: self.range.unwrap_or_default(), full: None })
    }
}
