//! What the truth matrix is made of: servers (`tests/truth/servers.toml`), and a project per
//! language with all that is known of it by heart (`tests/truth/LANGUAGE`).
//!
//! A language's folder holds `truth.toml`, the files of the project (`project`), and folders
//! that are laid over it by one check each: `edited`, `added`, `removed`, `broken`, `breaking`,
//! `letters`, `odd`. `$ROOT` in a file is the project's root.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::binary::{checkout, on_path};
use crate::config::Config;
use crate::project::Project;

/// One server of the matrix.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Server {
    /// Folder of its project.
    pub language: String,
    /// Its adapter.
    pub adapter: String,
    /// The programs that must be there, the server's own first.
    pub programs: Vec<String>,
    /// Recipe, where it is not the adapter's first one.
    pub recipe: Option<String>,
    /// Whether CI has it.
    #[serde(default)]
    pub ci: bool,
    /// Checks that are made; empty means all.
    #[serde(default)]
    pub only: Vec<String>,
    /// Checks that ask for what the server does not have.
    #[serde(default)]
    pub lacks: Vec<String>,
    /// Checks that the server itself gets wrong, each with what was seen.
    #[serde(default)]
    pub wrong: BTreeMap<String, String>,
}

impl Server {
    /// A configuration that names the adapter, and which of its programs is meant.
    #[must_use]
    pub fn config(&self) -> Config {
        let config = Config::new().adapter(&self.adapter);
        match &self.recipe {
            Some(recipe) => {
                config.set(&format!("servers.{}.options.recipe", self.adapter), recipe.as_str())
            }
            None => config,
        }
    }

    /// Whether its programs are here.
    #[must_use]
    pub fn is_here(&self) -> bool {
        self.programs.iter().all(|program| on_path(program))
    }
}

/// A language's project, and what is known of it by heart.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Truth {
    /// Endings of the source files.
    pub endings: Vec<String>,
    /// The function that everything is about; written nowhere but in code.
    pub function: String,
    /// The file that declares it; it stands there once.
    pub declared_in: String,
    /// A file that uses it.
    pub used_in: String,
    /// What its hover says, among other things.
    pub hover: String,
    /// A file of `added` that is deleted later.
    pub deleted: String,
    /// Files whose outlines have these name paths, among others.
    pub outline: BTreeMap<String, Vec<String>>,
    /// A mistake in `broken`.
    pub broken: Broken,
    /// A file that does not fit the declaration of `breaking`.
    pub breaks: String,
    /// A new name of the function.
    pub new_name: String,
    /// Who calls it, among those that only mention it.
    pub callers: Vec<String>,
    /// What this function calls.
    pub callees: Callees,
    /// Names that mean one place.
    #[serde(default)]
    pub names: Vec<Name>,
    /// Names that mean several.
    #[serde(default)]
    pub ambiguous: Vec<Ambiguous>,
    /// What `letters` is about.
    pub letters: Letters,
    /// What `odd` is about.
    pub odd: Odd,
    #[serde(skip)]
    folder: PathBuf,
}

/// A mistake.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Broken {
    /// The file that has it.
    pub path: String,
    /// Its one-based line.
    pub line: u32,
}

/// A function and what it calls.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Callees {
    /// Its file.
    pub path: String,
    /// Its name.
    pub symbol: String,
    /// Names of what it calls, among others.
    pub names: Vec<String>,
}

/// A name path and the place that it means.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Name {
    /// The name or name path.
    pub name: String,
    /// `path:line:column`.
    pub at: String,
}

/// A name and the places that it can mean.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ambiguous {
    /// The name.
    pub name: String,
    /// Its places, sorted; all in one file.
    pub at: Vec<String>,
}

/// Names and lines with characters of more than one byte or unit, and ends of lines.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Letters {
    /// The name, written nowhere but in code.
    pub function: String,
    /// The file that declares it, once.
    pub declared_in: String,
    /// A file with CRLF that uses it, after characters that are wide.
    pub used_in: String,
}

/// Files with odd names below a root with an odd name.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Odd {
    /// A file of `odd` that uses the function.
    pub used_in: String,
    /// Name of the root, where the language cannot have the oddest of all.
    pub root: Option<String>,
}

/// Spaces, percent signs, a fragment, brackets and a crab.
const ODD_ROOT: &str = "od d #1 %20 [x] {y} é 🦀";

/// The servers by name.
///
/// # Panics
///
/// When the file is wrong.
#[must_use]
pub fn servers() -> BTreeMap<String, Server> {
    let path = folder().join("servers.toml");
    let text = std::fs::read_to_string(&path).expect("the list of servers");
    toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn folder() -> PathBuf {
    checkout().join("tests/truth")
}

impl Truth {
    /// What is known of a language's project.
    ///
    /// # Panics
    ///
    /// When the file is wrong.
    #[must_use]
    pub fn of(language: &str) -> Self {
        let folder = folder().join(language);
        let path = folder.join("truth.toml");
        let text = std::fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let truth: Self =
            toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        Self { folder, ..truth }
    }

    /// A project of its own.
    #[must_use]
    pub fn project(&self) -> Project {
        self.laid_out(Project::new())
    }

    /// The same below a root with an odd name.
    #[must_use]
    pub fn odd_project(&self) -> Project {
        self.laid_out(Project::named(self.odd.root.as_deref().unwrap_or(ODD_ROOT)))
    }

    fn laid_out(&self, project: Project) -> Project {
        self.lay(&project, "project");
        let declared = format!("{}:", self.declared_in);
        let places = self.everywhere(&project);
        let here = places.iter().filter(|place| place.starts_with(&declared)).count();
        assert_eq!(here, 1, "{} stands in {} once", self.function, self.declared_in);
        assert!(places.len() >= 5, "enough places: {places:?}");
        project
    }

    /// Lays the files of a folder over a project; their paths.
    ///
    /// # Panics
    ///
    /// When there is no such folder.
    pub fn lay(&self, project: &Project, overlay: &str) -> Vec<String> {
        let folder = self.folder.join(overlay);
        let mut files = Vec::new();
        collect(&folder, &folder, &mut files);
        assert!(!files.is_empty(), "{} has no files", folder.display());
        // In JSON, which is where it stands, nothing of these names needs an escape.
        let root = project.root().to_string_lossy().into_owned();
        for path in &files {
            let text = std::fs::read_to_string(folder.join(path)).expect("a text file");
            project.write(path, &text.replace("$ROOT", &root));
        }
        files
    }

    /// Every place of the function, by a scan that knows nothing of servers.
    #[must_use]
    pub fn everywhere(&self, project: &Project) -> Vec<String> {
        self.places(project, &self.function)
    }

    /// Every place of a word.
    #[must_use]
    pub fn places(&self, project: &Project, word: &str) -> Vec<String> {
        let endings: Vec<&str> = self.endings.iter().map(String::as_str).collect();
        project.occurrences(word, &endings)
    }

    /// The first place of a word in a file.
    ///
    /// # Panics
    ///
    /// When it does not stand there.
    #[must_use]
    pub fn place(&self, project: &Project, word: &str, path: &str) -> String {
        let prefix = format!("{path}:");
        let found = self.places(project, word).into_iter().find(|at| at.starts_with(&prefix));
        found.unwrap_or_else(|| panic!("{word} is not in {path}"))
    }
}

fn collect(folder: &Path, top: &Path, files: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, top, files);
        } else if let Ok(relative) = path.strip_prefix(top) {
            files.push(relative.to_string_lossy().replace('\\', "/"));
        }
    }
    files.sort();
}
