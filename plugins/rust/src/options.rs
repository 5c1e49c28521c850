//! The user's options of this adapter.

use serde::Deserialize;

/// JSON Schema of [`Options`], for people and for the configuration check.
pub(crate) const SCHEMA: &str = r#"{
  "type": "object",
  "additionalProperties": false,
  "properties": {
    "own_target_dir": {"type": "boolean", "default": true, "description": "Let rust-analyzer build into a folder of its own, so that it never locks yours."},
    "build_scripts": {"type": "boolean", "default": true, "description": "Run build scripts of the project and its dependencies to see what they generate."},
    "proc_macros": {"type": "boolean", "default": true, "description": "Expand procedural macros, which runs their code."},
    "check": {"type": "boolean", "default": true, "description": "Run the check command at the start and after saves; compiler diagnostics come from it."},
    "check_command": {"type": "string", "default": "check", "description": "Cargo command of the check: check or clippy."},
    "features": {"description": "Cargo features: \"all\" or a list.", "anyOf": [{"const": "all"}, {"type": "array", "items": {"type": "string"}}]},
    "target": {"type": "string", "description": "Target triple to analyse for."},
    "linked_projects": {"type": "array", "items": {"type": "string"}, "description": "Cargo.toml or rust-project.json files, root-relative, where the root has none."}
  }
}"#;

/// What the user may say.
#[derive(Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Options {
    pub(crate) own_target_dir: bool,
    pub(crate) build_scripts: bool,
    pub(crate) proc_macros: bool,
    pub(crate) check: bool,
    pub(crate) check_command: String,
    pub(crate) features: Option<Features>,
    pub(crate) target: Option<String>,
    pub(crate) linked_projects: Vec<String>,
}

/// Cargo features: `"all"` or names.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum Features {
    /// One word.
    Word(String),
    /// Names.
    Names(Vec<String>),
}

impl Default for Options {
    fn default() -> Self {
        Self {
            own_target_dir: true,
            build_scripts: true,
            proc_macros: true,
            check: true,
            check_command: "check".to_owned(),
            features: None,
            target: None,
            linked_projects: Vec::new(),
        }
    }
}
