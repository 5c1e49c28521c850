//! Journals that are kept for the old bytes in them, until somebody gives them up.

use std::path::Path;

use deixis_base::{Root, RootedPath};

use super::{Outcome, RecoverError, Settled};
use crate::files::{Disk, Files};
use crate::journal::{self, Parsed};
use crate::lease::Lease;
use crate::stage::Token;

/// Gives up a journal that was kept, and the old bytes in it. `id` is a [`Settled::id`].
///
/// # Errors
/// If none has this name, somebody else is changing the root, or the folder cannot be used.
pub fn discard(root: &Root, journals: &Path, id: &str) -> Result<(), RecoverError> {
    let id = Token::parse(id).ok_or(RecoverError::Unknown)?;
    let lease = Lease::acquire_existing(root, journals)?.ok_or(RecoverError::Unknown)?;
    journal::discard(&Disk, &lease.folder, id).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => RecoverError::Unknown,
        _ => RecoverError::Io(error),
    })
}

/// The files that a journal is about that was kept, and why it was.
pub(super) fn about(files: &dyn Files, lease: &Lease, id: Token) -> (Vec<RootedPath>, String) {
    match journal::read_kept(files, &lease.folder, id) {
        Ok(Parsed::Whole(record, _)) => {
            let paths = record.files.into_iter().map(|entry| entry.path).collect();
            (paths, "somebody changed files on top of a change that was undone".to_owned())
        }
        Ok(Parsed::Damaged(reason)) => (Vec::new(), reason),
        Ok(Parsed::Torn) => (Vec::new(), "it is empty".to_owned()),
        Err(error) => (Vec::new(), error.to_string()),
    }
}

/// A journal that an earlier recovery kept.
pub(super) fn reported(files: &dyn Files, lease: &Lease, id: Token) -> Settled {
    let (about, reason) = about(files, lease, id);
    Settled {
        id: id.to_string(),
        journal: Some(lease.path.join(journal::kept_name(id))),
        outcome: Outcome::Kept { reason },
        files: about,
        changed: Vec::new(),
        left: Vec::new(),
    }
}
