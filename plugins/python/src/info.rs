//! What the Python servers serve, and how to get them.

use deixis_plugin::{Descriptor, Info, Language, Recipe};

use crate::options::SCHEMA;
use crate::{Python, recipe};

const KEYWORDS: &[&str] = &[
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue",
    "def", "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import",
    "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while",
    "with", "yield",
];

impl Info for Python {
    fn describe() -> Descriptor {
        Descriptor::new("python", env!("CARGO_PKG_VERSION"), "Python")
            .language(Language::new("python").suffixes([".py", ".pyi", ".pyw"]))
            .recipe(
                Recipe::new(recipe::PYRIGHT, ["pyright-langserver"])
                    .args(["--stdio"])
                    .install("any", "npm install -g pyright"),
            )
            .recipe(
                Recipe::new(recipe::BASEDPYRIGHT, ["basedpyright-langserver"])
                    .args(["--stdio"])
                    .install("any", "pip install basedpyright"),
            )
            .recipe(
                Recipe::new(recipe::TY, ["ty"])
                    .args(["server"])
                    .install("any", "pip install ty")
                    .version_args(["--version"])
                    .version_pattern("ty "),
            )
            .root_markers([
                "pyproject.toml",
                "pyrightconfig.json",
                "ty.toml",
                "setup.py",
                "setup.cfg",
                "requirements.txt",
                "Pipfile",
            ])
            .separators(["."])
            .identifiers(r"[^\W\d]\w*", KEYWORDS)
            .options_schema(SCHEMA)
    }
}
