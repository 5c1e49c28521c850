//! Changes that a server has not been told yet, one per file.

use std::collections::BTreeMap;
use std::sync::Arc;

use deixis_hooks::{Change, ChangeKind};

/// Changes by path.
#[derive(Debug, Default)]
pub(super) struct Pending {
    files: BTreeMap<Arc<str>, ChangeKind>,
    /// Set if changes may have been missed.
    pub(super) unsure: bool,
}

impl Pending {
    /// Adds a change to what is known of the file.
    pub(super) fn put(&mut self, change: &Change) {
        let kind = match (self.files.get(&change.path), change.kind) {
            (None, kind) => Some(kind),
            // To the server a file that came and changed has come, and one
            // that went and came again has changed.
            (Some(ChangeKind::Created), ChangeKind::Deleted) => None,
            (Some(ChangeKind::Created), _) => Some(ChangeKind::Created),
            (Some(ChangeKind::Deleted), ChangeKind::Created | ChangeKind::Changed) => {
                Some(ChangeKind::Changed)
            }
            (Some(_), kind) => Some(kind),
        };
        match kind {
            Some(kind) => drop(self.files.insert(Arc::clone(&change.path), kind)),
            None => drop(self.files.remove(&change.path)),
        }
    }

    /// All of them, in path order.
    pub(super) fn take(&mut self) -> Vec<Change> {
        std::mem::take(&mut self.files)
            .into_iter()
            .map(|(path, kind)| Change { path, kind })
            .collect()
    }
}
