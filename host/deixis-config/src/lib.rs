//! The configuration schema: strict parsing, defaults, and errors that teach.
//!
//! One TOML file says which language servers there are. This crate finds that
//! file, reads it and hands back plain structs; it starts nothing, opens no
//! project, and knows neither a language nor a protocol.
//!
//! - [`locate`](mod@locate) knows where a user's file may lie: the path given
//!   on the command line, else the user's own configuration folder. Never the
//!   project tree: a checkout must not be able to choose programs to run.
//! - `read` walks the parsed document field by field instead of deriving a
//!   deserialiser, because a derived one stops at the first mistake. Here every
//!   mistake that the file alone shows is collected, each with its line, the
//!   path of the field, the value that was found and a correct example.
//! - [`edit`] changes the file's text for `deixis plugin`, and nothing else in it.
//! - Mistakes that need more than the file (a missing component, a wrong hash,
//!   a program that is not installed) are not looked for: they disable one
//!   server later and leave the others alone.
//!
//! A field that an adapter can supply is an `Option`, so that "written" and
//! "left out" stay different: what the user wrote beats the adapter, what the
//! adapter says beats nothing.

pub mod edit;
mod error;
pub mod locate;
mod model;
mod read;

pub use error::{ConfigError, Mistake, Mistakes};
pub use locate::{Lookup, Platform};
pub use model::{Config, InheritEnvironment, Limits, Plugin, Restart, Server, Start, Timeouts};
