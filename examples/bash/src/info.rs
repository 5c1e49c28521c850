//! Who the adapter is and what it serves.

use deixis_plugin::{Descriptor, Info, Language, Recipe};

use crate::Adapter;
use crate::files::{NAMES, SUFFIXES};
use crate::launch::SCHEMA;

/// Words of the shell's own grammar.
const KEYWORDS: [&str; 17] = [
    "case", "coproc", "do", "done", "elif", "else", "esac", "fi", "for", "function", "if", "in",
    "select", "then", "time", "until", "while",
];

impl Info for Adapter {
    fn describe() -> Descriptor {
        Descriptor::new("bash", env!("CARGO_PKG_VERSION"), "Shell scripts (bash-language-server)")
            // The server has no rule of its own: it would rename to `1 bad-name`.
            .identifiers("[A-Za-z_][A-Za-z0-9_]*", &KEYWORDS)
            .language(Language::new("shellscript").suffixes(SUFFIXES).file_names(NAMES))
            .recipe(
                Recipe::new("bash-language-server", ["bash-language-server"])
                    .args(["start"])
                    .install("any", "npm install --global bash-language-server")
                    .version_args(["--version"]),
            )
            .options_schema(SCHEMA)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_serves_shell_scripts() {
        let descriptor = Adapter::describe();
        assert_eq!(descriptor.languages[0].id, "shellscript");
        assert_eq!(descriptor.recipes[0].args, ["start"]);
        assert!(descriptor.keywords.iter().any(|word| word == "esac"));
    }
}
