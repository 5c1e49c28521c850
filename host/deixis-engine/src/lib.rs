//! One project session: routing, language servers, freshness, readiness and
//! the operations that answer tools.

mod aim;
pub mod answer;
mod ask;
mod changes;
mod context;
mod disk;
mod edit;
mod error;
mod fleet;
#[doc(hidden)]
pub mod fuzzing;
mod names;
mod ops;
mod places;
mod project;
mod query;
mod router;
mod scope;
mod server;
mod talk;
mod texts;

pub use changes::Mark;
pub use context::{CallContext, ProgressSink};
pub use deixis_lsp::tap::{Tap, Way};
pub use error::{Candidate, LspError, OpError};
pub use project::{Project, Surroundings};
pub use query::{Aim, Direction, Goto, Target};
pub use server::{Recipe, find_program, install_hint};
