//! Every way in which a hook can fail has a name.

use std::time::Duration;

/// Why a hook gave no answer. The caller uses its native default and reports
/// the answer as degraded, except for [`HookError::Guest`], which is the
/// adapter's own, deliberate word.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HookError {
    /// The adapter itself said that it cannot do this.
    #[error("adapter {adapter} refused {hook}: {message}")]
    Guest {
        /// Adapter id.
        adapter: String,
        /// `group.function`.
        hook: &'static str,
        /// The adapter's sentence.
        message: String,
    },
    /// The guest trapped; its instance is gone.
    #[error("adapter {adapter} trapped in {hook}: {message}")]
    Trap {
        /// Adapter id.
        adapter: String,
        /// `group.function`.
        hook: &'static str,
        /// Panic message or trap code, with the innermost frames.
        message: String,
    },
    /// The guest ran past its time.
    #[error("adapter {adapter} took longer than {} ms in {hook}", limit.as_millis())]
    Deadline {
        /// Adapter id.
        adapter: String,
        /// `group.function`.
        hook: &'static str,
        /// The time it had.
        limit: Duration,
    },
    /// The guest asked for more memory than its grant.
    #[error("adapter {adapter} needed more than its {mib} MiB in {hook}")]
    Memory {
        /// Adapter id.
        adapter: String,
        /// `group.function`.
        hook: &'static str,
        /// The grant in MiB.
        mib: u32,
    },
    /// The answer broke a rule of the contract (a list of the wrong length, a
    /// state that is too large, JSON that is none).
    #[error("adapter {adapter} gave an invalid answer in {hook}: {message}")]
    Invalid {
        /// Adapter id.
        adapter: String,
        /// `group.function`.
        hook: &'static str,
        /// What is wrong with it.
        message: String,
    },
    /// The adapter failed too often and is left out for a while.
    #[error("adapter {adapter} is quarantined: {reason}")]
    Quarantined {
        /// Adapter id.
        adapter: String,
        /// The first failure of the window.
        reason: String,
    },
    /// The component could not be loaded.
    #[error("adapter {adapter} could not be loaded: {message}")]
    Load {
        /// Adapter id.
        adapter: String,
        /// What is wrong.
        message: String,
    },
}

impl HookError {
    /// Whether the adapter meant it (as opposed to having failed).
    #[must_use]
    pub fn is_deliberate(&self) -> bool {
        matches!(self, Self::Guest { .. })
    }
}

/// Why an adapter cannot be attached to a server.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SourceError {
    /// Neither built in nor configured under `[plugins]`.
    #[error("there is no adapter {name:?}; known are: {}", known.join(", "))]
    Unknown {
        /// The name asked for.
        name: String,
        /// Names that would do.
        known: Vec<String>,
    },
    /// The file, its hash, its contract or its imports are wrong.
    #[error("adapter {name:?}: {message}")]
    Unusable {
        /// The name asked for.
        name: String,
        /// What is wrong, and what would be right.
        message: String,
    },
}
