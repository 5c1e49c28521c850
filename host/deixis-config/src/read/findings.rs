//! The list that every mistake goes into, and the lines they are on.

use crate::error::Mistake;
use deixis_base::redact::{credential_name, redact};
use std::collections::BTreeSet;
use std::ops::Range;

/// Characters of a found value that are shown.
const SHOWN_CHARACTERS: usize = 60;

/// Mistakes found so far. Ranges are of bytes in the file's text.
pub(super) struct Findings<'t> {
    text: &'t str,
    /// Where each line begins.
    lines: Vec<usize>,
    list: Vec<Mistake>,
    /// Lines that are no TOML: what was made of them means nothing.
    broken: BTreeSet<usize>,
    /// From this line on the parser was misled, and what it made of the lines
    /// that it did understand means nothing either.
    misled_from: usize,
}

impl<'t> Findings<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let after = |(at, byte): (usize, u8)| (byte == b'\n').then_some(at + 1);
        let lines = std::iter::once(0).chain(text.bytes().enumerate().filter_map(after)).collect();
        Self { text, lines, list: Vec::new(), broken: BTreeSet::new(), misled_from: usize::MAX }
    }

    /// Something that is there and wrong. `value` is where its text is.
    pub(super) fn wrong(
        &mut self,
        field: &str,
        value: &Range<usize>,
        problem: impl Into<String>,
        example: impl Into<String>,
    ) {
        if !self.is_misled(value.start) {
            let shown = self.shown(value);
            self.push(value.start, field, Some(shown), problem.into(), example.into());
        }
    }

    /// Something about a field's key, which is at `key`; its value's text is at
    /// `value`, where it has one of its own.
    pub(super) fn wrong_key(
        &mut self,
        field: &str,
        key: &Range<usize>,
        value: Option<&Range<usize>>,
        problem: impl Into<String>,
        example: impl Into<String>,
    ) {
        if !self.is_misled(key.start) {
            let shown = value.map(|value| self.shown(value));
            self.push(key.start, field, shown, problem.into(), example.into());
        }
    }

    /// Something that is not there and ought to be in the table at `table`.
    /// Not reported when lines were not understood: it may be on one of them.
    pub(super) fn missing(
        &mut self,
        field: &str,
        table: &Range<usize>,
        problem: impl Into<String>,
        example: impl Into<String>,
    ) {
        if self.broken.is_empty() {
            self.push(table.start, field, None, problem.into(), example.into());
        }
    }

    /// A line that is no TOML; only the first mistake on it counts.
    pub(super) fn broken_line(&mut self, at: usize, field: &str, problem: &str, example: &str) {
        let line = self.line_of(at);
        if self.broken.contains(&line) {
            return;
        }
        let text = self.line_text(line).trim();
        let value = text.split_once('=').map_or(text, |(_, value)| value.trim());
        let text = if field.is_empty() { text } else { value }.to_owned();
        self.push(at, field, Some(text), problem.to_owned(), example.to_owned());
        self.broken.insert(line);
    }

    /// From the line of this place on, only what is no TOML is reported.
    pub(super) fn misled_from(&mut self, at: usize) {
        self.misled_from = self.misled_from.min(self.line_of(at));
    }

    fn push(
        &mut self,
        at: usize,
        field: &str,
        value: Option<String>,
        problem: String,
        example: String,
    ) {
        let line = self.line_of(at);
        if !self.broken.contains(&line) {
            let value = value.map(|value| hide_secrets(field, &value));
            self.list.push(Mistake { line, field: field.to_owned(), value, problem, example });
        }
    }

    fn is_misled(&self, at: usize) -> bool {
        self.line_of(at) >= self.misled_from
    }

    /// In the order of lines.
    pub(super) fn finish(mut self) -> Vec<Mistake> {
        self.list.sort_by_key(|mistake| mistake.line);
        self.list
    }

    /// From 1. The place after a final line end belongs to the line it ends.
    pub(super) fn line_of(&self, at: usize) -> usize {
        let at = if at == self.text.len() { at.saturating_sub(1) } else { at };
        self.lines.partition_point(|start| *start <= at).max(1)
    }

    /// One line without its end, by its number from 1; empty when there is none.
    pub(super) fn line_text(&self, line: usize) -> &'t str {
        let start = self.lines.get(line - 1).copied().unwrap_or(self.text.len());
        let end = self.lines.get(line).copied().unwrap_or(self.text.len());
        self.text.get(start..end).unwrap_or_default().trim_end_matches(['\n', '\r'])
    }

    /// A value as it stands in the file, on one line.
    fn shown(&self, value: &Range<usize>) -> String {
        let text = self.text.get(value.clone()).unwrap_or_default();
        text.lines().map(str::trim).collect::<Vec<_>>().join(" ")
    }
}

/// A value fit to be shown: not too long, and no secret. What stands under a
/// credential's name is one, whatever it looks like.
fn hide_secrets(field: &str, value: &str) -> String {
    let key = field.rsplit('.').next().unwrap_or(field);
    if credential_name(key.trim_matches('"')) { "…".to_owned() } else { shorten(&redact(value)) }
}

fn shorten(text: &str) -> String {
    match text.char_indices().nth(SHOWN_CHARACTERS) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_from_one() {
        let check = |text: &str, at: usize, line: usize, shown: &str| {
            let findings = Findings::new(text);
            assert_eq!((findings.line_of(at), findings.line_text(line)), (line, shown), "{at}");
        };
        check("", 0, 1, "");
        check("a\nb\n", 0, 1, "a");
        check("a\nb\n", 1, 1, "a");
        check("a\nb\n", 2, 2, "b");
        check("a\nb\n", 4, 2, "b");
        check("a\r\nb", 3, 2, "b");
        check("a\r\nb", 4, 2, "b");
    }
}
