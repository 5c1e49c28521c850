//! The checkout as the checks see it: files git knows, packages, and the rules.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};
use serde::Deserialize;

use crate::shell::output;

/// Files, packages and rules, read once.
pub(super) struct Checkout {
    /// Path from the top with `/` -> text; files that are not UTF-8 are left out.
    texts: BTreeMap<String, String>,
    /// Every package, by the folder of its manifest (empty for the top).
    packages: BTreeMap<String, Package>,
    /// `xtask/tidy.toml`.
    pub(super) rules: Rules,
}

/// One `Cargo.toml` with a `[package]`.
pub(super) struct Package {
    pub(super) name: String,
    pub(super) manifest: toml::Table,
}

/// The data that the checks compare with.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rules {
    pub(super) imports: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    pub(super) dev_imports: BTreeMap<String, Vec<String>>,
    pub(super) only: BTreeMap<String, Vec<String>>,
    pub(super) size: Size,
    pub(super) forbidden: Vec<Forbidden>,
}

/// Bounds for the number of lines of a Rust file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Size {
    pub(super) warn: usize,
    pub(super) error: usize,
    #[serde(default)]
    pub(super) except: Vec<LongFile>,
}

/// A file that may be long.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LongFile {
    pub(super) path: String,
    pub(super) reason: String,
}

/// Text that must not stand in the repository.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Forbidden {
    pub(super) pattern: String,
    pub(super) reason: String,
    /// Beginnings of paths that may hold it all the same.
    #[serde(default)]
    pub(super) except: Vec<String>,
}

impl Checkout {
    /// Reads every file that git tracks or would add.
    pub(super) fn read(root: &Path) -> Result<Self> {
        let mut git = Command::new("git");
        git.args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
        let listed = output(git.current_dir(root)).context("tidy needs git to list the files")?;
        let mut texts = BTreeMap::new();
        for path in listed.split('\0').filter(|path| !path.is_empty()) {
            // Deleted but still in the index, a link to a folder, or not text: no business of ours.
            if let Ok(text) = std::fs::read_to_string(root.join(path)) {
                texts.insert(path.to_owned(), text);
            }
        }
        Self::from_texts(texts)
    }

    /// A checkout from texts, for the checks' own tests too.
    pub(super) fn from_texts(texts: BTreeMap<String, String>) -> Result<Self> {
        let rules = texts.get("xtask/tidy.toml").context("xtask/tidy.toml is missing")?;
        let rules = toml::from_str(rules).context("xtask/tidy.toml")?;
        let mut packages = BTreeMap::new();
        for (path, text) in &texts {
            let Some(folder) = path.strip_suffix("Cargo.toml") else { continue };
            let manifest: toml::Table = toml::from_str(text).with_context(|| path.clone())?;
            let name = manifest.get("package").and_then(|package| package.get("name")?.as_str());
            if let Some(name) = name.map(str::to_owned) {
                packages
                    .insert(folder.trim_end_matches('/').to_owned(), Package { name, manifest });
            }
        }
        Ok(Self { texts, packages, rules })
    }

    /// Every text file: path from the top, text.
    pub(super) fn files(&self) -> impl Iterator<Item = (&str, &str)> {
        self.texts.iter().map(|(path, text)| (path.as_str(), text.as_str()))
    }

    /// The text of one file.
    pub(super) fn text(&self, path: &str) -> Option<&str> {
        self.texts.get(path).map(String::as_str)
    }

    /// Every package: folder from the top, package.
    pub(super) fn packages(&self) -> impl Iterator<Item = (&str, &Package)> {
        self.packages.iter().map(|(folder, package)| (folder.as_str(), package))
    }

    /// Whether a folder belongs to the workspace, and not to `fuzz`, `examples`, the guests, the
    /// projects of the truth matrix or the sample of an adapter.
    pub(super) fn in_workspace(folder: &str) -> bool {
        let mut outside = ["fuzz", "examples", "tests/guests", "tests/truth"].iter();
        !outside.any(|outside| folder.starts_with(outside))
            && folder.split('/').all(|part| part != "sample")
    }
}

/// A small checkout for tests: the real rules and the given files.
#[cfg(test)]
pub(super) fn sample(files: &[(&str, &str)]) -> Checkout {
    let rules = ("xtask/tidy.toml", include_str!("../../tidy.toml"));
    let texts =
        files.iter().chain([&rules]).map(|(path, text)| ((*path).to_owned(), (*text).to_owned()));
    Checkout::from_texts(texts.collect()).expect("a sample that parses")
}
