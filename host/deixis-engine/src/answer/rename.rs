//! What a rename would change.

use deixis_base::{Range, RootedPath};

use super::Place;

/// What would be renamed.
#[derive(Debug, Clone, PartialEq)]
pub struct Prepared {
    /// Where it stands.
    pub place: Place,
    /// Its name now.
    pub placeholder: String,
    /// Whether the server has checked that it can be renamed.
    pub checked: bool,
}

/// What a rename would change, file by file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preview {
    /// Files in the server's order; none without edits.
    pub files: Vec<FileEdits>,
    /// What a person would want to know before making it.
    pub warnings: Vec<String>,
    /// Unified diff, where it is small.
    pub diff: Option<String>,
}

/// The edits of one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileEdits {
    /// File.
    pub path: RootedPath,
    /// By place; they do not overlap.
    pub edits: Vec<Edit>,
}

/// One edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced.
    pub range: Range,
    /// What stands there now.
    pub old_text: String,
    /// What takes its place.
    pub new_text: String,
}
