//! The user's options of this adapter.

use serde::Deserialize;

/// JSON Schema of [`Options`], for people and for the configuration check.
pub(crate) const SCHEMA: &str = r#"{
  "type": "object",
  "additionalProperties": false,
  "properties": {
    "project_binaries": {"type": "boolean", "default": false, "description": "Use the servers and the TypeScript in the project's own node_modules, which runs code of the project."},
    "tsserver": {"type": "string", "description": "Absolute path of a TypeScript lib folder (with tsserver.js) to use instead of the bundled one. Not for native TypeScript."},
    "max_memory_mib": {"type": "integer", "minimum": 256, "description": "Memory that tsserver may use. Not for native TypeScript."},
    "syntax_server": {"enum": ["never", "auto"], "default": "never", "description": "With auto a second server answers early, from single files; project-wide requests then wait for the project to be loaded."}
  }
}"#;

/// What the user may say.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Options {
    pub(crate) project_binaries: bool,
    pub(crate) tsserver: Option<String>,
    pub(crate) max_memory_mib: Option<u32>,
    pub(crate) syntax_server: SyntaxServer,
}

/// Whether a second, syntactic server runs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SyntaxServer {
    #[default]
    Never,
    Auto,
}

impl SyntaxServer {
    /// As the servers' settings say it.
    pub(crate) fn as_setting(self) -> &'static str {
        match self {
            Self::Never => "never",
            Self::Auto => "auto",
        }
    }
}
