//! The answer of `textDocument/prepareRename` in all its shapes.

use deixis_base::{WirePosition, WireRange};
use serde::{Deserialize, Deserializer, de};

use super::Lenient;

/// Whether and what a server would rename.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PrepareRename {
    /// Nothing: `null`.
    Refused,
    /// What stands in this range.
    At {
        /// The range.
        range: WireRange,
        /// What to show in its place, where the server says it.
        placeholder: Option<String>,
    },
    /// What the client takes for the identifier at the place.
    Default,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Shape {
    #[serde(default)]
    start: Option<WirePosition>,
    #[serde(default)]
    end: Option<WirePosition>,
    #[serde(default)]
    range: Option<WireRange>,
    #[serde(default)]
    placeholder: Lenient<String>,
    #[serde(default)]
    default_behavior: Option<bool>,
}

impl<'de> Deserialize<'de> for PrepareRename {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Some(shape) = Option::<Shape>::deserialize(deserializer)? else {
            return Ok(Self::Refused);
        };
        let bare = shape.start.zip(shape.end).map(|(start, end)| WireRange { start, end });
        match (shape.range.or(bare), shape.default_behavior) {
            (Some(range), _) => Ok(Self::At { range, placeholder: shape.placeholder.0 }),
            (None, Some(true)) => Ok(Self::Default),
            (None, Some(false)) => Ok(Self::Refused),
            (None, None) => Err(de::Error::custom("neither a range nor a default behaviour")),
        }
    }
}
