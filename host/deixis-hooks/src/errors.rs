//! `wit/errors.wit`: what a response error means.

use serde::{Deserialize, Serialize};

use crate::{Hook, ResponseError};

/// The request that failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Context {
    /// LSP method.
    pub method: String,
    /// File asked about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// 1 for the first try.
    pub attempt: u32,
}

/// What to do about it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The native rules decide.
    #[default]
    Unknown,
    /// Ask again when the server is ready.
    RetryWhenReady,
    /// Ask again after a short wait.
    RetryNow,
    /// Open these files (empty: the one asked about), then ask again.
    OpenAndRetry(Vec<String>),
    /// There is nothing.
    NoResult,
    /// The server cannot do this.
    Unsupported,
    /// An error for good.
    Fatal(String),
}

/// The hook group.
pub trait Errors: Send + Sync {
    /// Classifies an error.
    fn classify(&self, context: Context, error: ResponseError) -> Hook<'_, Verdict>;
}
