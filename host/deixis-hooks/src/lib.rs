//! The adapter contract as plain Rust: one trait per hook group, and the
//! values that cross it.
//!
//! Theory of operation. The engine never sees a WebAssembly engine: it holds
//! an [`Adapter`], asks it for the groups it has, and falls back to native
//! behaviour for those it lacks. `deixis-adapter` implements these traits over
//! components; the tests implement them over closures. One module per WIT
//! interface, with the same names, so that `wit/` is the documentation of
//! record and this crate is its shadow.
//!
//! Every hook returns a future, because a guest runs on a thread of its own.
//! A hook fails with [`HookError`], never with a panic.

mod adapter;
pub mod bypass;
pub mod diagnostics;
pub mod documents;
mod error;
pub mod errors;
pub mod info;
pub mod launch;
pub mod readiness;
pub mod rename;
pub mod requests;
pub mod results;
pub mod symbols;
pub mod text;
mod values;
pub mod watch;

/// Version of the contract, as in `wit/`.
pub const CONTRACT: &str = "0.1.0";

pub use adapter::{Adapter, AdapterSource, Attach, Grant, Health, Hook};
pub use error::{HookError, SourceError};
pub use values::{
    Action, Ask, Change, ChangeKind, Deadline, Facts, Json, Notification, Place, ResponseError,
    Span,
};
