//! Checks an edit and turns it into root-relative paths and UTF-8 positions.

use std::collections::HashMap;

use deixis_base::{Encoding, Located, Range, Root, RootedPath, Text, WirePosition, WireRange};
use deixis_lsp::wire::{TextEdit, WorkspaceEdit};

use super::operations::by_document;
use crate::answer::Edit;
use crate::disk::VERSION_CONTROL;
use crate::places::at;

/// Why an edit is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Problem {
    /// The file that it is wrong about.
    pub(crate) path: Option<String>,
    /// Why.
    pub(crate) message: String,
}

/// The edits of one file, with the text that they are for.
#[derive(Debug, Clone)]
pub(crate) struct Planned {
    /// Its one name: no symlink leads on.
    pub(crate) path: RootedPath,
    pub(crate) text: Text,
    /// By place; they do not overlap, and each changes something.
    pub(crate) edits: Vec<Edit>,
}

/// A file that is edited, as it is found.
pub(crate) struct Found {
    /// Its one name: no symlink leads on.
    pub(crate) real: RootedPath,
    /// Its text, as on disk.
    pub(crate) text: Text,
}

/// Checks an edit. `find` looks at a file that the server names, with the version that it says
/// the edits are for, and says in half a sentence what is wrong with it.
pub(crate) fn plan(
    edit: WorkspaceEdit,
    root: &Root,
    encoding: Encoding,
    mut find: impl FnMut(&RootedPath, Option<i32>) -> Result<Found, String>,
) -> Result<Vec<Planned>, Problem> {
    let mut files: Vec<Planned> = Vec::new();
    // By the name that the server says.
    let mut known: HashMap<RootedPath, usize> = HashMap::new();
    // By the name that the file has.
    let mut names: HashMap<RootedPath, RootedPath> = HashMap::new();
    let labels: HashMap<String, String> = edit
        .change_annotations
        .iter()
        .flat_map(|entries| &entries.0)
        .filter_map(|(id, annotation)| Some((id.clone(), annotation.label.0.clone()?)))
        .collect();
    for (document, edits) in by_document(edit)? {
        let uri = &document.uri;
        if edits.unreadable > 0 {
            let message = format!("{} of its edits of {uri} cannot be read", edits.unreadable);
            return Err(Problem { path: None, message });
        }
        let Located::Inside(path) = root.locate(uri) else {
            return Err(problem(uri, "lies outside the project, where nothing is changed"));
        };
        if path.as_str().split('/').any(|part| VERSION_CONTROL.contains(&part)) {
            return Err(problem(path.as_str(), "belongs to the version control, and is no source"));
        }
        let file = match known.get(&path) {
            Some(file) => *file,
            None => {
                let version = document.version.0;
                let found = find(&path, version).map_err(|how| problem(path.as_str(), &how))?;
                if let Some(other) = names.insert(found.real.clone(), path.clone()) {
                    return Err(problem(path.as_str(), &format!("is the same file as {other}")));
                }
                known.insert(path.clone(), files.len());
                files.push(Planned { path: found.real, text: found.text, edits: Vec::new() });
                files.len() - 1
            }
        };
        for edit in edits.items {
            if let Some(id) = &edit.annotation_id.0 {
                return Err(annotated(&path, &edit, labels.get(id).unwrap_or(id)));
            }
            let planned = converted(&path, &files[file].text, edit, encoding)?;
            files[file].edits.push(planned);
        }
    }
    for file in &mut files {
        sort(file)?;
        file.edits.retain(|edit| edit.old_text != edit.new_text);
    }
    files.retain(|file| !file.edits.is_empty());
    Ok(files)
}

fn converted(
    path: &RootedPath,
    text: &Text,
    edit: TextEdit,
    encoding: Encoding,
) -> Result<Edit, Problem> {
    let WireRange { start, end } = edit.range;
    if start > end {
        return Err(misplaced(path, start, "ends before it begins"));
    }
    let range = Range {
        start: position(path, text, start, encoding)?,
        end: position(path, text, end, encoding)?,
    };
    Ok(Edit { range, old_text: text.slice(range).to_owned(), new_text: edit.new_text })
}

fn annotated(path: &RootedPath, edit: &TextEdit, label: &str) -> Problem {
    let message = format!(
        "its edit at line {} of {path} carries the annotation {label:?}, which asks a person to \
         confirm it; another name may need no such question",
        u64::from(edit.range.start.line) + 1
    );
    Problem { path: Some(path.to_string()), message }
}

/// A place in the text. A column beyond the end of its line is that end, as LSP
/// says; a line that is not there, or the inside of a character, is another text's.
fn position(
    path: &RootedPath,
    text: &Text,
    place: WirePosition,
    encoding: Encoding,
) -> Result<deixis_base::Position, Problem> {
    // Many servers say "up to the end" by the line after the last.
    let after_last = place.line == text.line_count() && place.character == 0;
    if place.line >= text.line_count() && !after_last {
        return Err(misplaced(path, place, "is beyond the end of the file"));
    }
    let position = text.from_wire(place, encoding);
    let length = text.line(position.line).map_or(0, str::len);
    let back = text.to_wire(position, encoding);
    let same = back.is_ok_and(|back| back == place);
    if same || after_last || position.byte as usize == length {
        return Ok(position);
    }
    Err(misplaced(path, place, "is inside a character"))
}

fn misplaced(path: &RootedPath, place: WirePosition, how: &str) -> Problem {
    let (line, column) = (u64::from(place.line) + 1, u64::from(place.character) + 1);
    let message = format!("its edit at line {line}, column {column} of {path} {how}");
    Problem { path: Some(path.to_string()), message }
}

fn problem(file: &str, how: &str) -> Problem {
    Problem { path: Some(file.to_owned()), message: format!("it edits {file}, which {how}") }
}

/// By place; insertions at the same place stay in the server's order.
fn sort(file: &mut Planned) -> Result<(), Problem> {
    file.edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
    // Some servers say one replacement twice; two equal insertions are two.
    file.edits.dedup_by(|one, other| one == other && one.range.start != one.range.end);
    for pair in file.edits.windows(2) {
        if pair[1].range.start < pair[0].range.end {
            let (one, other) = (pair[0].range.start, pair[1].range.start);
            let message = format!(
                "its edits at {} and {} overlap",
                at(&file.path, one),
                at(&file.path, other)
            );
            return Err(Problem { path: Some(file.path.to_string()), message });
        }
    }
    Ok(())
}
