//! Removing the stages of a change that came to its end.

use deixis_base::RootedPath;

use super::{Holds, Remains, Settling, longest, what};
use crate::error::Leftover;
use crate::files::Found;
use crate::journal::{Entry, Progress};
use crate::stage::Side;

impl Settling<'_> {
    /// Removes every stage, and makes that durable. One that holds what this change did not put
    /// there is left, unless no stage can have been exchanged for a target yet.
    pub(crate) fn sweep(&self, progress: Progress) -> Remains {
        let mut remains = Remains::default();
        for (number, entry) in self.record.files.iter().enumerate().rev() {
            for side in [Side::New, Side::Old] {
                self.sweep_stage(number, side, entry, progress, &mut remains);
            }
        }
        remains.failed.extend(self.sync_folders());
        remains
    }

    fn sweep_stage(
        &self,
        number: usize,
        side: Side,
        entry: &Entry,
        progress: Progress,
        remains: &mut Remains,
    ) {
        let name = self.record.id.stage(number, side);
        let path = match entry.path.parent() {
            Some(parent) => parent.join(&name),
            None => RootedPath::new(&name),
        };
        let path = path.unwrap_or_else(|_| entry.path.clone());
        let removed = self.folder(entry).and_then(|dir| {
            let Some(dir) = dir else { return Ok(true) };
            let found = self.files.read(&dir, &name, longest(entry))?;
            let ours = match &found {
                Found::Missing => return Ok(true),
                Found::Other => false,
                Found::Symlink => progress == Progress::Recorded,
                Found::File(_) => progress == Progress::Recorded || is_ours(&found, entry),
            };
            drop(found);
            if ours { self.files.remove(&dir, &name).map(|()| true) } else { Ok(false) }
        });
        match removed {
            Ok(true) => {}
            Ok(false) => {
                let why = format!("somebody wrote this while {} was replaced", entry.path);
                remains.foreign.push(Leftover { path, why });
            }
            Err(error) => remains.failed.push(Leftover { path, why: error.to_string() }),
        }
    }
}

/// Whether a stage holds what this change put there: either text, or the beginning of an old one
/// that was being written again.
pub(super) fn is_ours(found: &Found, entry: &Entry) -> bool {
    match found {
        Found::File(seen) => {
            entry.bytes.starts_with(&seen.bytes)
                || matches!(what(found, entry), Holds::Old | Holds::New)
        }
        _ => false,
    }
}
