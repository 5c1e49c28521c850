//! Putting a staged file in the place of another, once.
//!
//! Looking and replacing are two system calls, and somebody may write between them. Where names
//! can be exchanged nothing is lost by that: what was replaced is still there, under the stage's
//! name. It is looked at once more, and if it is not what was expected, the names are exchanged
//! back. Elsewhere the rename that replaces is used, and what was written in that moment is lost.

use std::io;

use cap_std::fs::Dir;

use crate::error::Conflict;
use crate::files::{Content, Files, Found, Identity, Seen, is_missing};

/// The very file that is to be replaced.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Expected {
    pub(crate) identity: Identity,
    pub(crate) content: Content,
}

/// Why a file was not replaced.
#[derive(Debug)]
pub(crate) enum Refused {
    Conflict(Conflict),
    Io(io::Error),
}

/// Puts the file under the first name, if it holds what is said of it, in the place of the one
/// under the second, if it is what is said of it.
pub(crate) fn swap(
    files: &dyn Files,
    dir: &Dir,
    (stage, staged): (&str, Content),
    (target, expected): (&str, Expected),
) -> Result<(), Refused> {
    match files.read(dir, stage, staged.len)? {
        Found::File(seen) if seen.content() == staged => {}
        _ => return Err(io::Error::other("the text that was written beside it was changed").into()),
    }
    check(files, dir, target, expected)?;
    match files.exchange(dir, stage, target) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::Unsupported => {
            return Ok(files.rename(dir, stage, target)?);
        }
        Err(error) => {
            if is_missing(&error) {
                // Did the target go away since it was looked at?
                check(files, dir, target, expected)?;
            }
            return Err(error.into());
        }
    }
    let out = check(files, dir, stage, expected);
    if out.is_err() {
        files.exchange(dir, stage, target)?;
    }
    out
}

/// Whether the expected file is under a name, with the expected content.
pub(crate) fn check(
    files: &dyn Files,
    dir: &Dir,
    name: &str,
    expected: Expected,
) -> Result<(), Refused> {
    let seen = regular(files.read(dir, name, expected.content.len)?)?;
    if seen.content() != expected.content {
        return Err(Conflict::Changed.into());
    }
    if seen.identity != expected.identity {
        return Err(Conflict::Replaced.into());
    }
    Ok(())
}

/// The regular file that was found, or what is there instead.
pub(crate) fn regular(found: Found) -> Result<Seen, Conflict> {
    match found {
        Found::File(seen) => Ok(seen),
        Found::Missing => Err(Conflict::Missing),
        Found::Symlink => Err(Conflict::Symlink),
        Found::Other => Err(Conflict::NotAFile),
    }
}

impl From<Conflict> for Refused {
    fn from(why: Conflict) -> Self {
        Self::Conflict(why)
    }
}

impl From<io::Error> for Refused {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}
