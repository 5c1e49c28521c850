//! Words, their places and their declarations, in the toy language.
//!
//! Written apart from Deixis on purpose: a mistake in its positions must not be
//! repeated here and so go unnoticed.

use serde_json::{Value, json};

/// The unit in which a line's columns are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unit {
    Utf8,
    Utf16,
    Utf32,
}

/// Words that declare the one after them, with the LSP kind of what is declared.
const KEYWORDS: [(&str, u32); 13] = [
    ("fn", 12),
    ("def", 12),
    ("func", 12),
    ("function", 12),
    ("class", 5),
    ("struct", 23),
    ("enum", 10),
    ("interface", 11),
    ("trait", 11),
    ("const", 14),
    ("let", 13),
    ("var", 13),
    ("type", 26),
];

/// One whole word.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Word<'a> {
    pub(crate) text: &'a str,
    /// Zero-based line.
    pub(crate) line: usize,
    /// Byte column of its first character.
    pub(crate) byte: usize,
    /// The line it stands on, without its end.
    pub(crate) in_line: &'a str,
    /// The kind, if a keyword before it declares it.
    pub(crate) declares: Option<u32>,
}

impl Unit {
    pub(crate) fn named(name: &str) -> Self {
        match name {
            "utf-8" => Self::Utf8,
            "utf-32" => Self::Utf32,
            _ => Self::Utf16,
        }
    }

    /// The column of a byte column.
    pub(crate) fn column(self, line: &str, byte: usize) -> usize {
        let before = line.get(..byte).unwrap_or(line);
        match self {
            Self::Utf8 => before.len(),
            Self::Utf16 => before.encode_utf16().count(),
            Self::Utf32 => before.chars().count(),
        }
    }

    /// The byte column of a column; `None` beyond the line or inside a character.
    pub(crate) fn byte(self, line: &str, column: usize) -> Option<usize> {
        let starts = line.char_indices().map(|(byte, _)| byte).chain([line.len()]);
        starts.into_iter().find(|byte| self.column(line, *byte) == column)
    }
}

impl Word<'_> {
    /// The word's range in the server's units.
    pub(crate) fn range(&self, unit: Unit) -> Value {
        let start = unit.column(self.in_line, self.byte);
        let end = unit.column(self.in_line, self.byte + self.text.len());
        json!({"start": {"line": self.line, "character": start}, "end": {"line": self.line, "character": end}})
    }

    /// The range of its whole line.
    pub(crate) fn line_range(&self, unit: Unit) -> Value {
        let end = unit.column(self.in_line, self.in_line.len());
        json!({"start": {"line": self.line, "character": 0}, "end": {"line": self.line, "character": end}})
    }
}

/// Lines without their ends; `\n`, `\r\n` and a lone `\r` end one.
pub(crate) fn lines(text: &str) -> Vec<&str> {
    let mut lines = Vec::new();
    let mut rest = text;
    while let Some(end) = rest.find(['\n', '\r']) {
        lines.push(&rest[..end]);
        rest = rest[end..].strip_prefix("\r\n").unwrap_or(&rest[end + 1..]);
    }
    lines.push(rest);
    lines
}

/// Every word of a text, in order.
pub(crate) fn words(text: &str) -> Vec<Word<'_>> {
    let mut found = Vec::new();
    for (line, in_line) in lines(text).into_iter().enumerate() {
        let mut before = "";
        let mut start = None;
        for (byte, c) in in_line.char_indices().chain([(in_line.len(), ' ')]) {
            let inside = c.is_alphanumeric() || c == '_';
            if inside && start.is_none() {
                start = Some(byte);
            }
            if inside {
                continue;
            }
            let Some(byte_start) = start.take() else { continue };
            let text = &in_line[byte_start..byte];
            let declares =
                KEYWORDS.iter().find(|(keyword, _)| *keyword == before).map(|(_, kind)| *kind);
            found.push(Word { text, line, byte: byte_start, in_line, declares });
            before = text;
        }
    }
    found
}
