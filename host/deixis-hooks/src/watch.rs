//! `wit/watch.wit`: changes on disk in the server's words.

use serde::{Deserialize, Serialize};

use crate::{Action, Ask, Change, Facts, Hook};

/// What to tell the server.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Translation {
    /// To report in `workspace/didChangeWatchedFiles`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub report: Vec<Change>,
    /// Done after the report, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub actions: Vec<Action>,
    /// Awaited before the caller's request is sent; answers are dropped.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub awaited: Vec<Ask>,
    /// Holes that remain, as sentences.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
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
