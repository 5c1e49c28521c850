//! From a server's locations to places in the project.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use deixis_base::{Encoding, Located, Position, Range, Root, RootedPath, Text, WireRange};
use deixis_lsp::wire::{Link, Location};

use crate::answer::Place;
use crate::server::Sent;
use crate::texts::Texts;

/// Bytes of a source line that an answer shows.
const MAX_LINE: usize = 120;

/// Converts the locations of one answer.
pub(crate) struct Places<'a> {
    root: &'a Root,
    texts: &'a Texts,
    encoding: Encoding,
    /// Texts seen in this answer; the asked document's is the very snapshot
    /// that the server was asked about.
    seen: HashMap<RootedPath, Option<Text>>,
}

impl<'a> Places<'a> {
    pub(crate) fn new(
        root: &'a Root,
        texts: &'a Texts,
        sent: &Sent,
        asked: Option<&RootedPath>,
    ) -> Self {
        let snapshot = asked.cloned().zip(sent.text.clone());
        let seen = snapshot.into_iter().map(|(path, text)| (path, Some(text))).collect();
        Self { root, texts, encoding: sent.encoding, seen }
    }

    /// All places, in order, each once.
    pub(crate) fn all(&mut self, links: Vec<Link>) -> Vec<Place> {
        let mut seen = HashSet::new();
        let mut places = Vec::with_capacity(links.len());
        for location in links.into_iter().filter_map(Link::location) {
            if seen.insert((location.uri.clone(), wire_key(&location.range))) {
                places.push(self.place(&location));
            }
        }
        places
    }

    /// One place.
    pub(crate) fn place(&mut self, location: &Location) -> Place {
        let located = self.root.locate(&location.uri);
        let is_inside = matches!(located, Located::Inside(_));
        let inside = match located {
            Located::Inside(path) => self.text(&path).map(|text| (path, text)),
            Located::Outside => None,
        };
        let (whole, name) = match location.full {
            Some(full) => (full, Some(location.range)),
            None => (location.range, None),
        };
        match inside {
            Some((path, text)) => inside_place(path, &text, whole, name, self.encoding),
            None => Place::Outside {
                uri: location.uri.as_str().into(),
                range: whole,
                selection: name,
                encoding: self.encoding,
                inside: is_inside,
                title: None,
                text: None,
                read_only: false,
            },
        }
    }

    /// The text of a file, read at most once per answer.
    pub(crate) fn text(&mut self, path: &RootedPath) -> Option<Text> {
        if let Some(text) = self.seen.get(path) {
            return text.clone();
        }
        let text = self.texts.get(path);
        self.seen.insert(path.clone(), text.clone());
        text
    }
}

/// A place inside the root.
pub(crate) fn inside_place(
    path: RootedPath,
    text: &Text,
    whole: WireRange,
    name: Option<WireRange>,
    encoding: Encoding,
) -> Place {
    let range = text.range_from_wire(whole, encoding);
    let selection =
        name.map(|name| text.range_from_wire(name, encoding)).filter(|name| *name != range);
    let at = selection.unwrap_or(range).start;
    Place::Inside { path, range, selection, text: line_text(text, at.line), read_only: false }
}

/// A source line as answers show it, without a byte order mark.
pub(crate) fn line_text(text: &Text, line: u32) -> Option<Arc<str>> {
    let line = text.line(line)?.trim_start_matches('\u{feff}').trim();
    let mut end = line.len().min(MAX_LINE);
    while !line.is_char_boundary(end) {
        end -= 1;
    }
    Some(line[..end].into())
}

/// Where a name stands within a declaration whose server does not say it: in
/// the declaration's first line.
pub(crate) fn find_name(text: &Text, range: Range, name: &str) -> Option<Range> {
    let line = text.line(range.start.line)?;
    let from = range.start.byte as usize;
    let column = from + line.get(from..)?.find(name).filter(|_| !name.is_empty())?;
    let start = u32::try_from(column).ok()?;
    let end = start.checked_add(u32::try_from(name.len()).ok()?)?;
    let line = range.start.line;
    Some(Range { start: Position { line, byte: start }, end: Position { line, byte: end } })
}

/// `path:line:column` as answers print it: one-based, UTF-8 bytes.
pub(crate) fn at(path: &RootedPath, position: Position) -> String {
    format!("{path}:{}:{}", position.line + 1, position.byte + 1)
}

fn wire_key(range: &WireRange) -> (u32, u32, u32, u32) {
    (range.start.line, range.start.character, range.end.line, range.end.character)
}
