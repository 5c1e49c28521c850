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
const JAVASCRIPT: &[Source] = &[
    ADAPTER_WIT,
    file!("js", "package.json"),
    file!("js", "src/adapter.js"),
    file!("js", "src/info.js"),
    file!("js", "src/launch.js"),
    file!("js", "src/readiness.js"),
    file!("js", "src/symbols.js"),
    file!("js", "src/errors.js"),
    file!("js", "src/adapter.test.js"),
];
const PYTHON: &[Source] = &[
    ADAPTER_WIT,
    file!("python", "pyproject.toml"),
    file!("python", "adapter/__init__.py"),
    file!("python", "adapter/info.py"),
    file!("python", "adapter/launch.py"),
    file!("python", "adapter/readiness.py"),
    file!("python", "adapter/symbols.py"),
    file!("python", "adapter/errors.py"),
    file!("python", "adapter/text.py"),
];
const C: &[Source] = &[
    ADAPTER_WIT,
    file!("c", "compile_flags.txt"),
    file!("c", "adapter.c"),
    file!("c", "adapter.h"),
    file!("c", "launch.c"),
    file!("c", "readiness.c"),
    file!("c", "symbols.c"),
    file!("c", "errors.c"),
    file!("c", "text.c"),
    file!("c", "libc/libc.c"),
    file!("c", "libc/stdlib.h"),
    file!("c", "libc/string.h"),
];
/// The world of all languages but Rust, which lists the groups in its sources.
const ADAPTER_WIT: Source = ("wit/adapter.wit", include_str!("../templates/wit/adapter.wit"));

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

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(language: Language) -> Vec<File> {
        let names = Names {
            id: "my-lang".to_owned(),
            server: "my-langd".to_owned(),
            extension: ".my".to_owned(),
        };
        files(language, &names)
    }

    #[test]
    fn every_language_has_its_marker_and_the_same_recording() {
        let recording = |files: &[File]| {
            let found = files.iter().find(|file| file.path == "recordings/first.jsonl");
            found.expect("a recording").text.clone()
        };
        let first = recording(&filled(Language::Rust));
        for language in Language::ALL {
            let files = filled(language);
            let has = |path: &str| files.iter().any(|file| file.path == path);
            assert!(has(language.marker()) && has("sample/hello.my"), "{}", language.name());
            assert_eq!(recording(&files), first, "{}", language.name());
        }
    }

    #[test]
    fn nothing_is_left_to_fill() {
        for file in Language::ALL.into_iter().flat_map(filled) {
            let holes = ["{{id}}", "{{crate_id}}", "{{server}}", "{{extension}}"];
            let text = format!("{}\n{}", file.path, file.text);
            assert!(!holes.iter().any(|hole| text.contains(hole)), "{text}");
        }
    }

    /// What is in the folder but in no table would be missing from every new adapter.
    #[test]
    fn no_file_of_a_template_is_forgotten() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("templates");
        let tables = [COMMON, RUST, JAVASCRIPT, PYTHON, C, &[ADAPTER_WIT]].concat();
        let mut folders = vec![folder];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
                if entry.path().is_dir() {
                    folders.push(entry.path());
                    continue;
                }
                let text = std::fs::read_to_string(entry.path()).expect("a text");
                let known = tables.iter().any(|(_, known)| **known == text);
                assert!(known, "{} is in no table", entry.path().display());
            }
        }
    }
}
