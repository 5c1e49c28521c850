//! Windows: what makes a file a program.

use std::io;
use std::path::Path;

/// An empty program: its name ends as programs do.
pub(crate) fn executable(path: &Path) -> io::Result<()> {
    std::fs::write(path.with_added_extension("exe"), "")
}
