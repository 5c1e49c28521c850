//! The MCP edge: the only crate that sees rmcp.
//!
//! Theory of operation. A client's `tools/call` comes in over stdio. `handler` finds the tool in
//! a static table, `arguments` checks what was said against the tool's own schema (and teaches
//! where it is wrong), the tool's file under `tools` converts, calls the engine and converts
//! back, and `render` makes text and structured content from one value. Whatever fails becomes
//! one shape in `errors`. Nothing here knows a language, a process or LSP.
//!
//! Invariants:
//! - stdout carries MCP frames only; this crate prints nothing.
//! - Text alone and structured content alone each carry the whole answer.
//! - Every string that came from a server is redacted before it is rendered.
//! - Every call is answered exactly once, also when it panics or is cancelled.

mod arguments;
mod call;
mod errors;
#[cfg(test)]
mod fake;
#[cfg(test)]
mod fixtures;
mod handler;
mod instructions;
mod operations;
mod options;
mod progress;
mod render;
mod schema;
mod serve;
mod stdio;
mod tools;

pub use call::{CallOutcome, call, call_in};
pub use options::Options;
pub use serve::{ServeError, serve, serve_on};
pub use tools::tool_list;
