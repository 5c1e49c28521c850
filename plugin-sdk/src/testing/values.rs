//! Values of the contract, for tests.

use crate::{
    Action, Change, ChangeKind, Diagnostic, Encoding, Facts, FilePlace, OtherPlace, Place,
    Position, Range, RenameEdit, RenameOperation, RenameRequest, Watch,
};

/// The empty range at the start of a file.
const START: Range =
    Range { start: Position { line: 0, column: 0 }, end: Position { line: 0, column: 0 } };

/// Facts of a project at `/project` on Linux, without options.
#[must_use]
pub fn facts(recipe: &str) -> Facts {
    Facts {
        recipe: recipe.to_owned(),
        command: format!("/usr/bin/{recipe}"),
        root_path: "/project".to_owned(),
        root_uri: "file:///project".to_owned(),
        platform: "linux".to_owned(),
        data_directory: "/data".to_owned(),
        options: "{}".to_owned(),
    }
}

/// Facts with the user's options, as JSON text.
#[must_use]
pub fn facts_with(recipe: &str, options: &str) -> Facts {
    Facts { options: options.to_owned(), ..facts(recipe) }
}

/// The files that an adapter opens after such changes, with no document open.
///
/// # Panics
/// If the adapter fails, does anything but open, or does not report the
/// changes as they are.
#[must_use]
pub fn opened<A: Watch>(recipe: &str, changes: &[(&str, ChangeKind)]) -> Vec<String> {
    let change =
        |(path, kind): &(&str, ChangeKind)| Change { path: (*path).to_owned(), kind: *kind };
    let changes: Vec<Change> = changes.iter().map(change).collect();
    let said = A::translate(&facts(recipe), changes.clone(), &[]).expect("a translation");
    assert_eq!(said.report, changes, "what is reported");
    let opened = |action| match action {
        Action::Open(path) => path,
        other => panic!("no opening: {other:?}"),
    };
    said.actions.into_iter().map(opened).collect()
}

/// A rename in the file `a`.
#[must_use]
pub fn rename(language: &str, old_name: &str, new_name: &str) -> RenameRequest {
    RenameRequest {
        language: language.to_owned(),
        path: "a".to_owned(),
        old_name: old_name.to_owned(),
        new_name: new_name.to_owned(),
    }
}

/// An edit at the start of a file.
#[must_use]
pub fn edit(path: &str, old_text: &str, new_text: &str) -> RenameEdit {
    let start = Position { line: 0, column: 0 };
    let column = u32::try_from(old_text.len()).unwrap_or(u32::MAX);
    RenameEdit {
        path: path.to_owned(),
        range: Range { start, end: Position { line: 0, column } },
        old_text: old_text.to_owned(),
        new_text: new_text.to_owned(),
    }
}

/// A file or folder that a rename moves.
#[must_use]
pub fn moved(path: &str, new_path: &str) -> RenameOperation {
    RenameOperation {
        kind: "rename".to_owned(),
        path: path.to_owned(),
        new_path: Some(new_path.to_owned()),
    }
}

/// A diagnostic at the start of a file, without code and source.
#[must_use]
pub fn diagnostic(severity: u32, message: &str) -> Diagnostic {
    Diagnostic {
        range: START,
        severity,
        code: None,
        source: None,
        message: message.to_owned(),
        tags: Vec::new(),
    }
}

/// The start of a file of the project.
#[must_use]
pub fn place(path: &str) -> Place {
    Place::File(FilePlace { path: path.to_owned(), range: START })
}

/// The start of a document outside of the project, or of a virtual one.
#[must_use]
pub fn elsewhere(uri: &str) -> Place {
    Place::Other(OtherPlace { uri: uri.to_owned(), range: START, encoding: Encoding::Utf16 })
}
