//! From a server's `WorkspaceEdit` to what it would change, checked.
//!
//! Nothing here writes. An edit is taken as a whole or refused as a whole: it stays
//! inside the root, it only edits text, its ranges are places in the texts that it
//! was made for, and no two of them overlap.

mod diff;
mod plan;

pub(crate) use diff::unified;
pub(crate) use plan::{Planned, Problem, plan};

#[cfg(test)]
mod tests;
