//! `wit/info.wit`: who the adapter is and what it serves.

use serde::{Deserialize, Serialize};

/// One language and the files that are written in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
pub struct Language {
    /// LSP `languageId`.
    pub id: String,
    /// File-name suffixes with their dot.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub suffixes: Vec<String>,
    /// Whole file names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub file_names: Vec<String>,
    /// Root-relative globs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub globs: Vec<String>,
}

/// How to get a server on a platform.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InstallHint {
    /// `any`, `linux`, `debian`, `macos`, `windows`.
    pub platform: String,
    /// One command line.
    pub command: String,
}

/// One server program that can do the job.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recipe {
    /// Id within the adapter.
    pub id: String,
    /// Program names, tried in order.
    pub commands: Vec<String>,
    /// Arguments.
    #[serde(default)]
    pub args: Vec<String>,
    /// Operations that it answers, by tool name; empty means all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub operations: Vec<String>,
    /// How to install it.
    #[serde(default)]
    pub install: Vec<InstallHint>,
    /// Arguments that print a version.
    #[serde(default)]
    pub version_args: Vec<String>,
    /// Text that the version output must hold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version_pattern: Option<String>,
}

/// Which documents must be open before the server answers rightly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(rename_all = "lowercase")]
pub enum OpenPolicy {
    /// None.
    None,
    /// The file that is asked about.
    #[default]
    Target,
    /// Any file of the project, also before project-wide requests.
    Seed,
}

/// Everything the host may know without running the adapter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
pub struct Descriptor {
    /// Lower-case letters, digits and hyphens.
    pub id: String,
    /// Semantic version of the adapter.
    pub version: String,
    /// Name for people.
    pub display_name: String,
    /// Languages served.
    pub languages: Vec<Language>,
    /// Globs of files that must never be sent.
    #[serde(default)]
    pub never_send: Vec<String>,
    /// Server programs, best first.
    pub recipes: Vec<Recipe>,
    /// Files that mark a project root.
    #[serde(default)]
    pub root_markers: Vec<String>,
    /// Separators of name paths.
    #[serde(default)]
    pub separators: Vec<String>,
    /// Regular expression of a whole identifier.
    #[serde(default)]
    pub identifier: Option<String>,
    /// Words that are no identifiers.
    #[serde(default)]
    pub keywords: Vec<String>,
    /// Open policy.
    #[serde(default)]
    pub open_policy: OpenPolicy,
    /// JSON Schema of the user's options, as JSON text.
    pub options_schema: String,
    /// Room to grow, as JSON text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extra: Option<String>,
}
