//! Unix: what makes a file a program.

use std::fs::OpenOptions;
use std::io;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

/// An empty program.
pub(crate) fn executable(path: &Path) -> io::Result<()> {
    OpenOptions::new().write(true).create(true).truncate(true).mode(0o755).open(path)?;
    Ok(())
}
