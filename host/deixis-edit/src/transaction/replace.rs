//! Putting every stage in the place of its target.

use super::{Context, Durable, Open, Prepared, Replaced};
use crate::error::{ApplyError, Step};
use crate::journal::Progress;
use crate::stage::Side;
use crate::swap::{Expected, Refused, swap};
use crate::witness;

impl<'a> Prepared<'a> {
    pub(super) fn replace(self) -> Result<Replaced<'a>, ApplyError> {
        let Self(open) = self;
        let replaced = open.announce().and_then(|()| open.replace_all());
        match replaced {
            Ok(()) => Ok(Replaced(open)),
            Err(cause) => Err(open.abort(cause, Progress::Prepared)),
        }
    }
}

impl<'a> Replaced<'a> {
    pub(super) fn sync(self) -> Result<Durable<'a>, ApplyError> {
        let Self(open) = self;
        match open.settling().sync_folders().into_iter().next() {
            None => {
                open.end_announcement();
                Ok(Durable(open))
            }
            Some(left) => {
                let error = std::io::Error::other(left.why);
                let cause = ApplyError::failed(Step::Sync, Some(&left.path))(error);
                Err(open.abort(cause, Progress::Prepared))
            }
        }
    }
}

impl Open<'_> {
    /// Readers are told before the first target is replaced.
    fn announce(&self) -> Result<(), ApplyError> {
        let Context { files, lease, .. } = &self.context;
        witness::begin(*files, &lease.folder).map_err(ApplyError::failed(Step::Announce, None))
    }

    fn replace_all(&self) -> Result<(), ApplyError> {
        (0..self.record.files.len()).try_for_each(|number| self.replace(number))
    }

    fn replace(&self, number: usize) -> Result<(), ApplyError> {
        let entry = &self.record.files[number];
        let dir = self.folder(&entry.path, Step::Replace)?;
        let stage = self.record.id.stage(number, Side::New);
        let expected = Expected { identity: self.targets[number], content: entry.old };
        let target = (entry.path.file_name(), expected);
        swap(self.context.files, &dir, (&stage, entry.new), target).map_err(|refused| match refused
        {
            Refused::Conflict(why) => ApplyError::conflict(&entry.path, why),
            Refused::Io(error) => ApplyError::failed(Step::Replace, Some(&entry.path))(error),
        })
    }
}
