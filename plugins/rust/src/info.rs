//! What rust-analyzer serves, and how to get it.

use deixis_plugin::{Descriptor, Info, Language, Recipe};

use crate::Rust;
use crate::options::SCHEMA;

/// Strict and reserved words of the 2024 edition.
pub(crate) const KEYWORDS: &[&str] = &[
    "_", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue",
    "crate", "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if",
    "impl", "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub",
    "ref", "return", "self", "Self", "static", "struct", "super", "trait", "true", "try", "type",
    "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

impl Info for Rust {
    fn describe() -> Descriptor {
        Descriptor::new("rust", env!("CARGO_PKG_VERSION"), "Rust (rust-analyzer)")
            .language(Language::new("rust").suffixes([".rs"]))
            .recipe(
                Recipe::new("rust-analyzer", ["rust-analyzer"])
                    .install("any", "rustup component add rust-analyzer rust-src")
                    .install("macos", "brew install rust-analyzer")
                    .version_args(["--version"])
                    // The rustup proxy is there even where the component is not.
                    .version_pattern("rust-analyzer "),
            )
            .root_markers(["Cargo.toml", "rust-project.json"])
            .separators(["::"])
            .identifiers(r"(?:r#)?[^\W\d]\w*", KEYWORDS)
            .options_schema(SCHEMA)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_promise_of_the_descriptor_can_be_read() {
        let descriptor = Rust::describe();
        let schema: serde_json::Value =
            serde_json::from_str(&descriptor.options_schema).expect("the schema is JSON");
        assert_eq!(schema["type"], "object");
        assert_eq!(descriptor.recipes[0].commands, ["rust-analyzer"]);
        assert_eq!(descriptor.languages[0].suffixes, [".rs"]);
    }
}
