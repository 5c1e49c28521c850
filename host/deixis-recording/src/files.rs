//! The project as an adapter sees it: the names of its files, and the texts that it may read.

use std::collections::VecDeque;
use std::io;
use std::path::Path;

use deixis_base::{Root, RootedPath};
use globset::{Glob, GlobSet, GlobSetBuilder};

use crate::format::{Line, Recording};
use crate::os;

/// Files that are written down.
const FILES: usize = 1_000;
/// Entries of folders that are looked at.
const ENTRIES: usize = 10_000;
/// Text of one file that is written down.
const TEXT_BYTES: u64 = 64 << 10;
/// Folders that are not entered: no adapter looks there, and they are large.
const SKIPPED: [&str; 5] = [".git", "node_modules", "target", ".deixis", "__pycache__"];

/// The first files of a project, breadth first. The texts are those that these globs name.
#[must_use]
pub fn files(root: &Root, readable: &[String]) -> Vec<Line> {
    let readable = globs(readable);
    let mut found = Vec::new();
    let mut folders = VecDeque::from([None::<RootedPath>]);
    let mut left = ENTRIES;
    while let Some(folder) = folders.pop_front() {
        let Ok(listing) = root.list(folder.as_ref(), left) else { continue };
        left -= listing.entries.len().min(left);
        for entry in listing.entries {
            let path = match &folder {
                Some(folder) => folder.join(&entry.name),
                None => RootedPath::new(&entry.name),
            };
            let Ok(path) = path else { continue };
            if entry.is_dir {
                let is_link = root.real(&path).map_or(true, |real| real != path);
                if !is_link && !SKIPPED.contains(&entry.name.as_str()) {
                    folders.push_back(Some(path));
                }
            } else if found.len() < FILES {
                found.push(file(root, &path, &readable));
            }
        }
    }
    found
}

fn file(root: &Root, path: &RootedPath, readable: &GlobSet) -> Line {
    let bytes = readable.is_match(path.as_str()).then(|| root.read(path, TEXT_BYTES).ok());
    let text = bytes.flatten().and_then(|bytes| String::from_utf8(bytes).ok());
    Line::File { file: path.as_str().to_owned(), text }
}

fn globs(patterns: &[String]) -> GlobSet {
    let mut set = GlobSetBuilder::new();
    for glob in patterns.iter().filter_map(|pattern| Glob::new(pattern).ok()) {
        set.add(glob);
    }
    set.build().unwrap_or_default()
}

/// Makes executables that do nothing, of the names of the recorded programs, in a folder that
/// does not exist yet.
///
/// # Errors
/// What the file system says.
pub fn lay_out_programs(recording: &Recording, folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    for (_, line) in &recording.lines {
        let Line::Program { program } = line else { continue };
        if !program.is_empty() && RootedPath::new(program).is_ok() && !program.contains('/') {
            os::executable(&folder.join(program))?;
        }
    }
    Ok(())
}

/// Makes the recorded files in an empty folder; those without a text are empty.
///
/// # Errors
/// What the file system says. Paths that lead out of the folder are left out.
pub fn lay_out(recording: &Recording, folder: &Path) -> io::Result<()> {
    for (_, line) in &recording.lines {
        let Line::File { file, text } = line else { continue };
        let Ok(path) = RootedPath::new(file) else { continue };
        let path = folder.join(path.as_str());
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)?;
        }
        std::fs::write(path, text.as_deref().unwrap_or_default())?;
    }
    Ok(())
}
