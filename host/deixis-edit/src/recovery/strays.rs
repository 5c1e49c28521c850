//! Stages whose journal is lost.
//!
//! A crash alone leaves none. A folder of journals that was deleted, or a project that was copied
//! while a change was made, does. They are found by their names, reported, and never removed:
//! without the journal nothing says what they are.

use std::path::Path;

use cap_std::fs::Dir;
use deixis_base::{Root, RootedPath};

use super::RecoverError;
use crate::files::Disk;
use crate::journal;
use crate::lease::Lease;
use crate::stage::Token;

/// Most files and folders that are looked at.
const MAX_LOOKED: usize = 1_000_000;

/// Stages whose journal is lost.
#[derive(Debug, Default)]
pub struct Strays {
    /// Where they are.
    pub paths: Vec<RootedPath>,
    /// Whether there were too many files to look at, or a folder could not be read, so that
    /// there may be others.
    pub incomplete: bool,
}

/// Looks through the whole project for stages that no journal knows of. Symlinks are not
/// followed.
///
/// # Errors
/// If somebody else is changing the root, or the folder of journals cannot be used.
pub fn strays(root: &Root, journals: &Path) -> Result<Strays, RecoverError> {
    let lease = Lease::acquire(root, journals)?;
    let (open, _) = journal::list(&Disk, &lease.folder).map_err(RecoverError::Io)?;
    let mut strays = Strays::default();
    let mut looked = 0;
    let mut folders: Vec<Option<RootedPath>> = vec![None];
    while let Some(folder) = folders.pop() {
        let Some(dir) = open_folder(root, folder.as_ref()) else {
            strays.incomplete = true;
            continue;
        };
        let Ok(entries) = dir.entries() else {
            strays.incomplete = true;
            continue;
        };
        for entry in entries.flatten() {
            looked += 1;
            if looked > MAX_LOOKED {
                strays.incomplete = true;
                return Ok(strays);
            }
            let Ok(name) = entry.file_name().into_string() else { continue };
            let path = match &folder {
                Some(folder) => folder.join(&name),
                None => RootedPath::new(&name),
            };
            let (Ok(path), Ok(kind)) = (path, entry.file_type()) else { continue };
            if kind.is_dir() {
                folders.push(Some(path));
            } else if Token::of_stage(&name).is_some_and(|id| !open.contains(&id)) {
                strays.paths.push(path);
            }
        }
    }
    strays.paths.sort_unstable();
    Ok(strays)
}

fn open_folder(root: &Root, folder: Option<&RootedPath>) -> Option<Dir> {
    match folder {
        Some(folder) => root.dir().open_dir(folder.as_str()).ok(),
        None => root.dir().try_clone().ok(),
    }
}
