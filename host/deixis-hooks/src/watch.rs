//! `wit/watch.wit`: changes on disk in the server's words.

use crate::{Action, Ask, Change, Facts, Hook};

/// What to tell the server.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Translation {
    /// To report in `workspace/didChangeWatchedFiles`.
    pub report: Vec<Change>,
    /// Done after the report, in order.
    pub actions: Vec<Action>,
    /// Awaited before the caller's request is sent; answers are dropped.
    pub awaited: Vec<Ask>,
    /// Holes that remain, as sentences.
    pub incomplete: Vec<String>,
}

/// The hook group.
pub trait Watch: Send + Sync {
    /// Translates changes.
    fn translate(
        &self,
        facts: Facts,
        changes: Vec<Change>,
        open: Vec<String>,
    ) -> Hook<'_, Translation>;
}
