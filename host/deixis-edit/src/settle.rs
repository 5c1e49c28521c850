//! Bringing a change that stopped half-way to one of its two ends.
//!
//! Used by a change that fails, to roll itself back, and by recovery. Nothing here depends on
//! what was done before, only on what the files contain now, so that it can be stopped and
//! started again anywhere.
//!
//! Each file is on one *side*. Its target holds the old bytes or the new ones; if it holds
//! anything else, somebody wrote to it since, and the stage tells on top of which: as long as the
//! new bytes wait there, the target was never replaced.

mod sweep;

use std::io;

use cap_std::fs::Dir;
use deixis_base::Root;

use crate::error::{Conflict, Leftover};
use crate::files::{Content, Files, Found, is_escape, is_missing};
use crate::journal::{Entry, Record};
use crate::stage::Side;
use crate::swap::{Expected, Refused, swap};
use sweep::is_ours;

/// The two ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    Undo,
    Complete,
}

/// What a target or a stage holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holds {
    Old,
    New,
    /// Something that this change did not put there.
    Foreign,
    Nothing,
}

/// Where one file stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    pub(crate) target: Holds,
    pub(crate) stage: Holds,
}

/// What could not be brought to an end.
#[derive(Debug, Default)]
pub(crate) struct Remains {
    /// Changed by somebody on top of the other end's bytes: what is there is theirs.
    pub(crate) changed: Vec<Leftover>,
    /// Failed, and may succeed later.
    pub(crate) failed: Vec<Leftover>,
    /// Under a stage's name, but not what was put there.
    pub(crate) foreign: Vec<Leftover>,
}

/// A change, and all that is needed to settle it.
#[derive(Clone, Copy)]
pub(crate) struct Settling<'a> {
    pub(crate) files: &'a dyn Files,
    pub(crate) root: &'a Root,
    pub(crate) record: &'a Record,
}

impl Standing {
    /// On which side the file is; `None` if that makes no difference.
    fn side(self) -> Side {
        match (self.target, self.stage) {
            (Holds::Old, _) | (Holds::Foreign | Holds::Nothing, Holds::New) => Side::Old,
            _ => Side::New,
        }
    }

    pub(crate) fn is_changed(self) -> bool {
        matches!(self.target, Holds::Foreign | Holds::Nothing)
    }
}

impl Remains {
    pub(crate) fn is_empty(&self) -> bool {
        self.changed.is_empty() && self.failed.is_empty() && self.foreign.is_empty()
    }

    pub(crate) fn into_all(self) -> Vec<Leftover> {
        [self.changed, self.failed, self.foreign].concat()
    }
}

/// Which end a prepared change is brought to: the one that no file has to move to if there is
/// one, else the one that fits what somebody wrote since, else the old one.
pub(crate) fn way(standings: &[Standing]) -> Way {
    let on = |side: Side| standings.iter().filter(move |file| file.side() == side);
    if on(Side::Old).next().is_none() {
        return Way::Complete;
    }
    let written_on_new = on(Side::New).any(|file| file.is_changed());
    let can_complete = on(Side::Old).all(|file| !file.is_changed() && file.stage == Holds::New);
    if written_on_new && can_complete { Way::Complete } else { Way::Undo }
}

impl Settling<'_> {
    /// Where every file stands.
    pub(crate) fn survey(&self) -> io::Result<Vec<Standing>> {
        let stand = |(number, entry): (usize, &Entry)| {
            let Some(dir) = self.folder(entry)? else {
                return Ok(Standing { target: Holds::Nothing, stage: Holds::Nothing });
            };
            Ok(Standing {
                target: self.holds(&dir, entry.path.file_name(), entry)?,
                stage: self.holds(&dir, &self.record.id.stage(number, Side::New), entry)?,
            })
        };
        self.record.files.iter().enumerate().map(stand).collect()
    }

    /// Moves every target to one end, the last one first, and makes that durable. Goes on after
    /// a failure: the more is put back, the better.
    pub(crate) fn move_targets(&self, way: Way) -> Remains {
        let mut remains = Remains::default();
        for (number, entry) in self.record.files.iter().enumerate().rev() {
            match self.move_target(number, entry, way) {
                Ok(()) => {}
                Err(Refused::Conflict(why)) => {
                    let why = format!("it {why}, after it had been replaced");
                    remains.changed.push(Leftover { path: entry.path.clone(), why });
                }
                Err(Refused::Io(error)) => remains.failed.push(left(entry, &error)),
            }
        }
        remains.failed.extend(self.sync_folders());
        remains
    }

    fn move_target(&self, number: usize, entry: &Entry, way: Way) -> Result<(), Refused> {
        let Some(dir) = self.folder(entry)? else { return Err(Conflict::Missing.into()) };
        let target = entry.path.file_name();
        let stage = self.record.id.stage(number, Side::New);
        let found = self.files.read(&dir, target, longest(entry))?;
        let standing =
            Standing { target: what(&found, entry), stage: self.holds(&dir, &stage, entry)? };
        let wanted = match way {
            Way::Undo => Side::Old,
            Way::Complete => Side::New,
        };
        if standing.side() == wanted {
            return Ok(());
        }
        let Found::File(seen) = found else { return Err(Conflict::NotAFile.into()) };
        if standing.is_changed() {
            return Err(Conflict::Changed.into());
        }
        let expected = Expected { identity: seen.identity, content: seen.content() };
        let (wanted, waiting) = match way {
            Way::Undo => (entry.old, standing.stage == Holds::Old),
            Way::Complete => (entry.new, standing.stage == Holds::New),
        };
        if waiting {
            drop(seen);
            return swap(self.files, &dir, (&stage, wanted), (target, expected)).map(drop);
        }
        if way == Way::Complete {
            return Err(io::Error::other("the new text is no longer there").into());
        }
        let again = self.record.id.stage(number, Side::Old);
        self.write_again(&dir, &again, entry, &seen.file)?;
        drop(seen);
        swap(self.files, &dir, (&again, wanted), (target, expected)).map(drop)
    }

    /// Writes the old bytes from the journal into a sibling, unless they are there already.
    fn write_again(
        &self,
        dir: &Dir,
        name: &str,
        entry: &Entry,
        like: &cap_std::fs::File,
    ) -> io::Result<()> {
        // What an earlier attempt left is not known to be durable: start anew.
        if self.files.read(dir, name, longest(entry)).is_ok_and(|found| is_ours(&found, entry)) {
            self.files.remove(dir, name)?;
        }
        let file = self.files.create(dir, name)?;
        self.files.dress(&file, like)?;
        self.files.write(&file, &entry.bytes)?;
        self.files.sync(&file)
    }

    /// Makes the names in every folder durable; each folder once.
    pub(crate) fn sync_folders(&self) -> Vec<Leftover> {
        let mut failed = Vec::new();
        let mut done = std::collections::BTreeSet::new();
        for entry in &self.record.files {
            if !done.insert(entry.path.parent()) {
                continue;
            }
            let synced = self.folder(entry).and_then(|dir| match dir {
                Some(dir) => self.files.sync_folder(&dir),
                None => Ok(()),
            });
            failed.extend(synced.err().map(|error| left(entry, &error)));
        }
        failed
    }

    /// The folder of a file; `None` if it is gone, or its path leads out of the root by now.
    fn folder(&self, entry: &Entry) -> io::Result<Option<Dir>> {
        match self.files.folder(self.root.dir(), &entry.path) {
            Ok(dir) => Ok(Some(dir)),
            Err(error) if is_missing(&error) || is_escape(&error) => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn holds(&self, dir: &Dir, name: &str, entry: &Entry) -> io::Result<Holds> {
        Ok(what(&self.files.read(dir, name, longest(entry))?, entry))
    }
}

fn what(found: &Found, entry: &Entry) -> Holds {
    match found {
        Found::Missing => Holds::Nothing,
        Found::Symlink | Found::Other => Holds::Foreign,
        Found::File(seen) => match Content::of(&seen.bytes) {
            content if content == entry.old => Holds::Old,
            content if content == entry.new => Holds::New,
            _ => Holds::Foreign,
        },
    }
}

fn longest(entry: &Entry) -> u64 {
    entry.old.len.max(entry.new.len)
}

fn left(entry: &Entry, error: &io::Error) -> Leftover {
    Leftover { path: entry.path.clone(), why: error.to_string() }
}
