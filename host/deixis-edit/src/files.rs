//! The seam to the file system: the few operations that a change is made of.
//!
//! Every operation takes an open folder and *one name* in it, never a path: what was opened
//! through the root's capability cannot be led elsewhere by swapping a parent for a symlink, and
//! a symlink under the name itself is never followed. The journal's folder is used in the same
//! way, so that tests can fail any operation of a change by its number.

#[cfg_attr(windows, path = "files/windows.rs")]
#[cfg_attr(not(windows), path = "files/unix.rs")]
mod os;

use std::io::{self, Read as _, Write as _};
use std::path::Path;

use cap_std::fs::{Dir, File};
use deixis_base::RootedPath;
use sha2::{Digest as _, Sha256};

pub(crate) use os::{create_private_folder, open_number, read_at_start};

/// What the content of a file is, as far as it tells one from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Content {
    pub(crate) len: u64,
    pub(crate) sha256: [u8; 32],
}

/// Which file it is, whatever its name, and who else sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Identity {
    pub(crate) device: u64,
    pub(crate) index: u64,
}

/// What is under a name.
#[derive(Debug)]
pub(crate) enum Found {
    Missing,
    Symlink,
    /// A folder, pipe, socket or device.
    Other,
    File(Seen),
}

/// A file, open, with its content.
#[derive(Debug)]
pub(crate) struct Seen {
    pub(crate) file: File,
    pub(crate) identity: Identity,
    /// How many names it has.
    pub(crate) links: u64,
    /// One byte more than was asked for if there were more.
    pub(crate) bytes: Vec<u8>,
}

/// What a change asks of the file system.
pub(crate) trait Files {
    /// Opens the folder of `path`, which may lead through symlinks but not out of the root.
    fn folder(&self, root: &Dir, path: &RootedPath) -> io::Result<Dir>;
    /// Looks at what is under a name; of a file, reads at most `max` bytes and one more.
    fn read(&self, dir: &Dir, name: &str, max: u64) -> io::Result<Found>;
    /// Whether this user may write the file, or could allow it to themselves.
    fn may_write(&self, dir: &Dir, name: &str, seen: &Seen) -> io::Result<bool>;
    /// Creates a file that only this user can read; the name must be free.
    fn create(&self, dir: &Dir, name: &str) -> io::Result<File>;
    /// Gives a new file the owner, the mode and the extended attributes of another.
    fn dress(&self, new: &File, like: &File) -> io::Result<()>;
    /// Writes at the end.
    fn write(&self, file: &File, bytes: &[u8]) -> io::Result<()>;
    /// Writes over the beginning of a file, which is created if need be and only this user can
    /// read; whoever has it open sees it at once.
    fn put(&self, dir: &Dir, name: &str, bytes: &[u8]) -> io::Result<()>;
    /// Makes a file's content and metadata durable.
    fn sync(&self, file: &File) -> io::Result<()>;
    /// Makes a folder's names durable.
    fn sync_folder(&self, dir: &Dir) -> io::Result<()>;
    /// Exchanges what is under two names, atomically. [`io::ErrorKind::Unsupported`] where that
    /// is not possible.
    fn exchange(&self, dir: &Dir, one: &str, other: &str) -> io::Result<()>;
    /// Moves `from` to `to`, replacing what is there, atomically.
    fn rename(&self, dir: &Dir, from: &str, to: &str) -> io::Result<()>;
    /// Removes a file.
    fn remove(&self, dir: &Dir, name: &str) -> io::Result<()>;
    /// The names in a folder, except those that are not UTF-8.
    fn names(&self, dir: &Dir) -> io::Result<Vec<String>>;
}

/// The real file system.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Disk;

impl Files for Disk {
    fn folder(&self, root: &Dir, path: &RootedPath) -> io::Result<Dir> {
        match path.parent() {
            Some(parent) => root.open_dir(Path::new(parent.as_str())),
            None => root.try_clone(),
        }
    }

    fn read(&self, dir: &Dir, name: &str, max: u64) -> io::Result<Found> {
        let file = match os::open(dir, name) {
            Ok(file) => file,
            Err(error) => return os::refused(dir, name, error),
        };
        let Some((identity, links)) = os::identity(&file)? else {
            return Ok(os::not_a_file(&file));
        };
        let mut bytes = Vec::new();
        (&file).take(max.saturating_add(1)).read_to_end(&mut bytes)?;
        Ok(Found::File(Seen { file, identity, links, bytes }))
    }

    fn may_write(&self, dir: &Dir, name: &str, seen: &Seen) -> io::Result<bool> {
        os::may_write(dir, name, &seen.file)
    }

    fn create(&self, dir: &Dir, name: &str) -> io::Result<File> {
        os::create(dir, name)
    }

    fn dress(&self, new: &File, like: &File) -> io::Result<()> {
        os::dress(new, like)
    }

    fn write(&self, mut file: &File, bytes: &[u8]) -> io::Result<()> {
        file.write_all(bytes)
    }

    fn put(&self, dir: &Dir, name: &str, bytes: &[u8]) -> io::Result<()> {
        os::open_number(dir, name)?.write_all(bytes)
    }

    fn sync(&self, file: &File) -> io::Result<()> {
        file.sync_all()
    }

    fn sync_folder(&self, dir: &Dir) -> io::Result<()> {
        os::sync_folder(dir)
    }

    fn exchange(&self, dir: &Dir, one: &str, other: &str) -> io::Result<()> {
        os::exchange(dir, one, other)
    }

    fn rename(&self, dir: &Dir, from: &str, to: &str) -> io::Result<()> {
        dir.rename(from, dir, to)
    }

    fn remove(&self, dir: &Dir, name: &str) -> io::Result<()> {
        dir.remove_file(name)
    }

    fn names(&self, dir: &Dir) -> io::Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in dir.entries()? {
            if let Ok(name) = entry?.file_name().into_string() {
                names.push(name);
            }
        }
        Ok(names)
    }
}

impl Content {
    pub(crate) fn of(bytes: &[u8]) -> Self {
        Self { len: bytes.len() as u64, sha256: Sha256::digest(bytes).into() }
    }
}

impl Seen {
    pub(crate) fn content(&self) -> Content {
        Content::of(&self.bytes)
    }
}

/// The capability's refusal to leave the root; the system's own refusals carry a code.
pub(crate) fn is_escape(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::PermissionDenied && error.raw_os_error().is_none()
}

/// Nothing there: no such name, or something on the way is no folder.
pub(crate) fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}
