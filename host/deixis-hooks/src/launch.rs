//! `wit/launch.wit`: how the server is started and configured.

use serde::{Deserialize, Serialize};

use crate::{Facts, Hook, Json, Notification, text};

/// An answer to `workspace/configuration`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setting {
    /// Section as the server asks for it; empty is the root.
    pub section: String,
    /// Its value.
    #[serde(with = "text::json")]
    pub value: Json,
}

/// How to start and configure the server.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Plan {
    /// Replaces the recipe's arguments.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub args: Option<Vec<String>>,
    /// Added to the environment.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub environment: Vec<(String, String)>,
    /// `initializationOptions`; the user's are merged on top.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "text::some_json")]
    pub initialization_options: Option<Json>,
    /// JSON merge patch on the host's client capabilities.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "text::some_json")]
    pub capabilities: Option<Json>,
    /// Answers to `workspace/configuration`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub settings: Vec<Setting>,
    /// Answer to sections that nobody knows.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "text::some_json")]
    pub fallback: Option<Json>,
    /// Sent right after `initialized`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notifications: Vec<Notification>,
    /// Project files to open right after that.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub open: Vec<String>,
    /// Known holes of every project-wide answer, as sentences.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub incomplete: Vec<String>,
}

/// The hook group.
pub trait Launch: Send + Sync {
    /// Plans a launch.
    fn plan(&self, facts: Facts) -> Hook<'_, Plan>;
}
