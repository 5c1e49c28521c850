//! Checks an edit and turns it into root-relative paths and UTF-8 positions.

use std::collections::HashMap;
use std::fmt::Write as _;

use deixis_base::{Encoding, Located, Range, Root, RootedPath, Text, WirePosition, WireRange};
use deixis_lsp::wire::{Annotation, DocumentChange, Entries, Many, TextEdit, WorkspaceEdit};

use crate::answer::Edit;
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
    pub(crate) path: RootedPath,
    pub(crate) text: Text,
    /// By place; they do not overlap.
    pub(crate) edits: Vec<Edit>,
}

/// Checks an edit. `text` gives a file's text as the server knows it. The second
/// value is what a person would want to know before making the edit.
pub(crate) fn plan(
    edit: WorkspaceEdit,
    root: &Root,
    encoding: Encoding,
    mut text: impl FnMut(&RootedPath) -> Option<Text>,
) -> Result<(Vec<Planned>, Vec<String>), Problem> {
    let mut files: Vec<Planned> = Vec::new();
    let mut index: HashMap<RootedPath, usize> = HashMap::new();
    let mut annotated: HashMap<String, usize> = HashMap::new();
    for (uri, edits) in by_document(edit.document_changes, edit.changes)? {
        if edits.unreadable > 0 {
            let message = format!("{} of its edits of {uri} cannot be read", edits.unreadable);
            return Err(Problem { path: None, message });
        }
        let Located::Inside(path) = root.locate(&uri) else {
            return Err(problem(&uri, "lies outside the project, where nothing is changed"));
        };
        let file = match index.get(&path) {
            Some(file) => *file,
            None => {
                let Some(text) = text(&path) else {
                    return Err(problem(path.as_str(), "cannot be read as text in the project"));
                };
                index.insert(path.clone(), files.len());
                files.push(Planned { path: path.clone(), text, edits: Vec::new() });
                files.len() - 1
            }
        };
        for edit in edits.items {
            if let Some(id) = &edit.annotation_id.0 {
                *annotated.entry(id.clone()).or_default() += 1;
            }
            let planned = converted(&path, &files[file].text, edit, encoding)?;
            files[file].edits.push(planned);
        }
    }
    files.retain(|file| !file.edits.is_empty());
    for file in &mut files {
        sort(file)?;
    }
    Ok((files, warnings(edit.change_annotations, &annotated)))
}

/// Edits with the URI of their document. `documentChanges` counts where it says
/// anything; `changes` is the older form of the same, and never made besides.
fn by_document(
    documents: Option<Many<DocumentChange>>,
    changes: Option<Entries<Many<TextEdit>>>,
) -> Result<Vec<(String, Many<TextEdit>)>, Problem> {
    let Some(documents) = documents.filter(|many| !many.items.is_empty() || many.unreadable > 0)
    else {
        return Ok(changes.map_or_else(Vec::new, |Entries(list)| list));
    };
    if documents.unreadable > 0 {
        let message = format!("{} of its document changes cannot be read", documents.unreadable);
        return Err(Problem { path: None, message });
    }
    documents.items.into_iter().map(of_document).collect()
}

fn of_document(change: DocumentChange) -> Result<(String, Many<TextEdit>), Problem> {
    if let Some(kind) = change.kind {
        return Err(operation(&kind, change.uri, change.old_uri, change.new_uri));
    }
    match change.text_document {
        Some(document) => Ok((document.uri, change.edits)),
        None => Err(Problem {
            path: None,
            message: "one of its document changes names no document".to_owned(),
        }),
    }
}

/// Operations on files are no part of a text preview.
fn operation(kind: &str, uri: Option<String>, old: Option<String>, new: Option<String>) -> Problem {
    let name = |uri: Option<String>| uri.unwrap_or_else(|| "a file that it does not name".into());
    let (path, message) = match kind {
        "create" => {
            let uri = name(uri);
            let message = format!("it creates {uri}, and only edits of existing files are made");
            (uri, message)
        }
        "rename" => {
            let (old, new) = (name(old), name(new));
            let message = format!(
                "it moves {old} to {new}, and files are not moved; rename the file yourself, \
                 then what is in it"
            );
            (old, message)
        }
        "delete" => {
            let uri = name(uri);
            let message = format!("it deletes {uri}, and nothing is deleted by a rename");
            (uri, message)
        }
        other => {
            let message = format!("it wants the operation {other:?}, which is not known");
            (name(uri.or(old)), message)
        }
    };
    Problem { path: Some(path), message }
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

/// One sentence per annotation that is used and asks for attention.
fn warnings(
    annotations: Option<Entries<Annotation>>,
    used: &HashMap<String, usize>,
) -> Vec<String> {
    let mut warnings = Vec::new();
    for (id, annotation) in annotations.map_or_else(Vec::new, |Entries(list)| list) {
        let Some(count) = used.get(&id) else { continue };
        let mut warning = annotation.label.0.unwrap_or(id);
        if let Some(description) = annotation.description.0.filter(|text| !text.is_empty()) {
            let _ = write!(warning, ": {description}");
        }
        let _ = write!(warning, " ({count} {})", if *count == 1 { "edit" } else { "edits" });
        if annotation.needs_confirmation.0 == Some(true) {
            warning.push_str("; the server wants this confirmed");
        }
        warnings.push(warning);
    }
    warnings
}
