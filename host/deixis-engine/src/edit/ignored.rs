//! What git does not keep, by the patterns that git reads, and what is somebody else's.
//!
//! Patterns alone: a file that is kept although a pattern names it counts as ignored. Git itself
//! is not asked, since it runs programs that the project's configuration names.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use deixis_base::{Root, RootedPath};
use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

/// Largest file of patterns that is read, in bytes.
const MAX_PATTERNS: u64 = 1024 * 1024;

/// Folders of dependencies, in any language.
const DEPENDENCIES: [&str; 14] = [
    "node_modules",
    "bower_components",
    "jspm_packages",
    "vendor",
    ".venv",
    "venv",
    "site-packages",
    "__pypackages__",
    ".tox",
    ".nox",
    "Pods",
    ".cargo",
    ".gradle",
    ".m2",
];

/// Whether a folder of this name holds dependencies.
pub(crate) fn is_dependency(name: &str) -> bool {
    DEPENDENCIES.contains(&name)
}

/// The patterns of one project, read as they are needed.
pub(crate) struct Ignored {
    root: Root,
    /// Patterns that hold for all of the project, the strongest first: those of folders above
    /// it, the repository's own, the user's.
    above: Vec<(String, Gitignore)>,
    /// Patterns of each folder inside; the root is the empty name.
    inside: HashMap<String, Option<Gitignore>>,
}

impl Ignored {
    pub(crate) fn new(root: Root) -> Self {
        let above = above(root.path());
        Self { root, above, inside: HashMap::new() }
    }

    /// Whether git would ignore this file, or a folder above it.
    pub(crate) fn is_ignored(&mut self, path: &RootedPath) -> bool {
        let path = path.as_str();
        let folders = path.match_indices('/').map(|(at, _)| &path[..at]);
        let folders: Vec<&str> = folders.collect();
        folders.into_iter().any(|folder| self.names(folder, true)) || self.names(path, false)
    }

    /// Whether a pattern names this very file or folder; the nearest that says anything counts.
    pub(crate) fn names(&mut self, path: &str, is_folder: bool) -> bool {
        let mut folder = path;
        while !folder.is_empty() {
            folder = folder.rsplit_once('/').map_or("", |(above, _)| above);
            let below = path[folder.len()..].trim_start_matches('/');
            let patterns = self.patterns(folder);
            match patterns.map_or(Match::None, |patterns| patterns.matched(below, is_folder)) {
                Match::None => {}
                found => return found.is_ignore(),
            }
        }
        for (prefix, patterns) in &self.above {
            match patterns.matched(format!("{prefix}{path}"), is_folder) {
                Match::None => {}
                found => return found.is_ignore(),
            }
        }
        false
    }

    fn patterns(&mut self, folder: &str) -> Option<&Gitignore> {
        if !self.inside.contains_key(folder) {
            let file = if folder.is_empty() {
                ".gitignore".to_owned()
            } else {
                format!("{folder}/.gitignore")
            };
            let text = RootedPath::new(&file)
                .ok()
                .and_then(|file| self.root.read_text(&file, MAX_PATTERNS).ok());
            self.inside.insert(folder.to_owned(), text.map(|text| parse(text.as_str())));
        }
        self.inside.get(folder).and_then(Option::as_ref)
    }
}

fn parse(text: &str) -> Gitignore {
    let mut builder = GitignoreBuilder::new("");
    for line in text.lines() {
        // A pattern that is none is ignored by git as well.
        let _ = builder.add_line(None, line);
    }
    builder.build().unwrap_or_else(|_| Gitignore::empty())
}

/// Patterns from outside the root, each with the root's own path below where they hold.
fn above(root: &Path) -> Vec<(String, Gitignore)> {
    let mut found = Vec::new();
    if let Some(top) = root.ancestors().find(|folder| folder.join(".git").exists()) {
        let inside = |folder: &Path| {
            let below = root.strip_prefix(folder).ok().and_then(Path::to_str)?;
            let below = below.replace('\\', "/");
            Some(if below.is_empty() { below } else { below + "/" })
        };
        let read = |file: &Path| {
            fs::metadata(file).ok().filter(|known| known.len() <= MAX_PATTERNS)?;
            fs::read_to_string(file).ok().map(|text| parse(&text))
        };
        for folder in root.ancestors().skip(1).take_while(|folder| folder.starts_with(top)) {
            if let (Some(below), Some(patterns)) =
                (inside(folder), read(&folder.join(".gitignore")))
            {
                found.push((below, patterns));
            }
        }
        if let (Some(below), Some(patterns)) = (inside(top), read(&top.join(".git/info/exclude"))) {
            found.push((below, patterns));
        }
    }
    let (global, _) = GitignoreBuilder::new("").build_global();
    found.push((String::new(), global));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_pattern_counts_and_an_ignored_folder_holds_ignored_files() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |path: &str, text: &str| {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
            fs::write(path, text).expect("a file");
        };
        write(".git/info/exclude", "private.rs\n");
        write(".gitignore", "/out\n/proj/made/\n*.log\n");
        write("proj/.gitignore", "build/\n*.gen.rs\n!keep.gen.rs\nsrc/*.tmp\n");
        write("proj/src/.gitignore", "!b.log\n[\n");
        let root = Root::open(&folder.path().join("proj")).expect("a root");
        let mut ignored = Ignored::new(root);
        let mut check = |path: &str, expected: bool| {
            let rooted = RootedPath::new(path).expect("a path");
            assert_eq!(ignored.is_ignored(&rooted), expected, "{path}");
        };
        check("src/a.rs", false);
        check("build/a.rs", true);
        check("src/build/x/a.rs", true);
        check("build.rs", false);
        check("a.gen.rs", true);
        check("keep.gen.rs", false);
        check("src/x.tmp", true);
        check("src/deep/x.tmp", false);
        check("a.log", true);
        check("src/b.log", false);
        check("made/a.rs", true);
        check("out", false);
        check("src/private.rs", true);
    }
}
