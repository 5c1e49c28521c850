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
/// followed, and nothing is created: a project may have stages and no folder of journals if it
/// was copied, or if that folder was removed.
///
/// # Errors
/// If somebody else is changing the root, or the folder of journals cannot be used.
pub fn strays(root: &Root, journals: &Path) -> Result<Strays, RecoverError> {
    if let Some(lease) = Lease::acquire_existing(root, journals)? {
        return look_beside(root, &lease);
    }
    let strays = look(root, &[]);
    match Lease::acquire_existing(root, journals)? {
        // Somebody began to change the root meanwhile, and perhaps these are theirs.
        Some(lease) if !strays.paths.is_empty() => look_beside(root, &lease),
        _ => Ok(strays),
    }
}

fn look_beside(root: &Root, lease: &Lease) -> Result<Strays, RecoverError> {
    let (open, _) = journal::list(&Disk, &lease.folder).map_err(RecoverError::Io)?;
    Ok(look(root, &open))
}

/// All stages but those of these journals.
fn look(root: &Root, known: &[Token]) -> Strays {
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
                return strays;
            }
            let Ok(name) = entry.file_name().into_string() else { continue };
            let path = match &folder {
                Some(folder) => folder.join(&name),
                None => RootedPath::new(&name),
            };
            let (Ok(path), Ok(kind)) = (path, entry.file_type()) else { continue };
            if kind.is_dir() {
                folders.push(Some(path));
            } else if Token::of_stage(&name).is_some_and(|id| !known.contains(&id)) {
                strays.paths.push(path);
            }
        }
    }
    strays.paths.sort_unstable();
    strays
}

fn open_folder(root: &Root, folder: Option<&RootedPath>) -> Option<Dir> {
    match folder {
        Some(folder) => root.dir().open_dir(folder.as_str()).ok(),
        None => root.dir().try_clone().ok(),
    }
}
