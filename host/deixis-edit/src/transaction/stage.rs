//! Writing every new file beside its target.

use super::{Open, Prepared, Recorded, Staged, verify};
use crate::error::{ApplyError, Conflict, Step};
use crate::journal::Progress;
use crate::stage::Side;

impl<'a> Recorded<'a> {
    pub(super) fn stage(self) -> Result<Staged<'a>, ApplyError> {
        let Self(open) = self;
        let staged = (0..open.record.files.len()).try_for_each(|number| {
            open.context.go_on()?;
            open.stage(number)
        });
        match staged {
            Ok(()) => Ok(Staged(open)),
            Err(cause) => Err(open.abort(cause, Progress::Recorded)),
        }
    }
}

impl<'a> Staged<'a> {
    /// The names of the stages are made durable before the mark, so that a stage that is gone
    /// later was exchanged for its target, or renamed to it.
    pub(super) fn prepare(self) -> Result<Prepared<'a>, ApplyError> {
        let Self(open) = self;
        if let Err(cause) = open.context.go_on() {
            return Err(open.abort(cause, Progress::Recorded));
        }
        let prepared = match open.settling().sync_folders().into_iter().next() {
            Some(left) => Err(std::io::Error::other(left.to_string())),
            None => open.journal.mark(open.context.files, Progress::Prepared),
        };
        match prepared {
            Ok(()) => Ok(Prepared(open)),
            Err(error) => {
                let cause = ApplyError::failed(Step::Prepare, None)(error);
                Err(open.abort(cause, Progress::Recorded))
            }
        }
    }
}

impl Open<'_> {
    /// Permissions come before the first byte, so that the text is never open to more people
    /// than the file that it will be.
    fn stage(&self, number: usize) -> Result<(), ApplyError> {
        let files = self.context.files;
        let file = &self.context.plan.files()[number];
        let failed = |error| ApplyError::failed(Step::Stage, Some(&file.path))(error);
        let conflict = |why| ApplyError::conflict(&file.path, why);
        let dir = self.folder(&file.path, Step::Stage)?;
        let target = verify::read(files, &dir, file).map_err(failed)?.map_err(conflict)?;
        if target.identity != self.targets[number] {
            return Err(conflict(Conflict::Replaced));
        }
        let name = self.record.id.stage(number, Side::New);
        let stage = files.create(&dir, &name).map_err(failed)?;
        files.dress(&stage, &target.file).map_err(failed)?;
        files.write(&stage, &file.new).map_err(failed)?;
        files.sync(&stage).map_err(failed)
    }
}
