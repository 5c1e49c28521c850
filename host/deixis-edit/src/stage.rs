//! Names that are drawn: ids of journals and previews, and the file names made of them.
//!
//! A stage is the sibling in which a file's other content waits. Its name carries the id of the
//! journal that knows of it, so that it can be told from everything else in the folder, for ever.

use std::fmt;
use std::io;

/// What every stage's name starts with.
const PREFIX: &str = ".deixis-";

/// 128 bits from the system's randomness, written as 32 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Token([u8; 16]);

/// Which of a file's two possible siblings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// Holds the new bytes until they are exchanged for the old ones.
    New,
    /// Holds the old bytes while a rollback has nowhere else to take them from.
    Old,
}

impl Token {
    pub(crate) fn draw() -> io::Result<Self> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(io::Error::other)?;
        Ok(Self(bytes))
    }

    pub(crate) fn parse(text: &str) -> Option<Self> {
        let digits = text.as_bytes();
        if digits.len() != 32 {
            return None;
        }
        let mut bytes = [0; 16];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = digit(pair[0])? << 4 | digit(pair[1])?;
        }
        Some(Self(bytes))
    }

    /// The name of the sibling of the file with this number in its journal.
    pub(crate) fn stage(self, number: usize, side: Side) -> String {
        let side = match side {
            Side::New => "new",
            Side::Old => "old",
        };
        format!("{PREFIX}{self}-{number}.{side}")
    }

    /// The journal that a name belongs to, if it is a stage's.
    pub(crate) fn of_stage(name: &str) -> Option<Self> {
        let (id, rest) = name.strip_prefix(PREFIX)?.split_once('-')?;
        let number = rest.strip_suffix(".new").or_else(|| rest.strip_suffix(".old"))?;
        let numbered = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        if numbered { Self::parse(id) } else { None }
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Lower case only: one id has one spelling.
fn digit(byte: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    }
}
