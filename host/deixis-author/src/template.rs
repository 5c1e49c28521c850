//! What `deixis plugin new` writes.
//!
//! Theory of operation. The files of a template are in `templates/LANGUAGE`, those that every
//! language shares in `templates/common`. `{{id}}`, `{{crate_id}}` (with `_` for `-`),
//! `{{server}}` and `{{extension}}` are replaced in their texts and paths.
//!
//! The contract is not in a template: `deixis plugin new` adds it. A Rust adapter sees it
//! through the kit, in `deixis-plugin`. For the others the folder is laid out as the `wit`
//! tools expect it:
//!
//! ```text
//! wit/adapter.wit                  the adapter's world: the groups that it exports (template)
//! wit/deps/deixis-adapter/*.wit    the contract, as in this repository's `wit/` (added)
//! ```
//!
//! All languages make the same small adapter, so that the same recording passes in each.

use crate::Language;

/// One file: its path below the new folder, with `/`, and its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Where it goes.
    pub path: String,
    /// What is in it.
    pub text: String,
}

/// What a template is filled with.
#[derive(Debug, Clone)]
pub struct Names {
    /// The adapter's id: `[a-z][a-z0-9-]*`.
    pub id: String,
    /// The server's program.
    pub server: String,
    /// What the files of the language end with: `.zig`.
    pub extension: String,
}

impl Names {
    fn fill(&self, text: &str) -> String {
        text.replace("{{id}}", &self.id)
            .replace("{{crate_id}}", &self.id.replace('-', "_"))
            .replace("{{server}}", &self.server)
            .replace("{{extension}}", &self.extension)
    }
}

/// Path below the new folder and text, as they are in `templates`.
type Source = (&'static str, &'static str);

/// A file of a template that is named as in the new adapter.
macro_rules! file {
    ($folder:literal, $path:literal) => {
        ($path, include_str!(concat!("../templates/", $folder, "/", $path)))
    };
}

const COMMON: &[Source] = &[
    file!("common", "README.md"),
    file!("common", "calls.json"),
    file!("common", "recordings/first.jsonl"),
    // Named otherwise, so that they are neither taken for rules of this repository nor for
    // sources of a language.
    (".gitignore", include_str!("../templates/common/gitignore")),
    ("sample/hello{{extension}}", include_str!("../templates/common/sample/hello")),
];
const RUST: &[Source] = &[
    // Named otherwise, so that cargo does not take the folder for a package.
    ("Cargo.toml", include_str!("../templates/rust/Cargo.toml.in")),
    file!("rust", "src/lib.rs"),
    file!("rust", "src/info.rs"),
    file!("rust", "src/launch.rs"),
    file!("rust", "src/readiness.rs"),
    file!("rust", "src/symbols.rs"),
    file!("rust", "src/errors.rs"),
];
const JAVASCRIPT: &[Source] = &[];
const PYTHON: &[Source] = &[];
const C: &[Source] = &[];

/// The files of a new adapter.
#[must_use]
pub fn files(language: Language, names: &Names) -> Vec<File> {
    let own = match language {
        Language::Rust => RUST,
        Language::JavaScript => JAVASCRIPT,
        Language::Python => PYTHON,
        Language::C => C,
    };
    let fill = |(path, text): &Source| File { path: names.fill(path), text: names.fill(text) };
    COMMON.iter().chain(own).map(fill).collect()
}
