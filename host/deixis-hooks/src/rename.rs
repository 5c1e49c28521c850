//! `wit/rename.wit`: whether a new name is one, and whether the server's edit
//! is what was asked for.

use serde::{Deserialize, Serialize};

use crate::{Facts, Hook, Span};

/// What is asked for.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Request {
    /// LSP `languageId` of the file that was asked about.
    pub language: String,
    /// That file.
    pub path: String,
    /// What is renamed: the server's placeholder, else the word there.
    pub old_name: String,
    /// The name it shall have.
    pub new_name: String,
}

/// Whether the new name is one.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The native rules decide.
    #[default]
    Unknown,
    /// It is, whatever the native rules say.
    Accept,
    /// This is the name to send instead, as it is.
    Rewrite(String),
    /// It is not, with the reason.
    Refuse(String),
}

/// One edit of the server's answer.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Edit {
    /// File.
    pub path: String,
    /// What is replaced.
    pub range: Span,
    /// The text there.
    pub old_text: String,
    /// The text that replaces it.
    pub new_text: String,
}

/// What the server's answer does to a file besides its text.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Operation {
    /// `create`, `rename` or `delete`.
    pub kind: String,
    /// File.
    pub path: String,
    /// Where it goes, for `rename`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new_path: Option<String>,
}

/// What is to be said of the server's answer.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Review {
    /// The rename is refused with this sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusal: Option<String>,
    /// Sentences for the preview.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

/// The hook group.
pub trait Rename: Send + Sync {
    /// Judges the new name, before the server is asked.
    fn check(&self, facts: Facts, request: Request) -> Hook<'_, Verdict>;
    /// Judges the server's answer, before it is shown.
    fn review(
        &self,
        facts: Facts,
        request: Request,
        edits: Vec<Edit>,
        operations: Vec<Operation>,
    ) -> Hook<'_, Review>;
}
