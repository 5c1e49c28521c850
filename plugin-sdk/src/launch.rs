//! The group `launch`: how the server is started and configured.

use serde_json::Value;

use crate::bindings::launch::exports::deixis::adapter::launch as wire;
use crate::{Facts, Failure, Notification};

pub use wire::{LaunchPlan, Setting};

/// The hook group.
pub trait Launch {
    /// Plans the launch of a server. Called before each start.
    ///
    /// # Errors
    /// [`Failure`] if this project cannot be served; the host shows the
    /// message and starts the server by its native defaults.
    fn plan(facts: &Facts) -> Result<LaunchPlan, Failure> {
        let _ = facts;
        Ok(LaunchPlan::default())
    }
}

impl<T: Launch> wire::Guest for T {
    fn plan(facts: Facts) -> Result<LaunchPlan, Failure> {
        crate::export::enter();
        T::plan(&facts)
    }
}

impl LaunchPlan {
    /// Replaces the recipe's arguments.
    #[must_use]
    pub fn args<S: Into<String>>(mut self, args: impl IntoIterator<Item = S>) -> Self {
        self.args = Some(args.into_iter().map(Into::into).collect());
        self
    }

    /// Adds a variable to the server's environment.
    #[must_use]
    pub fn variable(mut self, name: &str, value: &str) -> Self {
        self.environment.push((name.to_owned(), value.to_owned()));
        self
    }

    /// `initializationOptions`; the user's are merged on top.
    #[must_use]
    pub fn initialization_options(mut self, options: &Value) -> Self {
        self.initialization_options = Some(options.to_string());
        self
    }

    /// A JSON merge patch on the host's client capabilities.
    #[must_use]
    pub fn capabilities(mut self, patch: &Value) -> Self {
        self.capabilities = Some(patch.to_string());
        self
    }

    /// The answer to one section of `workspace/configuration`; the empty
    /// section is the root.
    #[must_use]
    pub fn setting(mut self, section: &str, value: &Value) -> Self {
        self.settings.push(Setting { section: section.to_owned(), value: value.to_string() });
        self
    }

    /// The answer to sections that nobody knows.
    #[must_use]
    pub fn fallback(mut self, value: &Value) -> Self {
        self.fallback = Some(value.to_string());
        self
    }

    /// A notification right after `initialized`.
    #[must_use]
    pub fn notify(mut self, method: &str, params: &Value) -> Self {
        self.notifications.push(Notification::new(method, params));
        self
    }

    /// Project files to open right after `initialized`.
    #[must_use]
    pub fn open(mut self, paths: impl IntoIterator<Item = String>) -> Self {
        self.open.extend(paths);
        self
    }

    /// A known hole of every project-wide answer, as a sentence.
    #[must_use]
    pub fn incomplete(mut self, sentence: &str) -> Self {
        self.incomplete.push(sentence.to_owned());
        self
    }
}
