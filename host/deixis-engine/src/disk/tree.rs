//! What is known of the files of a project: their stamps, for telling a new
//! file from a changed one, and for comparing when events were lost.

use std::collections::BTreeMap;

use deixis_base::{Root, RootedPath, Stat};
use deixis_hooks::{Change, ChangeKind};

/// Files that are remembered. In larger trees the rest is followed by events
/// alone.
pub(super) const MAX_FILES: usize = 200_000;
/// Folders that belong to version control.
pub(crate) const VERSION_CONTROL: [&str; 6] = [".git", ".hg", ".svn", ".jj", ".bzr", "CVS"];
/// A file that marks a folder as a cache (Cache Directory Tagging
/// Specification).
const CACHE_TAG: &str = "CACHEDIR.TAG";

/// Files by path.
#[derive(Debug, Default)]
pub(super) struct Tree {
    files: BTreeMap<RootedPath, Stat>,
    /// Set while there are more files than are remembered.
    pub(super) overfull: bool,
}

impl Tree {
    /// Compares one path with the disk. `touched` says that an event announced
    /// a change of its content, whatever the stamps say.
    pub(super) fn look(&mut self, root: &Root, path: &RootedPath, touched: bool) -> Option<Change> {
        let now = root.stat(path).ok().filter(|stat| stat.is_file);
        let before = self.files.get(path).copied();
        let kind = match (before, now) {
            // One of the files that are not remembered may be gone.
            (None, None) if touched && self.overfull => ChangeKind::Deleted,
            (None, None) => return None,
            (None, Some(_)) => ChangeKind::Created,
            (Some(before), Some(now)) if before == now && !touched => return None,
            (Some(_), Some(_)) => ChangeKind::Changed,
            (Some(_), None) => ChangeKind::Deleted,
        };
        match now {
            Some(stat) => self.remember(path, stat),
            None => drop(self.files.remove(path)),
        }
        Some(Change { path: path.as_str().into(), kind })
    }

    fn remember(&mut self, path: &RootedPath, stat: Stat) {
        if self.files.len() < MAX_FILES || self.files.contains_key(path) {
            self.files.insert(path.clone(), stat);
        } else {
            self.overfull = true;
        }
    }

    /// Remembered files below a folder.
    pub(super) fn below(&self, folder: &RootedPath) -> Vec<RootedPath> {
        self.files
            .range(folder.clone()..)
            .map(|(path, _)| path)
            .take_while(|path| path.as_str().starts_with(folder.as_str()))
            .filter(|path| path.is_within(folder))
            .cloned()
            .collect()
    }

    /// All remembered files.
    pub(super) fn paths(&self) -> Vec<RootedPath> {
        self.files.keys().cloned().collect()
    }

    /// Compares everything with the disk. `visit` is called for each folder
    /// that is looked at, before its entries are read.
    pub(super) fn compare(
        &mut self,
        root: &Root,
        from: Option<&RootedPath>,
        mut visit: impl FnMut(Option<&RootedPath>),
    ) -> Vec<Change> {
        let mut changes = Vec::new();
        let known = match from {
            Some(folder) => self.below(folder),
            None => self.paths(),
        };
        let mut folders = vec![from.cloned()];
        while let Some(folder) = folders.pop() {
            visit(folder.as_ref());
            for (path, is_dir) in entries(root, folder.as_ref()) {
                if is_dir {
                    folders.push(Some(path));
                } else {
                    changes.extend(self.look(root, &path, false));
                }
            }
        }
        for path in known {
            if root.stat(&path).is_err() {
                changes.extend(self.look(root, &path, false));
            }
        }
        changes
    }
}

/// Files and folders of a folder that is to be looked at. Symlinked folders
/// are not followed.
fn entries(root: &Root, folder: Option<&RootedPath>) -> Vec<(RootedPath, bool)> {
    let place = folder.map_or(".", RootedPath::as_str);
    let Ok(entries) = root.dir().read_dir(place) else { return Vec::new() };
    let mut found = Vec::new();
    for entry in entries.flatten() {
        let name = entry.file_name();
        let Some(name) = name.to_str() else { continue };
        if name == CACHE_TAG && folder.is_some() {
            return Vec::new();
        }
        let Ok(kind) = entry.file_type() else { continue };
        if kind.is_dir() && is_version_control(name) {
            continue;
        }
        if let Some(path) = child(folder, name) {
            found.push((path, kind.is_dir()));
        }
    }
    found
}

/// Whether a folder of that name belongs to version control.
pub(super) fn is_version_control(name: &str) -> bool {
    VERSION_CONTROL.contains(&name)
}

/// A name in a folder; `None` stands for the root.
pub(super) fn child(folder: Option<&RootedPath>, name: &str) -> Option<RootedPath> {
    match folder {
        Some(folder) => RootedPath::new(&format!("{folder}/{name}")).ok(),
        None => RootedPath::new(name).ok(),
    }
}
