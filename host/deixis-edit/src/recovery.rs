//! After a crash: every change that died on the way is brought to one of its two ends.
//!
//! A change that had replaced nothing is cleaned up. One that had is undone, or completed where
//! that is what the files say: all of them new but for the mark, or somebody wrote on top of the
//! new text and the rest can follow. A file that somebody changed since is never touched. If it
//! was changed on top of the new text while the rest went back to the old one, the journal is
//! *kept* under another name, for the old bytes that it holds, until it is discarded; it is only
//! reported from then on, since what its files contain later says nothing any more.

mod kept;
mod pending;
mod strays;

use std::path::{Path, PathBuf};

use deixis_base::{Root, RootedPath};

use crate::error::{ApplyError, Leftover};
use crate::files::{Disk, Files};
use crate::journal::{self, Parsed, Progress};
use crate::lease::{Lease, LeaseError};
use crate::settle::{Remains, Settling, Way, way};
use crate::stage::Token;
use crate::witness;

pub use kept::discard;
pub use pending::{Pending, PendingState, pending};
pub use strays::{Strays, strays};

/// Why nothing was recovered.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecoverError {
    /// Somebody lives who is changing this root, and settles what they began.
    #[error("another Deixis{} is changing this project", pid.map(|pid| format!(" (process {pid})")).unwrap_or_default())]
    Held {
        /// The process, as far as it said.
        pid: Option<u32>,
    },
    /// The root was moved, deleted or replaced since it was opened.
    #[error("the project's folder was moved or replaced since it was opened")]
    RootMoved,
    /// No journal that is kept has this name.
    #[error("no journal of this project that is kept has this name")]
    Unknown,
    /// The folder of journals cannot be used.
    #[error("the folder of journals cannot be used: {0}")]
    Io(#[source] std::io::Error),
}

/// How a change that died on the way was settled.
#[derive(Debug)]
pub struct Settled {
    /// The journal's name.
    pub id: String,
    /// The journal's file, if it is still there.
    pub journal: Option<PathBuf>,
    /// Which end it was brought to.
    pub outcome: Outcome,
    /// The files that the change was about; none if the journal does not say.
    pub files: Vec<RootedPath>,
    /// Those of them that somebody else changed since. They were not touched.
    pub changed: Vec<RootedPath>,
    /// What could not be settled or cleaned up.
    pub left: Vec<Leftover>,
}

/// To which end a change was brought.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// Every file holds the old bytes, or what somebody wrote since.
    Undone,
    /// Every file holds the new bytes, or what somebody wrote since.
    Completed,
    /// It cannot be settled without overwriting what somebody wrote, or cannot be understood.
    /// The journal stays until it is [discarded](discard).
    Kept {
        /// Why.
        reason: String,
    },
    /// The file system failed. The next recovery tries again.
    Failed {
        /// Why.
        reason: String,
    },
}

/// Settles every change of this root that died on the way, and reports what earlier ones left.
/// `journals` is the folder that was given to [`apply`](crate::apply). Where nothing was ever
/// changed this is one look at that folder, and nothing is created.
///
/// # Errors
/// If somebody else is changing the root, or the folder of journals cannot be used.
pub fn recover(root: &Root, journals: &Path) -> Result<Vec<Settled>, RecoverError> {
    recover_on(&Disk, root, journals)
}

/// As [`recover`], on any file system.
pub(crate) fn recover_on(
    files: &dyn Files,
    root: &Root,
    journals: &Path,
) -> Result<Vec<Settled>, RecoverError> {
    let Some(lease) = Lease::acquire_existing(root, journals)? else { return Ok(Vec::new()) };
    let (open, kept) = journal::list(files, &lease.folder).map_err(RecoverError::Io)?;
    let mut report: Vec<Settled> =
        kept.into_iter().map(|id| kept::reported(files, &lease, id)).collect();
    report.extend(open.into_iter().map(|id| settle(files, &lease, id)));
    if !report.iter().any(|settled| matches!(settled.outcome, Outcome::Failed { .. })) {
        end_announcement(files, &lease);
    }
    Ok(report)
}

/// Settles what died earlier, before another change of the root begins.
pub(crate) fn settle_earlier(files: &dyn Files, lease: &Lease) -> Result<(), ApplyError> {
    let unsettled = |reason: String| ApplyError::Unsettled { reason };
    let (open, _) =
        journal::list(files, &lease.folder).map_err(|error| unsettled(error.to_string()))?;
    for id in open {
        if let Outcome::Failed { reason } = settle(files, lease, id).outcome {
            return Err(unsettled(reason));
        }
    }
    end_announcement(files, lease);
    Ok(())
}

/// Tells readers that no target will be replaced any more, even if no journal is left that says
/// that one was. If that fails they see it and recover again.
fn end_announcement(files: &dyn Files, lease: &Lease) {
    let _ = witness::end(files, &lease.folder);
}

fn settle(files: &dyn Files, lease: &Lease, id: Token) -> Settled {
    let failed = |error: std::io::Error| Outcome::Failed { reason: error.to_string() };
    let mut settled = Settled {
        id: id.to_string(),
        journal: Some(lease.path.join(journal::name(id))),
        outcome: Outcome::Undone,
        files: Vec::new(),
        changed: Vec::new(),
        left: Vec::new(),
    };
    settled.outcome = match journal::read(files, &lease.folder, id) {
        Ok(Parsed::Torn) => Outcome::Undone,
        Ok(Parsed::Damaged(reason)) => Outcome::Kept { reason },
        Ok(Parsed::Whole(record, progress)) => {
            settled.files = record.files.iter().map(|entry| entry.path.clone()).collect();
            let settling = Settling { files, root: &lease.root, record: &record };
            let announce = || witness::begin(files, &lease.folder);
            settle_record(&settling, announce, progress, &mut settled).unwrap_or_else(failed)
        }
        Err(error) => failed(error),
    };
    let ended = match settled.outcome {
        Outcome::Undone | Outcome::Completed => {
            settled.journal = None;
            journal::remove(files, &lease.folder, id)
        }
        Outcome::Kept { .. } => {
            settled.journal = Some(lease.path.join(journal::kept_name(id)));
            journal::keep(files, &lease.folder, id)
        }
        Outcome::Failed { .. } => Ok(()),
    };
    if let Err(error) = ended {
        settled.journal = Some(lease.path.join(journal::name(id)));
        settled.outcome = failed(error);
    }
    settled
}

/// Settles a change whose journal can be read. Readers are told before a target is replaced:
/// whoever died had done so, but after a cut of power the number may be an earlier one.
fn settle_record(
    settling: &Settling<'_>,
    announce: impl Fn() -> std::io::Result<()>,
    progress: Progress,
    settled: &mut Settled,
) -> std::io::Result<Outcome> {
    let mut remains = Remains::default();
    let mut outcome = match progress {
        Progress::Recorded => Outcome::Undone,
        Progress::Committed => Outcome::Completed,
        Progress::Prepared => {
            let standings = settling.survey()?;
            let changed =
                standings.iter().zip(&settling.record.files).filter(|(file, _)| file.is_changed());
            settled.changed = changed.map(|(_, entry)| entry.path.clone()).collect();
            let way = way(&standings);
            announce()?;
            remains = settling.move_targets(way);
            match way {
                Way::Undo => Outcome::Undone,
                Way::Complete => Outcome::Completed,
            }
        }
    };
    if remains.failed.is_empty() {
        let swept = settling.sweep(progress);
        remains.failed.extend(swept.failed);
        remains.foreign.extend(swept.foreign);
    }
    if let Some(first) = remains.failed.first() {
        outcome = Outcome::Failed { reason: first.to_string() };
    } else if let Some(first) = remains.changed.first() {
        outcome = Outcome::Kept { reason: first.to_string() };
    }
    settled.left = remains.into_all();
    Ok(outcome)
}

impl From<LeaseError> for RecoverError {
    fn from(error: LeaseError) -> Self {
        match error {
            LeaseError::Held { pid } => Self::Held { pid },
            LeaseError::RootMoved => Self::RootMoved,
            LeaseError::Io(error) => Self::Io(error),
        }
    }
}
