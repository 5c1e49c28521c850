//! `wit/requests.wit`: requests of the server to the client.

use crate::{Facts, Hook, Json, ResponseError};

/// What is answered.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Reply {
    /// The native answer.
    #[default]
    Unknown,
    /// This result.
    Result(Json),
    /// This error.
    Error(ResponseError),
}

/// The hook group.
pub trait Requests: Send + Sync {
    /// What to answer to a request that the host does not know, or to
    /// `window/showMessageRequest`.
    fn answer(&self, facts: Facts, method: String, params: Option<Json>) -> Hook<'_, Reply>;
}
