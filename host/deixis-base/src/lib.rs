//! Rooted paths, positions, text, URIs, redaction: what every other room stands on.
//!
//! Nothing here knows LSP methods, MCP or adapters. The modules answer small questions, each
//! with one owner:
//!
//! - [`position`]: what a place in a text is, for us and for a server;
//! - [`text`]: an immutable text with its line table, and the conversion between the two;
//! - [`edit`]: the smallest change between two texts, for servers that want increments;
//! - [`uri`]: `file:` URIs and native paths, for both path shapes on every platform;
//! - [`root`]: the one notion of "inside the project", held as a directory capability;
//! - [`redact`]: which text looks like a credential.
//!
//! Two rules hold everywhere: what a *caller* says wrongly is rejected with a message that names
//! the limits, what a *server* says wrongly is clamped; and no input panics.

pub mod edit;
pub mod position;
pub mod redact;
pub mod root;
pub mod text;
pub mod uri;

pub use edit::Change;
pub use position::{Encoding, Position, PositionError, Range, WirePosition, WireRange};
pub use root::{Located, PathError, ReadError, Root, RootedPath, Stat};
pub use text::Text;
