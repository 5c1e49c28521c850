//! One project session: routing, language servers, freshness, readiness and
//! the operations that answer tools.

pub mod answer;
mod context;
mod error;
mod project;
mod query;

pub use context::{CallContext, ProgressSink};
pub use error::{Candidate, LspError, OpError};
pub use project::Project;
pub use query::{Aim, Target};
