//! The programs that a build needs: the adapter's own, else those on `PATH`.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

/// A program, and how to get it.
pub(super) struct Tool {
    /// Its name.
    pub(super) name: &'static str,
    /// Where a package manager puts it below the adapter's folder.
    pub(super) places: &'static [&'static str],
    /// One command line that installs it.
    pub(super) install: &'static str,
}

impl Tool {
    /// Where it is: in the folder, else on `PATH`.
    pub(super) fn find(&self, folder: &Path) -> Result<PathBuf> {
        let own = self.places.iter().map(|place| folder.join(place));
        let path = env::var_os("PATH").unwrap_or_default();
        own.chain(env::split_paths(&path)).find_map(|place| self.in_folder(&place)).with_context(
            || {
                let Self { name, install, .. } = self;
                format!("{name} is not there; install it in {}: {install}", folder.display())
            },
        )
    }

    fn in_folder(&self, folder: &Path) -> Option<PathBuf> {
        let endings: &[&str] = if cfg!(windows) { &[".exe", ".cmd", ".bat"] } else { &[""] };
        let files = endings.iter().map(|ending| folder.join(format!("{}{ending}", self.name)));
        // Absolute: the program runs in the adapter's folder, not in ours.
        files
            .into_iter()
            .find(|file| file.is_file())
            .and_then(|file| std::path::absolute(file).ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOOL: Tool =
        Tool { name: "no-such-tool", places: &["bin"], install: "npm install no-such-tool" };

    #[test]
    fn a_missing_tool_is_named_with_its_installation() {
        let error = TOOL.find(Path::new("some/adapter")).expect_err("it is missing").to_string();
        assert!(error.contains("no-such-tool is not there"), "{error}");
        assert!(error.contains("some/adapter: npm install no-such-tool"), "{error}");
    }

    #[test]
    fn the_adapters_own_tool_is_taken() {
        let folder = tempfile::tempdir().expect("a folder");
        let ending = if cfg!(windows) { ".cmd" } else { "" };
        let file = folder.path().join(format!("bin/no-such-tool{ending}"));
        std::fs::create_dir(folder.path().join("bin")).expect("a folder");
        std::fs::write(&file, "").expect("a file");
        assert_eq!(TOOL.find(folder.path()).expect("it is there"), file);
    }
}
