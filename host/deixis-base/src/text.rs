//! An immutable text with its line table.
//!
//! A [`Text`] is what the host believes a document to be: one exact byte string plus the offsets
//! where its lines start, computed once and shared by every clone. Lines end at LF, CRLF or a
//! lone CR, as LSP says; the terminator belongs to no column, so the last valid column of a line
//! is the one behind its last character.
//!
//! Positions go two ways with two attitudes. [`Text::to_wire`] and [`Text::offset`] take what a
//! caller said and *reject* what is not a place. [`Text::from_wire`] takes what a server said and
//! *clamps* it, because servers name lines behind the end and columns behind a line all the time
//! and the rest of their answer is still good.
//!
//! In a text that is all ASCII every encoding counts alike, so conversion is a bounds check.
//! Otherwise the units of one line are counted, in blocks that the compiler vectorises.

mod units;

use std::fmt;
use std::sync::Arc;

use crate::position::{Encoding, Position, PositionError, Range, WirePosition, WireRange};

/// A text and its line table. Cloning shares both.
///
/// A byte order mark is part of the text (as U+FEFF, three bytes in line 0): what a server is
/// told must equal what is on disk.
#[derive(Clone)]
pub struct Text {
    text: Arc<str>,
    /// Byte offset of the start of each line; never empty, the first is 0, rising.
    starts: Arc<[usize]>,
    /// Whether every byte is ASCII, so that all encodings count alike.
    ascii: bool,
}

impl Text {
    /// A text from its content; takes an `Arc<str>` without copying.
    #[must_use]
    pub fn new(text: impl Into<Arc<str>>) -> Self {
        let text = text.into();
        let starts = line_starts(text.as_bytes()).into();
        let ascii = text.is_ascii();
        Self { text, starts, ascii }
    }

    /// The whole content.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The whole content, shared.
    #[must_use]
    pub fn shared(&self) -> Arc<str> {
        Arc::clone(&self.text)
    }

    /// Length in bytes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.text.len()
    }

    /// Whether there is no byte.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// How many lines there are: one more than there are terminators, so at least one.
    #[must_use]
    pub fn line_count(&self) -> u32 {
        u32::try_from(self.starts.len()).unwrap_or(u32::MAX)
    }

    /// The text of a zero-based line without its terminator; `None` beyond the last line.
    #[must_use]
    pub fn line(&self, line: u32) -> Option<&str> {
        let full = self.line_with_end(line)?;
        Some(full.strip_suffix('\n').map_or_else(
            || full.strip_suffix('\r').unwrap_or(full),
            |rest| rest.strip_suffix('\r').unwrap_or(rest),
        ))
    }

    /// The text of a zero-based line with its terminator, if it has one.
    #[must_use]
    pub fn line_with_end(&self, line: u32) -> Option<&str> {
        let line = usize::try_from(line).ok()?;
        let start = *self.starts.get(line)?;
        let end = self.starts.get(line + 1).copied().unwrap_or(self.text.len());
        self.text.get(start..end)
    }

    /// The position behind the last character.
    #[must_use]
    pub fn end(&self) -> Position {
        self.position(self.text.len())
    }

    /// Converts a caller's position into a server's units.
    ///
    /// # Errors
    /// If the position is not a place in this text: beyond the last line, beyond its line, or
    /// inside a character.
    pub fn to_wire(
        &self,
        position: Position,
        encoding: Encoding,
    ) -> Result<WirePosition, PositionError> {
        let (_, prefix) = self.checked(position)?;
        let character = if self.ascii { position.byte } else { units::count(prefix, encoding) };
        Ok(WirePosition { line: position.line, character })
    }

    /// Converts a caller's range into a server's units.
    ///
    /// # Errors
    /// If either end is not a place in this text.
    pub fn range_to_wire(
        &self,
        range: Range,
        encoding: Encoding,
    ) -> Result<WireRange, PositionError> {
        Ok(WireRange {
            start: self.to_wire(range.start, encoding)?,
            end: self.to_wire(range.end, encoding)?,
        })
    }

    /// Converts a server's position, clamping it to the nearest place before it: a line beyond
    /// the end becomes the end of the text, a column beyond the line the end of the line, a
    /// column inside a character that character's start.
    #[must_use]
    #[expect(clippy::wrong_self_convention, reason = "the text converts; it is not made from one")]
    pub fn from_wire(&self, position: WirePosition, encoding: Encoding) -> Position {
        let Some(line) = self.line(position.line) else { return self.end() };
        let byte = if self.ascii {
            line.len().min(to_usize(position.character))
        } else {
            units::offset(line, to_usize(position.character), encoding)
        };
        Position { line: position.line, byte: to_u32(byte) }
    }

    /// Converts a server's range, clamping both ends; an end before its start becomes the start.
    #[must_use]
    pub fn range_from_wire(&self, range: WireRange, encoding: Encoding) -> Range {
        let start = self.from_wire(range.start, encoding);
        let end = self.from_wire(range.end, encoding);
        Range { start, end: end.max(start) }
    }

    /// The byte offset of a caller's position.
    ///
    /// # Errors
    /// If the position is not a place in this text; see [`Text::to_wire`].
    pub fn offset(&self, position: Position) -> Result<usize, PositionError> {
        self.checked(position).map(|(offset, _)| offset)
    }

    /// The position of a byte offset, clamped to the nearest place before it: beyond the text
    /// its end, inside a character that character's start, inside a terminator the line's end.
    #[must_use]
    pub fn position(&self, offset: usize) -> Position {
        let offset = self.text.floor_char_boundary(offset);
        let line = self.starts.partition_point(|&start| start <= offset).saturating_sub(1);
        let line = to_u32(line);
        let start = self.starts.get(to_usize(line)).copied().unwrap_or(0);
        let len = self.line(line).map_or(0, str::len);
        Position { line, byte: to_u32((offset - start).min(len)) }
    }

    /// The text of a range. Ends that are no places are clamped as [`Text::from_wire`] does; an
    /// end before its start gives the empty string.
    #[must_use]
    pub fn slice(&self, range: Range) -> &str {
        self.text.get(self.byte_range(range)).unwrap_or_default()
    }

    /// The byte offsets of a range, clamped: always `start <= end`, always on characters.
    #[must_use]
    pub fn byte_range(&self, range: Range) -> std::ops::Range<usize> {
        let start = self.clamped_offset(range.start);
        start..self.clamped_offset(range.end).max(start)
    }

    fn clamped_offset(&self, position: Position) -> usize {
        let Some(line) = self.line(position.line) else { return self.text.len() };
        let start = self.starts.get(to_usize(position.line)).copied().unwrap_or(0);
        start + line.floor_char_boundary(to_usize(position.byte))
    }

    /// The offset of a position and the part of its line before it, or why it is none.
    fn checked(&self, position: Position) -> Result<(usize, &str), PositionError> {
        let Position { line: number, byte } = position;
        let line = self
            .line(number)
            .ok_or(PositionError::LineBeyondEnd { line: number, lines: self.line_count() })?;
        let column = to_usize(byte);
        if let Some(prefix) = line.get(..column) {
            let start = self.starts.get(to_usize(number)).copied().unwrap_or(0);
            return Ok((start + column, prefix));
        }
        let start = line.floor_char_boundary(column);
        Err(match line[start..].chars().next() {
            Some(character) => PositionError::InsideCharacter {
                line: number,
                byte,
                start: to_u32(start),
                character,
            },
            None => PositionError::ByteBeyondLine { line: number, byte, len: to_u32(line.len()) },
        })
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Text")
            .field("len", &self.len())
            .field("lines", &self.line_count())
            .finish_non_exhaustive()
    }
}

impl Default for Text {
    fn default() -> Self {
        Self::new("")
    }
}

impl PartialEq for Text {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.text, &other.text) || self.text == other.text
    }
}

impl Eq for Text {}

fn line_starts(bytes: &[u8]) -> Vec<usize> {
    let mut starts = vec![0];
    for at in memchr::memchr2_iter(b'\n', b'\r', bytes) {
        // The CR of a CRLF ends nothing; its LF does.
        if bytes[at] == b'\n' || bytes.get(at + 1) != Some(&b'\n') {
            starts.push(at + 1);
        }
    }
    starts
}

/// Offsets beyond `u32` cannot be said on the wire; they stick at its end.
fn to_u32(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

fn to_usize(value: u32) -> usize {
    usize::try_from(value).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests;
