//! Projects for tests: files in a temporary folder, and a scan of their text that
//! knows nothing of language servers.

mod samples;

use std::path::{Path, PathBuf};

pub use samples::Sample;

/// A project in a folder that is removed with it.
#[derive(Debug)]
pub struct Project {
    folder: tempfile::TempDir,
    root: PathBuf,
}

impl Project {
    /// An empty project.
    ///
    /// # Panics
    ///
    /// When no folder can be had.
    #[must_use]
    pub fn new() -> Self {
        Self::named("project")
    }

    /// An empty project whose root has this name, which may be an odd one.
    ///
    /// # Panics
    ///
    /// When no folder can be had.
    #[must_use]
    pub fn named(name: &str) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let base = folder.path().canonicalize().expect("a canonical path");
        let root = base.join(name);
        std::fs::create_dir_all(&root).expect("a folder for the project");
        Self { folder, root }
    }

    /// With one more file.
    #[must_use]
    pub fn file(self, path: &str, text: &str) -> Self {
        self.write(path, text);
        self
    }

    /// Writes a file, with the folders above it.
    ///
    /// # Panics
    ///
    /// When it cannot be written.
    pub fn write(&self, path: &str, text: &str) {
        let path = self.root.join(path);
        let folder = path.parent().expect("a folder above");
        std::fs::create_dir_all(folder).expect("the folder can be made");
        std::fs::write(&path, text).expect("the file can be written");
    }

    /// Reads a file.
    ///
    /// # Panics
    ///
    /// When it cannot be read.
    #[must_use]
    pub fn read(&self, path: &str) -> String {
        std::fs::read_to_string(self.root.join(path)).expect("the file can be read")
    }

    /// Removes a file.
    ///
    /// # Panics
    ///
    /// When it cannot be removed.
    pub fn remove(&self, path: &str) {
        std::fs::remove_file(self.root.join(path)).expect("the file can be removed");
    }

    /// Its root, canonical.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The folder around the root, for things that lie outside.
    #[must_use]
    pub fn outside(&self) -> &Path {
        self.folder.path()
    }

    /// Every place of a whole word in files with these endings, as answers print it:
    /// `path:line:column`, one-based, in bytes; sorted as text.
    #[must_use]
    pub fn occurrences(&self, word: &str, endings: &[&str]) -> Vec<String> {
        let mut found = Vec::new();
        let mut folders = vec![self.root.clone()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
                let path = entry.path();
                let name = entry.file_name().to_string_lossy().into_owned();
                if path.is_dir() && !name.starts_with('.') && name != "target" {
                    folders.push(path);
                } else if endings.iter().any(|ending| name.ends_with(ending)) {
                    self.scan(&path, word, &mut found);
                }
            }
        }
        found.sort();
        found
    }

    fn scan(&self, path: &Path, word: &str, found: &mut Vec<String>) {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let relative = path.strip_prefix(&self.root).unwrap_or(path);
        let relative = relative.to_string_lossy().replace('\\', "/");
        let part_of_word = |c: char| c.is_alphanumeric() || c == '_';
        for (number, line) in text.lines().enumerate() {
            for (column, _) in line.match_indices(word) {
                let before = line[..column].chars().next_back();
                let after = line[column + word.len()..].chars().next();
                if !before.is_some_and(part_of_word) && !after.is_some_and(part_of_word) {
                    found.push(format!("{relative}:{}:{}", number + 1, column + 1));
                }
            }
        }
    }
}

impl Default for Project {
    fn default() -> Self {
        Self::new()
    }
}
