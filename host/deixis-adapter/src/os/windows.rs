//! Windows: processor time, private folders, executables.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Suffixes that make a file a program, as in the default `PATHEXT`.
const SUFFIXES: [&str; 4] = [".exe", ".cmd", ".bat", ".com"];

/// Not asked for here: calls are ended by wall-clock time.
pub(crate) fn thread_time() -> Option<Duration> {
    None
}

/// Makes sure that a folder is there and is a real folder. The user's profile,
/// below which caches lie, is closed to other users by its inherited rights.
///
/// # Errors
/// The system's error, or `PermissionDenied` if it is not a folder.
pub(crate) fn private_directory(path: &Path) -> io::Result<()> {
    std::fs::create_dir_all(path)?;
    if std::fs::symlink_metadata(path)?.is_dir() {
        return Ok(());
    }
    Err(io::Error::new(io::ErrorKind::PermissionDenied, "the path must be a folder"))
}

/// Creates a new file.
///
/// # Errors
/// The system's error, also if the file is already there.
pub(crate) fn private_file(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).open(path)
}

/// The program of this name in a folder, if it is there.
pub(crate) fn executable(folder: &Path, name: &str) -> Option<PathBuf> {
    let plain = folder.join(name);
    if plain.extension().is_some() && plain.is_file() {
        return Some(plain);
    }
    SUFFIXES.iter().map(|suffix| folder.join(format!("{name}{suffix}"))).find(|path| path.is_file())
}
