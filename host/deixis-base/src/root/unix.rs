//! Paths and metadata where paths are bytes between slashes.

use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};

use cap_std::fs::{Dir, File, Metadata, MetadataExt as _, OpenOptions, OpenOptionsExt as _};

use super::Stat;

/// Canonical paths need no cleaning here.
pub(super) fn simplify(path: PathBuf) -> PathBuf {
    path
}

/// `path` with `/` as its only separator.
pub(super) fn slashed(path: &str) -> Cow<'_, str> {
    Cow::Borrowed(path)
}

/// A `/`-separated path as the system writes it.
pub(super) fn native(path: &str) -> Cow<'_, str> {
    Cow::Borrowed(path)
}

/// Whether a `/`-separated path is absolute.
pub(super) fn is_absolute(path: &str) -> bool {
    path.starts_with('/')
}

/// The top of an absolute `/`-separated path, and what is below. More than one slash at the
/// start is one, as the system reads it and as servers write it that add one too many.
pub(super) fn split_top(path: &str) -> (&str, &str) {
    let below = path.trim_start_matches('/');
    (if below.len() < path.len() { "/" } else { "" }, below)
}

/// Whether a component may be a file name.
pub(super) fn is_name(part: &str) -> bool {
    !part.as_bytes().contains(&0)
}

/// What follows `prefix` in `path`, as the file system compares names.
pub(super) fn strip_prefix<'a>(path: &'a str, prefix: &str) -> Option<&'a str> {
    path.strip_prefix(prefix)
}

/// Opens for reading, without waiting for the other end of a pipe.
pub(super) fn open(dir: &Dir, path: &str) -> io::Result<File> {
    dir.open_with(path, OpenOptions::new().read(true).custom_flags(libc::O_NONBLOCK))
}

pub(super) fn stat(metadata: &Metadata) -> Stat {
    Stat {
        len: metadata.len(),
        mtime_ns: nanoseconds(metadata.mtime(), metadata.mtime_nsec()),
        ctime_ns: nanoseconds(metadata.ctime(), metadata.ctime_nsec()),
        ino: metadata.ino(),
        dev: metadata.dev(),
        is_file: metadata.is_file(),
    }
}

/// As [`stat`], in one system call, following symlinks wherever they lead.
pub(super) fn glance(dir: &Dir, path: &str) -> Option<Stat> {
    let stat = rustix::fs::statat(dir, path, rustix::fs::AtFlags::empty()).ok()?;
    Some(Stat {
        len: whole(stat.st_size)?,
        mtime_ns: nanoseconds(whole(stat.st_mtime)?, whole(stat.st_mtime_nsec)?),
        ctime_ns: nanoseconds(whole(stat.st_ctime)?, whole(stat.st_ctime_nsec)?),
        ino: whole(stat.st_ino)?,
        dev: whole(stat.st_dev)?,
        is_file: rustix::fs::FileType::from_raw_mode(stat.st_mode).is_file(),
    })
}

/// A field whose type differs between systems.
fn whole<T>(field: impl TryInto<T>) -> Option<T> {
    field.try_into().ok()
}

/// Whether a path leads to an open folder.
pub(super) fn is_same(dir: &Dir, path: &Path) -> bool {
    let (Ok(open), Ok(named)) = (rustix::fs::fstat(dir), rustix::fs::stat(path)) else {
        return false;
    };
    open.st_ino == named.st_ino && open.st_dev == named.st_dev
}

fn nanoseconds(seconds: i64, nanoseconds: i64) -> i128 {
    i128::from(seconds) * 1_000_000_000 + i128::from(nanoseconds)
}
