//! The files of a folder, as far as a tour needs them.

use std::path::Path;

use deixis_base::{Root, RootedPath};

/// Entries that are looked at.
const MAX_ENTRIES: usize = 50_000;
/// Folders that hold nobody's own code.
const SKIPPED: [&str; 5] = ["node_modules", "target", "dist", "build", "__pycache__"];

/// A file with its size in bytes.
pub(crate) struct File {
    pub(crate) path: RootedPath,
    pub(crate) size: u64,
}

/// Files, breadth first, until enough entries were seen.
pub(crate) fn files(root: &Root) -> Vec<File> {
    let mut found = Vec::new();
    let mut folders = std::collections::VecDeque::from([root.path().to_owned()]);
    let mut seen = 0;
    while let Some(folder) = folders.pop_front() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        let mut entries: Vec<_> = entries.flatten().collect();
        entries.sort_by_key(std::fs::DirEntry::file_name);
        for entry in entries {
            seen += 1;
            if seen > MAX_ENTRIES {
                return found;
            }
            let Ok(kind) = entry.file_type() else { continue };
            let name = entry.file_name();
            let name = name.to_string_lossy();
            if kind.is_dir() && !name.starts_with('.') && !SKIPPED.contains(&&*name) {
                folders.push_back(entry.path());
            } else if kind.is_file()
                && let Some(path) = rooted(root, &entry.path())
            {
                found.push(File {
                    path,
                    size: entry.metadata().map_or(0, |metadata| metadata.len()),
                });
            }
        }
    }
    found
}

fn rooted(root: &Root, path: &Path) -> Option<RootedPath> {
    root.resolve(path.to_str()?).ok()
}
