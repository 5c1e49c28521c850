//! `wit/launch.wit`: how the server is started and configured.

use crate::{Facts, Hook, Json, Notification};

/// An answer to `workspace/configuration`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    /// Section as the server asks for it; empty is the root.
    pub section: String,
    /// Its value.
    pub value: Json,
}

/// How to start and configure the server.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Plan {
    /// Replaces the recipe's arguments.
    pub args: Option<Vec<String>>,
    /// Added to the environment.
    pub environment: Vec<(String, String)>,
    /// `initializationOptions`; the user's are merged on top.
    pub initialization_options: Option<Json>,
    /// JSON merge patch on the host's client capabilities.
    pub capabilities: Option<Json>,
    /// Answers to `workspace/configuration`.
    pub settings: Vec<Setting>,
    /// Answer to sections that nobody knows.
    pub fallback: Option<Json>,
    /// Sent right after `initialized`.
    pub notifications: Vec<Notification>,
    /// Project files to open right after that.
    pub open: Vec<String>,
    /// Known holes of every project-wide answer, as sentences.
    pub incomplete: Vec<String>,
}

/// The hook group.
pub trait Launch: Send + Sync {
    /// Plans a launch.
    fn plan(&self, facts: Facts) -> Hook<'_, Plan>;
}
