//! The languages that adapters are written in.

use std::path::Path;

use anyhow::{Context as _, Result};

/// A language with a template and a way to build.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// Rust, on the author's kit.
    Rust,
    /// JavaScript, by componentize-qjs.
    JavaScript,
    /// Python, by componentize-py.
    Python,
    /// C, by clang and wit-bindgen's generator.
    C,
}

impl Language {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Rust, Self::JavaScript, Self::Python, Self::C];

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Rust => "rust",
            Self::JavaScript => "js",
            Self::Python => "python",
            Self::C => "c",
        }
    }

    /// The file at the top of an adapter's sources that tells the language.
    #[must_use]
    pub fn marker(self) -> &'static str {
        match self {
            Self::Rust => "Cargo.toml",
            Self::JavaScript => "package.json",
            Self::Python => "pyproject.toml",
            Self::C => "adapter.c",
        }
    }

    /// The language of the sources in a folder.
    #[must_use]
    pub fn of(folder: &Path) -> Option<Self> {
        Self::ALL.into_iter().find(|language| folder.join(language.marker()).is_file())
    }

    /// The language of the sources in a folder, which are there.
    ///
    /// # Errors
    ///
    /// When the folder has none of the files that tell a language.
    pub fn find(folder: &Path) -> Result<Self> {
        Self::of(folder).with_context(|| {
            let markers = Self::ALL.map(Self::marker).join(", ");
            format!(
                "{} holds no adapter: none of {markers} is there; `deixis plugin new zig` makes one",
                folder.display()
            )
        })
    }
}
