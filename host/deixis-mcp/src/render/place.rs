//! Places: inside the root as `at` and `range` in UTF-8 bytes, outside as the server said them.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Write as _;

use deixis_base::{Position, Range, RootedPath, WireRange};
use deixis_engine::answer::Place;
use rmcp::model::JsonObject;
use serde_json::{Value, json};

use super::clean;

/// `src/a.rs:12:5`: one-based line, one-based UTF-8 byte column. Can be pasted back as `path`.
pub(crate) fn at(path: &RootedPath, position: Position) -> String {
    format!("{path}:{}", line_column(position.line, position.byte))
}

/// `12:5` from a zero-based place.
fn line_column(line: u32, column: u32) -> String {
    format!("{}:{}", u64::from(line) + 1, u64::from(column) + 1)
}

/// `[startLine, startCharacter, endLine, endCharacter]`, zero-based, UTF-8.
pub(crate) fn range(range: Range) -> Value {
    json!([range.start.line, range.start.byte, range.end.line, range.end.byte])
}

/// `12:5-12:10`, one-based.
pub(crate) fn span(range: Range) -> String {
    let (start, end) = (range.start, range.end);
    format!("{}-{}", line_column(start.line, start.byte), line_column(end.line, end.byte))
}

pub(crate) fn wire_range(range: WireRange) -> Value {
    json!([range.start.line, range.start.character, range.end.line, range.end.character])
}

/// Adds the members of a place: `at`, `range`, `selectionRange?`, `text?`, `readOnly?`, or `uri`,
/// `title?`, `range`, `selectionRange?`, `positionEncoding`, `text?`, `readOnly?`.
pub(crate) fn insert(place: &Place, with_text: bool, out: &mut JsonObject) {
    match place {
        Place::Inside { path, range: whole, selection, text, read_only } => {
            let name = selection.unwrap_or(*whole);
            out.insert("at".to_owned(), Value::String(at(path, name.start)));
            out.insert("range".to_owned(), range(*whole));
            if name != *whole {
                out.insert("selectionRange".to_owned(), range(name));
            }
            insert_text(text.as_deref().filter(|_| with_text), *read_only, out);
        }
        Place::Outside {
            uri, range: whole, selection, encoding, title, text, read_only, ..
        } => {
            out.insert("uri".to_owned(), json!(&**uri));
            if let Some(title) = title {
                out.insert("title".to_owned(), Value::String(clean::line(title).into_owned()));
            }
            out.insert("range".to_owned(), wire_range(*whole));
            if let Some(name) = selection.filter(|name| name != whole) {
                out.insert("selectionRange".to_owned(), wire_range(name));
            }
            out.insert("positionEncoding".to_owned(), json!(encoding.as_str()));
            insert_text(text.as_deref().filter(|_| with_text), *read_only, out);
        }
    }
}

fn insert_text(text: Option<&str>, read_only: bool, out: &mut JsonObject) {
    if let Some(text) = text {
        out.insert("text".to_owned(), Value::String(clean::line(text).into_owned()));
    }
    if read_only {
        out.insert("readOnly".to_owned(), json!(true));
    }
}

/// The file of a place, as a heading: its path, or its URI with the unit of its columns.
pub(crate) fn heading(place: &Place) -> Cow<'_, str> {
    match place {
        Place::Inside { path, .. } => clean::word(path.as_str()),
        Place::Outside { uri, .. } => Cow::Owned(format!("{}{}", clean::word(uri), notes(place))),
    }
}

/// What is to be known of a place that is not told as others are, in brackets.
fn notes(place: &Place) -> String {
    let Place::Outside { encoding, inside, title, .. } = place else { return String::new() };
    let title = title.as_deref().map(clean::line);
    let title = title.map_or(String::new(), |title| format!("{}, ", clean::word(&title)));
    format!(" ({title}{}, columns in {encoding})", whereabouts(*inside))
}

/// What keeps a place from being told as others are.
fn whereabouts(inside: bool) -> &'static str {
    if inside { "not readable as UTF-8 text" } else { "outside the project" }
}

/// Appends `12:5`, where the name is.
pub(crate) fn write_short(place: &Place, text: &mut String) {
    let (line, column) = match place {
        Place::Inside { range, selection, .. } => {
            let name = selection.unwrap_or(*range).start;
            (name.line, name.byte)
        }
        Place::Outside { range, selection, .. } => {
            let name = selection.unwrap_or(*range).start;
            (name.line, name.character)
        }
    };
    let _ = write!(text, "{}:{}", u64::from(line) + 1, u64::from(column) + 1);
}

/// `path:12:5`, or the URI's equivalent with the unit of its columns.
pub(crate) fn long(place: &Place) -> String {
    let mut text = match place {
        Place::Inside { path, .. } => clean::word(path.as_str()).into_owned(),
        Place::Outside { uri, .. } => clean::word(uri).into_owned(),
    };
    text.push(':');
    write_short(place, &mut text);
    text.push_str(&notes(place));
    text
}

/// Appends `  [lines 12-40]` where the whole declaration is known and longer than a line.
pub(crate) fn write_extent(place: &Place, text: &mut String) {
    let (first, last) = match place {
        Place::Inside { range, selection: Some(_), .. } => (range.start.line, range.end.line),
        Place::Outside { range, selection: Some(_), .. } => (range.start.line, range.end.line),
        _ => return,
    };
    if first < last {
        let _ = write!(text, "  [lines {}-{}]", u64::from(first) + 1, u64::from(last) + 1);
    }
}

/// Appends the source line of a place, with two spaces before it, unless the page is bare.
pub(crate) fn write_source(place: &Place, bare: bool, text: &mut String) {
    let (Place::Inside { text: line, read_only, .. }
    | Place::Outside { text: line, read_only, .. }) = place;
    if let Some(line) = line.as_deref().filter(|_| !bare) {
        text.push_str("  ");
        text.push_str(&clean::line(line));
    }
    if *read_only {
        text.push_str("  [read-only]");
    }
}

/// Appends `12:5  source line  [lines 12-40]`.
pub(crate) fn write_line(place: &Place, bare: bool, text: &mut String) {
    write_short(place, text);
    write_source(place, bare, text);
    write_extent(place, text);
}

/// Lines below the heading of their file. Files come in the order of their first line.
#[derive(Debug, Default)]
pub(crate) struct Grouped<'a> {
    files: Vec<(Cow<'a, str>, String)>,
    index: HashMap<Cow<'a, str>, usize>,
}

impl<'a> Grouped<'a> {
    /// Begins a line in its file's group, indented by two spaces, and gives it to be written.
    pub(crate) fn line(&mut self, heading: Cow<'a, str>) -> &mut String {
        let file = match self.index.get(&heading) {
            Some(&file) => file,
            None => {
                self.index.insert(heading.clone(), self.files.len());
                self.files.push((heading, String::new()));
                self.files.len() - 1
            }
        };
        let lines = &mut self.files[file].1;
        lines.push_str("\n  ");
        lines
    }

    /// Appends the groups.
    pub(crate) fn write(&self, text: &mut String) {
        for (heading, lines) in &self.files {
            text.push('\n');
            text.push_str(heading);
            text.push_str(lines);
        }
    }
}
