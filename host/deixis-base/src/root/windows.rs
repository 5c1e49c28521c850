//! Paths and metadata where paths have drives, shares and backslashes.

use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use cap_std::fs::{Dir, File, Metadata};
use cap_std::time::SystemTime;

use super::Stat;

/// A canonical path without its verbatim prefix, which no language server understands.
pub(super) fn simplify(path: PathBuf) -> PathBuf {
    let Some(verbatim) = path.to_str().and_then(|text| text.strip_prefix(r"\\?\")) else {
        return path;
    };
    match verbatim.strip_prefix(r"UNC\") {
        Some(share) => PathBuf::from(format!(r"\\{share}")),
        None => PathBuf::from(verbatim),
    }
}

/// `path` with `/` as its only separator.
pub(super) fn slashed(path: &str) -> Cow<'_, str> {
    if path.contains('\\') {
        return Cow::Owned(path.replace('\\', "/"));
    }
    Cow::Borrowed(path)
}

/// A `/`-separated path as the system writes it.
pub(super) fn native(path: &str) -> Cow<'_, str> {
    Cow::Owned(path.replace('/', "\\"))
}

/// Whether a `/`-separated path is absolute: a drive, a share, or a path from a drive's root.
pub(super) fn is_absolute(path: &str) -> bool {
    let bytes = path.as_bytes();
    path.starts_with('/') || matches!(bytes, [letter, b':', ..] if letter.is_ascii_alphabetic())
}

/// The slashes that an absolute `/`-separated path starts with, which tell a share from a
/// drive, and what is below.
pub(super) fn split_top(path: &str) -> (&str, &str) {
    path.split_at(path.len() - path.trim_start_matches('/').len())
}

/// Whether a component may be a file name. A colon would name a stream of another file, or a
/// drive.
pub(super) fn is_name(part: &str) -> bool {
    !part.contains(['\0', ':', '<', '>', '"', '|', '?', '*'])
}

/// What follows `prefix` in `path`, as the file system compares names: ASCII case does not
/// count.
pub(super) fn strip_prefix<'a>(path: &'a str, prefix: &str) -> Option<&'a str> {
    let head = path.get(..prefix.len())?;
    head.eq_ignore_ascii_case(prefix).then(|| &path[prefix.len()..])
}

/// Opens for reading.
pub(super) fn open(dir: &Dir, path: &str) -> io::Result<File> {
    dir.open(path)
}

pub(super) fn stat(metadata: &Metadata) -> Stat {
    Stat {
        len: metadata.len(),
        mtime_ns: nanoseconds(metadata.modified().ok()),
        ctime_ns: nanoseconds(metadata.created().ok()),
        ino: 0,
        dev: 0,
        is_file: metadata.is_file(),
    }
}

/// As [`stat`]; there is no cheaper way here.
pub(super) fn glance(dir: &Dir, path: &str) -> Option<Stat> {
    dir.metadata(native(path).as_ref()).ok().map(|metadata| stat(&metadata))
}

/// Whether a path leads to an open folder. An open folder can be neither moved nor deleted here.
pub(super) fn is_same(_dir: &Dir, _path: &Path) -> bool {
    true
}

/// 0 where the file system keeps no such time.
fn nanoseconds(time: Option<SystemTime>) -> i128 {
    let Some(time) = time else { return 0 };
    let signed = |span: std::time::Duration| i128::try_from(span.as_nanos()).unwrap_or(i128::MAX);
    match time.into_std().duration_since(UNIX_EPOCH) {
        Ok(after) => signed(after),
        Err(before) => -signed(before.duration()),
    }
}
