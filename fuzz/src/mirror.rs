//! A text as a language server holds it, written from the specification alone.
//!
//! Everything is one list of units of one encoding; lines are searched for from the
//! start each time. Slow and plain, to be compared with what is fast and clever.

use deixis_base::Encoding;
use serde_json::Value;

const LF: u32 = 0x0A;
const CR: u32 = 0x0D;

/// A document in the units of its encoding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mirror {
    encoding: Encoding,
    units: Vec<u32>,
}

impl Mirror {
    /// A document with that text.
    pub(crate) fn new(text: &str, encoding: Encoding) -> Self {
        Self { encoding, units: units(text, encoding) }
    }

    /// Applies one element of `contentChanges`, and insists that its range is in order
    /// and that both ends are places: no line behind the last, no column behind the line.
    pub(crate) fn apply(&mut self, change: &Value) {
        let new = units(change["text"].as_str().expect("a text"), self.encoding);
        let Some(range) = change.get("range") else {
            self.units = new;
            return;
        };
        let (start, end) = (self.place(&range["start"]), self.place(&range["end"]));
        assert!(start <= end, "a range that ends before it starts: {change}");
        self.units.splice(start..end, new);
    }

    fn place(&self, position: &Value) -> usize {
        let number = |field: &str| {
            let number = position[field].as_u64().expect("a number");
            usize::try_from(number).expect("a number in range")
        };
        let lines = self.lines();
        let (start, end) = *lines.get(number("line")).expect("a line that is there");
        assert!(start + number("character") <= end, "a column behind its line: {position}");
        start + number("character")
    }

    /// Start and end of each line in units, without its terminator.
    fn lines(&self) -> Vec<(usize, usize)> {
        let mut lines = Vec::new();
        let (mut start, mut at) = (0, 0);
        while at < self.units.len() {
            let terminator = match (self.units[at], self.units.get(at + 1)) {
                (CR, Some(&LF)) => 2,
                (LF | CR, _) => 1,
                _ => 0,
            };
            if terminator > 0 {
                lines.push((start, at));
                start = at + terminator;
            }
            at += terminator.max(1);
        }
        lines.push((start, self.units.len()));
        lines
    }

    /// Where a server's position lies in UTF-8 after clamping: a line behind the last is
    /// the end of the text, a column behind its line that line's end, a column inside a
    /// character that character's start.
    pub(crate) fn clamped(&self, line: u32, character: u32) -> (u32, u32) {
        let lines = self.lines();
        let last = lines.len() - 1;
        let (line, character) = match usize::try_from(line) {
            Ok(line) if line <= last => (line, usize::try_from(character).unwrap_or(usize::MAX)),
            _ => (last, usize::MAX),
        };
        let (start, end) = lines[line];
        let mut units = &self.units[start..end];
        if character < units.len() {
            units = &units[..character];
            while !text(units, self.encoding).is_some_and(|head| self.starts_with(start, &head)) {
                units = &units[..units.len() - 1];
            }
        }
        let head = text(units, self.encoding).expect("whole characters");
        (narrow(line), narrow(head.len()))
    }

    fn starts_with(&self, at: usize, head: &str) -> bool {
        self.units[at..].starts_with(&units(head, self.encoding))
    }
}

fn narrow(number: usize) -> u32 {
    u32::try_from(number).expect("a small text")
}

fn units(text: &str, encoding: Encoding) -> Vec<u32> {
    match encoding {
        Encoding::Utf8 => text.bytes().map(u32::from).collect(),
        Encoding::Utf16 => text.encode_utf16().map(u32::from).collect(),
        Encoding::Utf32 => text.chars().map(u32::from).collect(),
    }
}

/// `None` where a character is cut.
fn text(units: &[u32], encoding: Encoding) -> Option<String> {
    match encoding {
        Encoding::Utf8 => {
            let bytes = units.iter().map(|unit| u8::try_from(*unit).ok());
            String::from_utf8(bytes.collect::<Option<_>>()?).ok()
        }
        Encoding::Utf16 => {
            let units: Option<Vec<u16>> =
                units.iter().map(|unit| u16::try_from(*unit).ok()).collect();
            String::from_utf16(&units?).ok()
        }
        Encoding::Utf32 => units.iter().map(|unit| char::from_u32(*unit)).collect(),
    }
}
