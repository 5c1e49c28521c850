//! What recovery would find, for those who want to see it first.

use std::path::{Path, PathBuf};

use deixis_base::{Root, RootedPath};

use super::{RecoverError, kept};
use crate::files::{Disk, Files};
use crate::journal::{self, Parsed, Progress};
use crate::lease::Lease;
use crate::stage::Token;

/// A change that died on the way, or one whose journal was kept.
#[derive(Debug)]
pub struct Pending {
    /// The journal's name.
    pub id: String,
    /// The journal's file.
    pub journal: PathBuf,
    /// How far the change came.
    pub state: PendingState,
    /// The files that the change was about; none if the journal does not say.
    pub files: Vec<RootedPath>,
}

/// How far a change came that died on the way.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PendingState {
    /// Its journal was not complete: it did nothing.
    Torn,
    /// New texts may have been written beside the files; no file was replaced.
    Recorded,
    /// Some files may have been replaced, or all.
    Prepared,
    /// All files were replaced; old texts may still lie beside them.
    Committed,
    /// Its journal cannot be understood. Recovery would keep it.
    Damaged {
        /// Why.
        reason: String,
    },
    /// Its journal cannot be read. Recovery would fail.
    Unreadable {
        /// Why.
        reason: String,
    },
    /// It was settled as far as possible, and its journal kept until it is
    /// [discarded](crate::discard).
    Kept {
        /// Why.
        reason: String,
    },
}

/// What [`recover`](crate::recover) would find. Nothing is changed, and nothing created.
///
/// # Errors
/// If somebody else is changing the root, or the folder of journals cannot be used.
pub fn pending(root: &Root, journals: &Path) -> Result<Vec<Pending>, RecoverError> {
    let Some(lease) = Lease::acquire_existing(root, journals)? else { return Ok(Vec::new()) };
    let (open, kept) = journal::list(&Disk, &lease.folder).map_err(RecoverError::Io)?;
    let kept = kept.into_iter().map(|id| kept_one(&Disk, &lease, id));
    Ok(kept.chain(open.into_iter().map(|id| open_one(&Disk, &lease, id))).collect())
}

fn open_one(files: &dyn Files, lease: &Lease, id: Token) -> Pending {
    let mut about = Vec::new();
    let state = match journal::read(files, &lease.folder, id) {
        Ok(Parsed::Torn) => PendingState::Torn,
        Ok(Parsed::Damaged(reason)) => PendingState::Damaged { reason },
        Ok(Parsed::Whole(record, progress)) => {
            about = record.files.into_iter().map(|entry| entry.path).collect();
            match progress {
                Progress::Recorded => PendingState::Recorded,
                Progress::Prepared => PendingState::Prepared,
                Progress::Committed => PendingState::Committed,
            }
        }
        Err(error) => PendingState::Unreadable { reason: error.to_string() },
    };
    let journal = lease.path.join(journal::name(id));
    Pending { id: id.to_string(), journal, state, files: about }
}

fn kept_one(files: &dyn Files, lease: &Lease, id: Token) -> Pending {
    let (about, reason) = kept::about(files, lease, id);
    let journal = lease.path.join(journal::kept_name(id));
    Pending { id: id.to_string(), journal, state: PendingState::Kept { reason }, files: about }
}
