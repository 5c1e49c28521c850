//! Places in a text: ours and a server's.
//!
//! Inside the host a place is a [`Position`]: a zero-based line and a zero-based UTF-8 byte
//! column. A language server counts columns in the units it negotiated ([`Encoding`]), so what
//! crosses the wire is a different type, [`WirePosition`]. Only [`Text`](crate::Text) turns one
//! into the other, because only the text knows how wide its characters are.

use std::fmt;

use serde::de::{Deserializer, Visitor};
use serde::{Deserialize, Serialize};

/// A place in a text: zero-based line, zero-based UTF-8 byte column within that line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// Zero-based line.
    pub line: u32,
    /// Zero-based offset from the start of the line, in UTF-8 bytes.
    pub byte: u32,
}

impl Position {
    /// A position from a zero-based line and a zero-based byte column.
    #[must_use]
    pub const fn new(line: u32, byte: u32) -> Self {
        Self { line, byte }
    }
}

/// A stretch of text, `end` excluded; both ends as [`Position`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Range {
    /// First position inside.
    pub start: Position,
    /// First position behind.
    pub end: Position,
}

impl Range {
    /// A range from its two ends; the caller vouches that `start <= end`.
    #[must_use]
    pub const fn new(start: Position, end: Position) -> Self {
        Self { start, end }
    }

    /// The empty range at `at`.
    #[must_use]
    pub const fn empty(at: Position) -> Self {
        Self { start: at, end: at }
    }

    /// Whether nothing lies between the ends.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.start >= self.end
    }

    /// Whether `at` lies inside, `end` excluded (an empty range contains its own position).
    #[must_use]
    pub fn contains(&self, at: Position) -> bool {
        self.start <= at && (at < self.end || at == self.start)
    }
}

/// A place as a server writes it: zero-based line, column in the server's own units.
///
/// Reading is tolerant: a negative number becomes 0, a number beyond `u32` becomes `u32::MAX`,
/// a float loses its fraction. One odd number must not cost a whole answer.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct WirePosition {
    /// Zero-based line.
    #[serde(deserialize_with = "clamped")]
    pub line: u32,
    /// Zero-based column, in units of the negotiated [`Encoding`].
    #[serde(deserialize_with = "clamped")]
    pub character: u32,
}

impl WirePosition {
    /// A wire position from a zero-based line and a zero-based column in the server's units.
    #[must_use]
    pub const fn new(line: u32, character: u32) -> Self {
        Self { line, character }
    }
}

/// A stretch of text as a server writes it, `end` excluded. Nothing says that `start <= end`.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct WireRange {
    /// First position inside.
    pub start: WirePosition,
    /// First position behind.
    pub end: WirePosition,
}

impl WireRange {
    /// A wire range from its two ends.
    #[must_use]
    pub const fn new(start: WirePosition, end: WirePosition) -> Self {
        Self { start, end }
    }
}

/// The unit in which a server counts columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// UTF-8 bytes.
    Utf8,
    /// UTF-16 code units; what LSP means when nothing was negotiated.
    #[default]
    Utf16,
    /// Unicode scalar values.
    Utf32,
}

impl Encoding {
    /// The name LSP uses: `utf-8`, `utf-16`, `utf-32`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Utf8 => "utf-8",
            Self::Utf16 => "utf-16",
            Self::Utf32 => "utf-32",
        }
    }

    /// The encoding of that LSP name; `None` for any other string.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        match name {
            "utf-8" => Some(Self::Utf8),
            "utf-16" => Some(Self::Utf16),
            "utf-32" => Some(Self::Utf32),
            _ => None,
        }
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Why a caller's position names no place in a text.
///
/// Fields are zero-based; messages count lines and columns from one, as editors and the tools of
/// this server do, and name the limit that was passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// The text has fewer lines.
    #[error(
        "line {} is beyond the end: the text has {lines} line{}",
        u64::from(*line) + 1,
        plural(*lines)
    )]
    LineBeyondEnd {
        /// The zero-based line that was asked for.
        line: u32,
        /// How many lines there are; the last one is `lines - 1`.
        lines: u32,
    },
    /// The line is shorter.
    #[error(
        "column {} is beyond the end of line {}: the line has {len} byte{}, so its last column is {}",
        u64::from(*byte) + 1,
        u64::from(*line) + 1,
        plural(*len),
        u64::from(*len) + 1
    )]
    ByteBeyondLine {
        /// The zero-based line.
        line: u32,
        /// The zero-based byte column that was asked for.
        byte: u32,
        /// The length of the line in bytes, without its terminator.
        len: u32,
    },
    /// The column falls between the bytes of one character.
    #[error(
        "column {} of line {} is inside the character {character:?}, which starts at column {} and is {} bytes long",
        u64::from(*byte) + 1,
        u64::from(*line) + 1,
        u64::from(*start) + 1,
        character.len_utf8()
    )]
    InsideCharacter {
        /// The zero-based line.
        line: u32,
        /// The zero-based byte column that was asked for.
        byte: u32,
        /// The zero-based byte column where the character starts.
        start: u32,
        /// The character that would be cut.
        character: char,
    },
}

const fn plural(count: u32) -> &'static str {
    if count == 1 { "" } else { "s" }
}

fn clamped<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    struct Clamped;

    impl Visitor<'_> for Clamped {
        type Value = u32;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a number")
        }

        fn visit_u64<E>(self, value: u64) -> Result<u32, E> {
            Ok(u32::try_from(value).unwrap_or(u32::MAX))
        }

        fn visit_i64<E>(self, value: i64) -> Result<u32, E> {
            Ok(u32::try_from(value.max(0)).unwrap_or(u32::MAX))
        }

        fn visit_f64<E>(self, value: f64) -> Result<u32, E> {
            // A float cast saturates at both ends and turns NaN into 0: exactly the clamp.
            Ok(value as u32)
        }
    }

    deserializer.deserialize_any(Clamped)
}

#[cfg(test)]
mod tests;
