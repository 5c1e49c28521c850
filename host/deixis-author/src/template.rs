//! What `deixis plugin new` writes.
//!
//! Theory of operation. The files of a template are in `templates/LANGUAGE`, those that every
//! language shares in `templates/common`. `{{id}}`, `{{crate_id}}` (with `_` for `-`),
//! `{{server}}` and `{{extension}}` are replaced in their texts.

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

const COMMON: &[Source] = &[];
const RUST: &[Source] = &[];
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
