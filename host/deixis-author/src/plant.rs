//! Writing a new adapter's files.

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write as _};
use std::path::Path;

use anyhow::{Context as _, Result, bail};

use crate::File;

/// Most names of files that are in the way, in an error.
const NAMED: usize = 3;

/// Writes the files below a folder, which is made if it is missing.
///
/// # Errors
///
/// When one of them is there already, and then nothing is written; or the folder cannot be
/// written.
pub fn plant(folder: &Path, files: &[File]) -> Result<()> {
    let there: Vec<&str> = files
        .iter()
        .filter(|file| fs::symlink_metadata(folder.join(&file.path)).is_ok())
        .map(|file| file.path.as_str())
        .collect();
    if !there.is_empty() {
        let more = if there.len() > NAMED { ", …" } else { "" };
        let named = there[..there.len().min(NAMED)].join(", ");
        bail!(
            "{} already holds {named}{more}; nothing was written. Choose a new folder, as in \
             `deixis plugin new zig adapters/zig`",
            folder.display()
        );
    }
    for file in files {
        let path = folder.join(&file.path);
        write(&path, &file.text)
            .with_context(|| format!("{} cannot be written", path.display()))?;
    }
    Ok(())
}

/// A file that came in the meantime is not written over, either.
fn write(path: &Path, text: &str) -> std::io::Result<()> {
    fs::create_dir_all(path.parent().ok_or(ErrorKind::InvalidInput)?)?;
    OpenOptions::new().write(true).create_new(true).open(path)?.write_all(text.as_bytes())
}
