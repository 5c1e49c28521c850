//! The user's options of this adapter.

use serde::Deserialize;

/// JSON Schema of [`Options`], for people and for the configuration check.
pub(crate) const SCHEMA: &str = r#"{
  "type": "object",
  "additionalProperties": false,
  "properties": {
    "compile_commands_dir": {"type": "string", "description": "Folder of compile_commands.json, root-relative or absolute, where clangd does not find it by itself."},
    "fallback_flags": {"type": "array", "items": {"type": "string"}, "description": "Compiler flags of files that no compilation database names, such as -std=c++20."},
    "query_driver": {"type": "array", "items": {"type": "string"}, "description": "Globs of compilers that clangd may run to ask for their include folders."},
    "clang_tidy": {"type": "boolean", "default": true, "description": "Run the checks that .clang-tidy names."},
    "args": {"type": "array", "items": {"type": "string"}, "description": "More arguments of clangd."}
  }
}"#;

/// What the user may say.
#[derive(Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Options {
    pub(crate) compile_commands_dir: Option<String>,
    pub(crate) fallback_flags: Vec<String>,
    pub(crate) query_driver: Vec<String>,
    pub(crate) clang_tidy: bool,
    pub(crate) args: Vec<String>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            compile_commands_dir: None,
            fallback_flags: Vec::new(),
            query_driver: Vec::new(),
            clang_tidy: true,
            args: Vec::new(),
        }
    }
}
