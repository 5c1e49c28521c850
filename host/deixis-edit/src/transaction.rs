//! A change of many files as a chain of steps.
//!
//! Each state is a type, and each step takes one and gives the next, so that none can be left
//! out or taken early. A step that fails ends the chain: it rolls back what was done and gives
//! the error.
//!
//! ```text
//! Leased ─verify→ Verified ─record→ Recorded ─stage→ Staged ─prepare→ Prepared
//!        ─replace→ Replaced ─sync→ Durable ─commit→ Committed ─clean→ Applied
//! ```
//!
//! Cancellation is looked at before each file up to and including `prepare`, never after: from
//! then on the change is finished sooner than it is undone.

mod replace;
mod stage;
mod verify;

use std::path::Path;

use cap_std::fs::Dir;
use deixis_base::{Root, RootedPath};

use crate::error::{ApplyError, Leftover, Step};
use crate::files::{Disk, Files, Identity};
use crate::journal::{self, Journal, Progress, Record};
use crate::lease::Lease;
use crate::plan::Plan;
use crate::recovery;
use crate::settle::{Remains, Settling, Way};
use crate::witness;

pub use verify::examine;

/// A change that was made.
#[derive(Debug)]
#[must_use]
pub struct Applied {
    /// The files that were changed, in the plan's order.
    pub files: Vec<RootedPath>,
    /// What could not be cleaned up, which is nothing but in the rarest of cases: somebody wrote
    /// to a file in the moment in which it was replaced, and what they wrote is here.
    pub left: Vec<Leftover>,
}

/// Makes a change: all of it, or nothing.
///
/// `journals` is a folder outside of the project, the same for every host of this user; it is
/// created if need be. `cancelled` is asked until the change is certain to be finished. A change
/// of the same root that died earlier is settled first. This blocks, for as long as the disk
/// takes.
///
/// # Errors
/// If somebody else is changing the root, a file is not as planned, the file system fails, or it
/// was cancelled. All files are then as they were found, unless the error says otherwise.
pub fn apply(
    root: &Root,
    journals: &Path,
    plan: &Plan,
    cancelled: &dyn Fn() -> bool,
) -> Result<Applied, ApplyError> {
    apply_on(&Disk, root, journals, plan, cancelled)
}

/// As [`apply`], on any file system.
pub(crate) fn apply_on(
    files: &dyn Files,
    root: &Root,
    journals: &Path,
    plan: &Plan,
    cancelled: &dyn Fn() -> bool,
) -> Result<Applied, ApplyError> {
    let lease = Lease::acquire(root, journals)?;
    recovery::settle_earlier(files, &lease)?;
    let committed = Leased { context: Context { files, lease, plan, cancelled } }
        .verify()?
        .record()?
        .stage()?
        .prepare()?
        .replace()?
        .sync()?
        .commit();
    Ok(committed.clean())
}

/// What every step needs.
struct Context<'a> {
    files: &'a dyn Files,
    lease: Lease,
    plan: &'a Plan,
    cancelled: &'a dyn Fn() -> bool,
}

/// What every step needs once there is a journal.
struct Open<'a> {
    context: Context<'a>,
    record: Record,
    journal: Journal,
    /// Which file each target was when it was verified.
    targets: Vec<Identity>,
}

/// Nobody else is changing this root.
#[must_use]
struct Leased<'a> {
    context: Context<'a>,
}

/// Every target holds the planned bytes.
#[must_use]
struct Verified<'a> {
    context: Context<'a>,
    targets: Vec<Identity>,
}

/// The intent is durable.
#[must_use]
struct Recorded<'a>(Open<'a>);

/// Every new file is durable beside its target.
#[must_use]
struct Staged<'a>(Open<'a>);

/// That is noted, durably.
#[must_use]
struct Prepared<'a>(Open<'a>);

/// Every target is replaced.
#[must_use]
struct Replaced<'a>(Open<'a>);

/// The replacements are durable.
#[must_use]
struct Durable<'a>(Open<'a>);

/// That is noted.
#[must_use]
struct Committed<'a>(Open<'a>);

impl Context<'_> {
    fn go_on(&self) -> Result<(), ApplyError> {
        if (self.cancelled)() { Err(ApplyError::Cancelled) } else { Ok(()) }
    }
}

impl<'a> Verified<'a> {
    fn record(self) -> Result<Recorded<'a>, ApplyError> {
        let Self { context, targets } = self;
        context.go_on()?;
        let failed = |error| ApplyError::failed(Step::Record, None)(error);
        let id = crate::stage::Token::draw().map_err(failed)?;
        let record = Record::new(id, context.plan);
        match Journal::create(context.files, &context.lease.folder, &record) {
            Ok(journal) => Ok(Recorded(Open { context, record, journal, targets })),
            Err(error) => {
                // Recovery removes it if this does not: it stands for nothing.
                let _ = journal::remove(context.files, &context.lease.folder, id);
                Err(failed(error))
            }
        }
    }
}

impl<'a> Durable<'a> {
    /// Notes that nothing is left to do. If that fails the change is made all the same: a change
    /// whose every target is new is never undone.
    fn commit(self) -> Committed<'a> {
        let _ = self.0.journal.mark(self.0.context.files, Progress::Committed);
        Committed(self.0)
    }
}

impl Committed<'_> {
    fn clean(self) -> Applied {
        let Self(open) = self;
        let remains = open.settling().sweep(Progress::Committed);
        if remains.failed.is_empty() {
            // Recovery removes it if this does not.
            let _ = open.remove_journal();
        }
        let files = open.record.files.into_iter().map(|entry| entry.path).collect();
        Applied { files, left: remains.into_all() }
    }
}

impl Open<'_> {
    fn settling(&self) -> Settling<'_> {
        let Context { files, lease, .. } = &self.context;
        Settling { files: *files, root: &lease.root, record: &self.record }
    }

    /// The folder of a target, as it is now.
    fn folder(&self, path: &RootedPath, step: Step) -> Result<Dir, ApplyError> {
        verify::folder(self.context.files, &self.context.lease.root, path, step)
    }

    /// Readers are told that no target will be replaced any more. If that fails the next recovery
    /// does it.
    fn end_announcement(&self) {
        let Context { files, lease, .. } = &self.context;
        let _ = witness::end(*files, &lease.folder);
    }

    fn remove_journal(&self) -> std::io::Result<()> {
        journal::remove(self.context.files, &self.context.lease.folder, self.record.id)
    }

    /// Rolls back and says why. What somebody wrote meanwhile is theirs and stays.
    fn abort(self, cause: ApplyError, progress: Progress) -> ApplyError {
        let settling = self.settling();
        let mut remains = Remains::default();
        if progress != Progress::Recorded {
            remains = settling.move_targets(Way::Undo);
            if remains.failed.is_empty() {
                self.end_announcement();
            }
        }
        if remains.failed.is_empty() {
            let swept = settling.sweep(progress);
            remains.failed.extend(swept.failed);
            remains.foreign.extend(swept.foreign);
        }
        if remains.is_empty() {
            // Recovery removes it if this does not.
            let _ = self.remove_journal();
            return cause;
        }
        let Context { files, lease, .. } = &self.context;
        let mut journal = lease.path.join(journal::name(self.record.id));
        let settled = remains.failed.is_empty();
        if settled && journal::keep(*files, &lease.folder, self.record.id).is_ok() {
            journal = lease.path.join(journal::kept_name(self.record.id));
        }
        ApplyError::RollbackFailed { cause: Box::new(cause), left: remains.into_all(), journal }
    }
}
