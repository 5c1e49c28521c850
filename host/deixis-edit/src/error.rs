//! How a change can fail, each way with its name.

use std::fmt;
use std::io;
use std::path::PathBuf;

use deixis_base::RootedPath;

/// Why a change was not made. In every case but [`ApplyError::RollbackFailed`] all files are as
/// they were found.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ApplyError {
    /// Another process, or another session of this one, is changing files of this root.
    #[error("another Deixis{} is changing this project", process(*.pid))]
    Held {
        /// The process, as far as it said.
        pid: Option<u32>,
    },
    /// The root was moved, deleted or replaced since it was opened.
    #[error("the project's folder was moved or replaced since it was opened")]
    RootMoved,
    /// An earlier change of this root died on the way and cannot be settled yet.
    #[error("an earlier change died on the way and cannot be settled: {reason}")]
    Unsettled {
        /// Why not.
        reason: String,
    },
    /// A file is not what the plan was made for.
    #[error("{path} {why}")]
    Conflict {
        /// Which.
        path: RootedPath,
        /// What it is instead.
        why: Conflict,
    },
    /// The caller no longer wants it.
    #[error("the change was cancelled")]
    Cancelled,
    /// The file system failed.
    #[error("{step} failed{}: {source}", at(.path.as_ref()))]
    Failed {
        /// What was being done.
        step: Step,
        /// To which file, if to one.
        path: Option<RootedPath>,
        /// What the system said.
        source: io::Error,
    },
    /// It failed, and not everything could be put back. The journal stays for recovery.
    #[error("{cause}; and not everything could be put back: {}", listed(.left))]
    RollbackFailed {
        /// Why the change was not made.
        cause: Box<ApplyError>,
        /// What is not as it was found.
        left: Vec<Leftover>,
        /// The journal, which holds the old bytes.
        journal: PathBuf,
    },
}

/// Why a file cannot be changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Conflict {
    /// Nothing is there, or a folder on the way is gone.
    #[error("is no longer there")]
    Missing,
    /// A folder, pipe, socket or device.
    #[error("is no regular file any more")]
    NotAFile,
    /// A symlink, which would be replaced instead of what it leads to.
    #[error("is a symlink: name the file that it leads to")]
    Symlink,
    /// The path leads out of the root through a symlink.
    #[error("leads out of the project root through a symlink")]
    Outside,
    /// It has other bytes.
    #[error("was changed since the change was planned")]
    Changed,
    /// The bytes are the same, but it is another file than a moment ago.
    #[error("was replaced while the change was made")]
    Replaced,
    /// It has further names, which would keep the old bytes.
    #[error("has {} further hard links, which would keep the old text", links - 1)]
    HardLinked {
        /// How many names it has.
        links: u64,
    },
    /// Two paths of the plan lead to one file.
    #[error("is the same file as {other}")]
    SameFile {
        /// The other path.
        other: RootedPath,
    },
    /// It belongs to somebody else and may not be written.
    #[error("belongs to another user and may not be written")]
    NotWritable,
}

/// Something in the project that a change could not put back or clean up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leftover {
    /// Where it is.
    pub path: RootedPath,
    /// Why it is still there.
    pub why: String,
}

/// What a change was doing to the file system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Step {
    /// Taking the lease.
    Lease,
    /// Comparing a file with the plan.
    Verify,
    /// Writing down what is going to happen.
    Record,
    /// Writing a new file beside the old one.
    Stage,
    /// Noting that everything is staged.
    Prepare,
    /// Telling readers that files are going to be replaced.
    Announce,
    /// Replacing a file.
    Replace,
    /// Making the replacements durable.
    Sync,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Lease => "locking the project",
            Self::Verify => "comparing with the disk",
            Self::Record => "writing the journal",
            Self::Stage => "writing the new text",
            Self::Prepare => "marking the journal",
            Self::Announce => "announcing the change",
            Self::Replace => "replacing the file",
            Self::Sync => "making the change durable",
        })
    }
}

impl fmt::Display for Leftover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.path, self.why)
    }
}

impl ApplyError {
    pub(crate) fn conflict(path: &RootedPath, why: Conflict) -> Self {
        Self::Conflict { path: path.clone(), why }
    }

    pub(crate) fn failed(step: Step, path: Option<&RootedPath>) -> impl FnOnce(io::Error) -> Self {
        let path = path.cloned();
        move |source| Self::Failed { step, path, source }
    }
}

fn process(pid: Option<u32>) -> String {
    pid.map(|pid| format!(" (process {pid})")).unwrap_or_default()
}

fn at(path: Option<&RootedPath>) -> String {
    path.map(|path| format!(" at {path}")).unwrap_or_default()
}

fn listed(left: &[Leftover]) -> String {
    left.iter().map(Leftover::to_string).collect::<Vec<_>>().join(", ")
}
