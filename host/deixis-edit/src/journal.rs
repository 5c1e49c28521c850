//! The journal of one change: what is going to happen, the old bytes, and how far it came.
//!
//! One file, `ID.journal`, that only grows. Its first frame is the intent, complete with every
//! old byte; *marks* follow. A frame carries its length and its SHA-256, so that one that a crash
//! cut off is told from one that is there. The order in which things become durable does the
//! rest: no stage exists before the intent is, and no target is replaced before the first mark
//! is. An intent that is not whole and has no mark behind it therefore stands for a change that
//! touched nothing.

mod wire;

use std::io;
use std::sync::Arc;

use cap_std::fs::{Dir, File};
use deixis_base::RootedPath;

use crate::files::{Content, Files, Found};
use crate::plan::{MAX_BYTES, MAX_FILES, Plan};
use crate::stage::Token;

/// Longest journal that is read: every old byte, and some kilobytes for each file's name.
const MAX_JOURNAL: u64 = (MAX_BYTES + MAX_FILES * 8 * 1024) as u64;
/// How the name of a journal ends that is to be settled.
const OPEN: &str = ".journal";
/// How the name of a journal ends that is kept for its old bytes alone.
const KEPT: &str = ".kept";

/// What a change is going to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) id: Token,
    pub(crate) files: Vec<Entry>,
}

/// One file of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) path: RootedPath,
    pub(crate) old: Content,
    pub(crate) new: Content,
    pub(crate) bytes: Arc<[u8]>,
}

/// How far a change came, by its last mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Progress {
    /// Some stages may exist.
    Recorded,
    /// Every stage exists; some targets may be replaced.
    Prepared,
    /// Every target is replaced; some stages may still exist.
    Committed,
}

/// What a journal's file says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Parsed {
    /// The intent was never completed: nothing was done.
    Torn,
    /// It cannot be understood, but something may have been done.
    Damaged(String),
    Whole(Record, Progress),
}

/// A journal that is being written.
#[derive(Debug)]
pub(crate) struct Journal {
    file: File,
    id: Token,
}

impl Record {
    pub(crate) fn new(id: Token, plan: &Plan) -> Self {
        let entry = |file: &crate::FileChange| Entry {
            path: file.path.clone(),
            old: Content::of(&file.old),
            new: Content::of(&file.new),
            bytes: Arc::clone(&file.old),
        };
        Self { id, files: plan.files().iter().map(entry).collect() }
    }
}

impl Journal {
    /// Writes the intent; it is durable when this returns.
    pub(crate) fn create(files: &dyn Files, folder: &Dir, record: &Record) -> io::Result<Self> {
        let file = files.create(folder, &name(record.id))?;
        files.write(&file, &wire::intent(record)?)?;
        files.sync(&file)?;
        files.sync_folder(folder)?;
        Ok(Self { file, id: record.id })
    }

    /// Adds a mark; it is durable when this returns, and may or may not be if it fails.
    pub(crate) fn mark(&self, files: &dyn Files, progress: Progress) -> io::Result<()> {
        files.write(&self.file, &wire::mark(self.id, progress))?;
        files.sync(&self.file)
    }
}

/// Ends a journal.
pub(crate) fn remove(files: &dyn Files, folder: &Dir, id: Token) -> io::Result<()> {
    match files.remove(folder, &name(id)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    files.sync_folder(folder)
}

/// Ends a journal, but keeps its file.
pub(crate) fn keep(files: &dyn Files, folder: &Dir, id: Token) -> io::Result<()> {
    files.rename(folder, &name(id), &kept_name(id))?;
    files.sync_folder(folder)
}

/// Removes the file of a journal that was kept.
pub(crate) fn discard(files: &dyn Files, folder: &Dir, id: Token) -> io::Result<()> {
    files.remove(folder, &kept_name(id))?;
    files.sync_folder(folder)
}

/// The journals in a folder that are to be settled, and those that are kept.
pub(crate) fn list(files: &dyn Files, folder: &Dir) -> io::Result<(Vec<Token>, Vec<Token>)> {
    let (mut open, mut kept) = (Vec::new(), Vec::new());
    for name in files.names(folder)? {
        open.extend(name.strip_suffix(OPEN).and_then(Token::parse));
        kept.extend(name.strip_suffix(KEPT).and_then(Token::parse));
    }
    open.sort_unstable();
    kept.sort_unstable();
    Ok((open, kept))
}

/// Reads a journal that is to be settled.
pub(crate) fn read(files: &dyn Files, folder: &Dir, id: Token) -> io::Result<Parsed> {
    read_named(files, folder, id, &name(id))
}

/// Reads a journal that was kept.
pub(crate) fn read_kept(files: &dyn Files, folder: &Dir, id: Token) -> io::Result<Parsed> {
    read_named(files, folder, id, &kept_name(id))
}

fn read_named(files: &dyn Files, folder: &Dir, id: Token, name: &str) -> io::Result<Parsed> {
    match files.read(folder, name, MAX_JOURNAL)? {
        Found::File(seen) if seen.bytes.len() as u64 > MAX_JOURNAL => {
            Ok(Parsed::Damaged("it is longer than any journal".to_owned()))
        }
        Found::File(seen) => Ok(wire::parse(id, &seen.bytes)),
        Found::Missing => Err(io::ErrorKind::NotFound.into()),
        Found::Symlink | Found::Other => Ok(Parsed::Damaged("it is no file".to_owned())),
    }
}

pub(crate) fn name(id: Token) -> String {
    format!("{id}{OPEN}")
}

pub(crate) fn kept_name(id: Token) -> String {
    format!("{id}{KEPT}")
}
