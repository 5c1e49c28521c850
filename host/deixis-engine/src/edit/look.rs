//! Looking at the files that a server wants to edit, and noticing those that may have changed
//! since it was asked.

use std::collections::HashMap;

use deixis_base::{Root, RootedPath, Stat};

use super::plan::Found;
use crate::server::Told;

/// Largest file that is edited, in bytes.
const MAX_FILE: u64 = 32 * 1024 * 1024;

/// What is known of the files while one answer is taken in.
pub(crate) struct Look {
    root: Root,
    /// What the server was told of open documents.
    told: Told,
    /// When the question went out: nanoseconds since 1970.
    asked: i128,
    /// What the files were in the try before.
    seen: HashMap<RootedPath, Stat>,
    /// Whether a file may have changed since the question.
    restless: bool,
}

impl Look {
    pub(crate) fn new(
        root: Root,
        told: Told,
        asked: i128,
        seen: HashMap<RootedPath, Stat>,
    ) -> Self {
        Self { root, told, asked, seen, restless: false }
    }

    /// A file as it is, or half a sentence about what is wrong with it.
    pub(crate) fn find(
        &mut self,
        path: &RootedPath,
        version: Option<i32>,
    ) -> Result<Found, String> {
        let unreadable = |error: &dyn std::fmt::Display| format!("cannot be read: {error}");
        let real = self.root.real(path).map_err(|error| unreadable(&error))?;
        let text = self.root.read_text(&real, MAX_FILE).map_err(|error| unreadable(&error))?;
        let stat = self.root.stat(&real).map_err(|error| unreadable(&error))?;
        let known = self.seen.insert(real.clone(), stat);
        // A clock that is behind the disk's is outwitted by the second try.
        let late = stat.ctime_ns.max(stat.mtime_ns) >= self.asked;
        self.restless |= late && known != Some(stat);
        match (self.told.get(path).or_else(|| self.told.get(&real)), version) {
            (Some((told, _)), Some(said)) if *told != said => {
                Err(format!("has version {told}, and the edits are for version {said}"))
            }
            (None, Some(said)) if said > 0 => {
                Err(format!("is not open, and the edits are for its version {said}"))
            }
            (Some((_, told)), _) => {
                self.restless |= told.as_str() != text.as_str();
                Ok(Found { real, text })
            }
            _ => Ok(Found { real, text }),
        }
    }

    /// Whether a file may have changed since the question.
    pub(crate) fn is_restless(&self) -> bool {
        self.restless
    }

    /// What the files were, for the next try.
    pub(crate) fn into_seen(self) -> HashMap<RootedPath, Stat> {
        self.seen
    }
}
