//! Unix: processor time, private folders, executables.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// Processor time that the calling thread has used.
pub(crate) fn thread_time() -> Option<Duration> {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    let seconds = u64::try_from(time.tv_sec).ok()?;
    let nanos = u32::try_from(time.tv_nsec).ok()?;
    Some(Duration::new(seconds, nanos))
}

/// Makes sure that a folder is there, is a real folder, is ours, and that
/// nobody else can look into it or write to it.
///
/// # Errors
/// The system's error, or `PermissionDenied` if the folder is not private.
pub(crate) fn private_directory(path: &Path) -> io::Result<()> {
    if let Some(parent) = path.parent() {
        std::fs::create_dir_all(parent)?;
    }
    match DirBuilder::new().mode(0o700).create(path) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        Err(error) => return Err(error),
    }
    let found = std::fs::symlink_metadata(path)?;
    let ours = found.uid() == rustix::process::geteuid().as_raw();
    if !found.is_dir() || !ours || found.mode() & 0o077 != 0 {
        return Err(io::Error::new(
            io::ErrorKind::PermissionDenied,
            "the folder must belong to this user and have mode 0700",
        ));
    }
    Ok(())
}

/// Creates a new file that only this user can read and write.
///
/// # Errors
/// The system's error, also if the file is already there.
pub(crate) fn private_file(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)
}

/// The program of this name in a folder, if it is there and may be executed.
pub(crate) fn executable(folder: &Path, name: &str) -> Option<PathBuf> {
    let path = folder.join(name);
    let found = std::fs::metadata(&path).ok()?;
    (found.is_file() && found.mode() & 0o111 != 0).then_some(path)
}
