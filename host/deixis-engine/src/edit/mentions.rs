//! Places where the old name stands as a word and that an edit leaves alone: strings, comments,
//! and other things of that name. Which of them they are, a person sees; that they are there,
//! they should know.

use std::collections::HashMap;

use deixis_base::{Root, RootedPath, Text};

use super::ignored::{Ignored, is_dependency};
use super::plan::Planned;
use crate::aim::is_word;
use crate::places::at;

/// Files and folders that are looked at, at most.
const MAX_LOOKED: usize = 20_000;
/// Bytes of text that are searched, at most.
const MAX_BYTES: usize = 64 * 1024 * 1024;
/// Largest file that is searched, in bytes.
const MAX_FILE: u64 = 1024 * 1024;
/// Places that are named.
const SHOWN: usize = 5;

/// Where a name is left.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Mentions {
    count: usize,
    files: usize,
    first: Vec<String>,
    /// Whether not all of the project was searched.
    capped: bool,
}

/// Looks through the files that `takes` takes, but for folders of dependencies, hidden ones and
/// what git ignores.
pub(crate) fn mentions(
    root: &Root,
    name: &str,
    edited: &[Planned],
    takes: impl Fn(&RootedPath) -> bool,
) -> Mentions {
    let edited: HashMap<&RootedPath, &Planned> =
        edited.iter().map(|file| (&file.path, file)).collect();
    let mut ignored = Ignored::new(root.clone());
    let mut found = Mentions::default();
    let mut room = (MAX_LOOKED, MAX_BYTES);
    let mut folders: Vec<Option<RootedPath>> = vec![None];
    while let Some(folder) = folders.pop() {
        let Ok(listing) = root.list(folder.as_ref(), room.0) else { continue };
        found.capped |= listing.truncated;
        room.0 -= listing.entries.len();
        for entry in listing.entries {
            let path = match &folder {
                Some(folder) => folder.join(&entry.name),
                None => RootedPath::new(&entry.name),
            };
            let Ok(path) = path else { continue };
            let skipped = entry.name.starts_with('.') || is_dependency(&entry.name);
            if let Some(file) = edited.get(&path) {
                found.search(&path, &file.text, name, Some(file));
            } else if skipped || ignored.names(path.as_str(), entry.is_dir) {
            } else if entry.is_dir {
                if root.real(&path).is_ok_and(|real| real == path) {
                    folders.push(Some(path));
                }
            } else if takes(&path)
                && let Ok(text) = root.read_text(&path, MAX_FILE)
            {
                let Some(left) = room.1.checked_sub(text.len()) else {
                    found.capped = true;
                    return found;
                };
                room.1 = left;
                found.search(&path, &text, name, None);
            }
        }
    }
    found
}

impl Mentions {
    fn search(&mut self, path: &RootedPath, text: &Text, name: &str, edited: Option<&Planned>) {
        let whole = text.as_str();
        let covered: Vec<std::ops::Range<usize>> = edited
            .map(|file| file.edits.iter().map(|edit| text.byte_range(edit.range)).collect())
            .unwrap_or_default();
        let before = self.count;
        for (start, _) in whole.match_indices(name).filter(|_| !name.is_empty()) {
            let end = start + name.len();
            // By place: the first edit that does not end before.
            let next = covered.partition_point(|edit| edit.end <= start);
            let is_edited = covered.get(next).is_some_and(|edit| edit.start < end);
            if is_edited || !is_word(whole, start, name.len()) {
                continue;
            }
            self.count += 1;
            if self.first.len() < SHOWN {
                self.first.push(at(path, text.position(start)));
            }
        }
        self.files += usize::from(self.count > before);
    }

    /// The warning, if there is anything to say.
    pub(crate) fn warning(&self, name: &str) -> Option<String> {
        if self.count == 0 {
            return None;
        }
        let least = if self.capped { "at least " } else { "" };
        let places = if self.count == 1 { "place" } else { "places" };
        let files = if self.files == 1 { "file" } else { "files" };
        let more = if self.count > self.first.len() { ", …" } else { "" };
        Some(format!(
            "`{name}` is left alone at {least}{} {places} in {} {files} (strings, comments, other \
             things of that name): {}{more}",
            self.count,
            self.files,
            self.first.join(", ")
        ))
    }
}
