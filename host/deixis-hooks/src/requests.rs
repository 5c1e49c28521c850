//! `wit/requests.wit`: requests of the server to the client.

use serde::{Deserialize, Serialize};

use crate::{Facts, Hook, Json, ResponseError, text};

/// What is answered.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// The native answer.
    #[default]
    Unknown,
    /// This result.
    Result(#[serde(with = "text::json")] Json),
    /// This error.
    Error(ResponseError),
}

/// The hook group.
pub trait Requests: Send + Sync {
    /// What to answer to a request that the host does not know, or to
    /// `window/showMessageRequest`.
    fn answer(&self, facts: Facts, method: String, params: Option<Json>) -> Hook<'_, Reply>;
}
