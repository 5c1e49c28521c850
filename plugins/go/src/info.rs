//! What gopls serves, and how to get it.

use deixis_plugin::{Descriptor, Info, Language, Recipe};

use crate::Go;
use crate::launch::SCHEMA;

const KEYWORDS: &[&str] = &[
    "_",
    "break",
    "case",
    "chan",
    "const",
    "continue",
    "default",
    "defer",
    "else",
    "fallthrough",
    "for",
    "func",
    "go",
    "goto",
    "if",
    "import",
    "interface",
    "map",
    "package",
    "range",
    "return",
    "select",
    "struct",
    "switch",
    "type",
    "var",
];

impl Info for Go {
    fn describe() -> Descriptor {
        Descriptor::new("go", env!("CARGO_PKG_VERSION"), "Go (gopls)")
            .language(Language::new("go").suffixes([".go"]))
            .language(Language::new("go.mod").file_names(["go.mod"]))
            .language(Language::new("go.sum").file_names(["go.sum"]))
            .language(Language::new("go.work").file_names(["go.work"]))
            .recipe(
                Recipe::new("gopls", ["gopls"])
                    .install("any", "go install golang.org/x/tools/gopls@latest")
                    .install("debian", "apt-get install -y gopls")
                    .install("macos", "brew install gopls")
                    .version_args(["version"]),
            )
            .root_markers(["go.work", "go.mod"])
            .separators(["."])
            .identifiers(r"[^\W\d]\w*", KEYWORDS)
            .options_schema(SCHEMA)
    }
}
