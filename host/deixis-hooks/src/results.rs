//! `wit/results.wit`: what is shown of an answer, and in which order.

use serde::{Deserialize, Serialize};

use crate::{Hook, Place};

/// What was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Asked {
    /// `textDocument/definition`.
    Definition,
    /// `textDocument/declaration`.
    Declaration,
    /// `textDocument/typeDefinition`.
    TypeDefinition,
    /// `textDocument/implementation`.
    Implementation,
    /// `textDocument/references`.
    References,
    /// Call hierarchy, either way.
    Calls,
}

/// A place that is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Refined {
    /// Index in the list of places; the host has checked that it is one, and
    /// that none comes twice.
    pub index: usize,
    /// Not a file to be changed.
    pub read_only: bool,
}

/// The hook group.
pub trait Results: Send + Sync {
    /// The places that are shown, in order. A list that is longer than one
    /// call may carry comes back as it is.
    fn refine(&self, language: String, asked: Asked, places: Vec<Place>) -> Hook<'_, Vec<Refined>>;
    /// A shorter or cleaner hover text; `None` keeps it.
    fn hover(&self, language: String, markdown: String) -> Hook<'_, Option<String>>;
}
