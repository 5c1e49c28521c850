//! The user's options of this adapter.

use serde::Deserialize;
use serde_json::{Map, Value};

/// JSON Schema of [`Options`], for people and for the configuration check.
pub(crate) const SCHEMA: &str = r#"{
  "type": "object",
  "additionalProperties": false,
  "properties": {
    "java_home": {"type": "string", "description": "Absolute path of a JDK, version 21 or later, that jdtls itself runs on; without it, JAVA_HOME and the java on PATH are taken."},
    "jvm_args": {"type": "array", "items": {"type": "string"}, "description": "More arguments of that virtual machine, such as -Xmx2G. They go into JAVA_TOOL_OPTIONS."},
    "maven": {"type": "boolean", "default": true, "description": "Import Maven projects, which may download dependencies and run build extensions."},
    "gradle": {"type": "boolean", "default": true, "description": "Import Gradle projects, which runs their build scripts."},
    "source_paths": {"type": "array", "items": {"type": "string"}, "description": "Folders of sources, root-relative, of a project without a build file."},
    "settings": {"type": "object", "description": "More settings of jdtls, below java: {\"import\": {\"exclusions\": [\"**/old/**\"]}}."}
  }
}"#;

/// What the user may say.
#[derive(Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Options {
    pub(crate) java_home: Option<String>,
    pub(crate) jvm_args: Vec<String>,
    pub(crate) maven: bool,
    pub(crate) gradle: bool,
    pub(crate) source_paths: Vec<String>,
    pub(crate) settings: Map<String, Value>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            java_home: None,
            jvm_args: Vec::new(),
            maven: true,
            gradle: true,
            source_paths: Vec::new(),
            settings: Map::new(),
        }
    }
}
