//! What the TypeScript servers serve, and how to get them.

use deixis_plugin::{Descriptor, Info, Language, OpenPolicy, Recipe};

use crate::options::SCHEMA;
use crate::{TypeScript, recipe};

/// Words that no binding may have.
const KEYWORDS: &[&str] = &[
    "await",
    "break",
    "case",
    "catch",
    "class",
    "const",
    "continue",
    "debugger",
    "default",
    "delete",
    "do",
    "else",
    "enum",
    "export",
    "extends",
    "false",
    "finally",
    "for",
    "function",
    "if",
    "implements",
    "import",
    "in",
    "instanceof",
    "interface",
    "let",
    "new",
    "null",
    "package",
    "private",
    "protected",
    "public",
    "return",
    "static",
    "super",
    "switch",
    "this",
    "throw",
    "true",
    "try",
    "typeof",
    "var",
    "void",
    "while",
    "with",
    "yield",
];

impl Info for TypeScript {
    fn describe() -> Descriptor {
        Descriptor::new("typescript", env!("CARGO_PKG_VERSION"), "TypeScript and JavaScript")
            .language(Language::new("typescript").suffixes([".ts", ".mts", ".cts"]))
            .language(Language::new("typescriptreact").suffixes([".tsx"]))
            .language(Language::new("javascript").suffixes([".js", ".mjs", ".cjs"]))
            .language(Language::new("javascriptreact").suffixes([".jsx"]))
            .recipe(
                Recipe::new(recipe::TSLS, ["typescript-language-server"])
                    .args(["--stdio"])
                    .install("any", "npm install -g typescript-language-server typescript@5")
                    .version_args(["--version"]),
            )
            .recipe(
                Recipe::new(recipe::VTSLS, ["vtsls"])
                    .args(["--stdio"])
                    .install("any", "npm install -g @vtsls/language-server")
                    .version_args(["--version"]),
            )
            .recipe(
                Recipe::new(recipe::TSC, ["tsc"])
                    .args(["--lsp", "--stdio"])
                    .install("any", "npm install -g typescript@7")
                    .version_args(["--version"])
                    .version_pattern("Version 7"),
            )
            .recipe(
                Recipe::new(recipe::TSGO, ["tsgo"])
                    .args(["--lsp", "--stdio"])
                    .install("any", "npm install -g @typescript/native-preview")
                    .version_args(["--version"]),
            )
            .root_markers([
                "package.json",
                "tsconfig.json",
                "jsconfig.json",
                "package-lock.json",
                "yarn.lock",
                "pnpm-lock.yaml",
                "bun.lock",
                "bun.lockb",
            ])
            .separators(["."])
            .identifiers(r"#?(?:[^\W\d]|\$)(?:\w|\$)*", KEYWORDS)
            .open_policy(OpenPolicy::Seed)
            .options_schema(SCHEMA)
    }
}
