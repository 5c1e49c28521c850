//! The user's options of this adapter.

use serde::Deserialize;

/// JSON Schema of [`Options`], for people and for the configuration check.
pub(crate) const SCHEMA: &str = r#"{
  "type": "object",
  "additionalProperties": false,
  "properties": {
    "project_binaries": {"type": "boolean", "default": false, "description": "Look for the server in the project's own .venv/bin as well, which runs code of the project."},
    "interpreter": {"type": "string", "description": "Python interpreter of the project, absolute or root-relative. pyright runs it to ask for its search path."},
    "venv": {"type": "boolean", "default": true, "description": "Without an interpreter, use the one of .venv, venv, .env or env in the root."},
    "whole_project": {"type": "boolean", "default": true, "description": "Report problems of files that are not open as well."},
    "type_checking": {"enum": ["off", "basic", "standard", "strict"], "description": "How strict pyright is where the project does not say."},
    "extra_paths": {"type": "array", "items": {"type": "string"}, "description": "More folders to look for imports in."}
  }
}"#;

/// What the user may say.
#[derive(Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Options {
    /// Heeded by the host, which searches for programs.
    #[serde(rename = "project_binaries")]
    _project_binaries: bool,
    pub(crate) interpreter: Option<String>,
    pub(crate) venv: bool,
    pub(crate) whole_project: bool,
    pub(crate) type_checking: Option<String>,
    pub(crate) extra_paths: Vec<String>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            _project_binaries: false,
            interpreter: None,
            venv: true,
            whole_project: true,
            type_checking: None,
            extra_paths: Vec::new(),
        }
    }
}
