//! What a rename would change.

use std::sync::Arc;
use std::time::Duration;

use deixis_base::{Range, RootedPath};

use super::{Answer, FileDiagnostics, Place, ServerName};
use crate::edit::Caution;

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
    /// What is renamed, in words: `` `run` at src/a.rs:12:5 ``.
    pub what: String,
    /// The name that it gets.
    pub new_name: String,
    /// Files in the server's order; none without edits.
    pub files: Vec<FileEdits>,
    /// Files that are only changed if the caller names them.
    pub cautions: Vec<Caution>,
    /// What a person would want to know before making it.
    pub warnings: Vec<String>,
}

/// The edits of one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileEdits {
    /// File.
    pub path: RootedPath,
    /// By place; they do not overlap.
    pub edits: Vec<Edit>,
    /// Unified diff, where it is small.
    pub diff: Option<String>,
}

/// A preview that is kept until it is made.
#[derive(Debug, Clone)]
pub struct Shown {
    /// Its name.
    pub id: String,
    /// How long it stays valid.
    pub expires_in: Duration,
    /// What it is.
    pub answer: Arc<Answer<Preview>>,
}

/// A rename that was made.
#[derive(Debug, Clone, PartialEq)]
pub struct Applied {
    /// The preview, which is used up.
    pub id: String,
    /// Files in the order of the preview, with the number of edits.
    pub files: Vec<(RootedPath, usize)>,
    /// Servers that were told, in name order.
    pub refreshed: Vec<ServerName>,
    /// Servers that could not be told and start anew when they are asked.
    pub restarted: Vec<ServerName>,
    /// What somebody else wrote in the moment in which a file was replaced, and where it is.
    pub left: Vec<String>,
    /// What is known to be wrong with the files, as far as it settled in time.
    pub diagnostics: Vec<FileDiagnostics>,
    /// Files that did not settle in time, or are too many to be asked about.
    pub unsettled: usize,
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
