//! From a server's `WorkspaceEdit` to what it would change, checked, and to the plan of it.
//!
//! Nothing here writes. An edit is taken as a whole or refused as a whole: it stays
//! inside the root, it only edits text, its ranges are places in the texts that it
//! was made for, and no two of them overlap.
//!
//! - `look` finds the files, `plan` checks the edit, `operations` what it does besides editing;
//! - `name` checks the new name;
//! - `caution` knows files that are not changed in passing, `ignored` what git ignores;
//! - `mentions` counts what is left of the old name;
//! - `diff` and `kept` make of it what is shown, and what is kept until it is made.

mod caution;
mod diff;
mod ignored;
mod kept;
mod look;
mod mentions;
mod name;
mod operations;
mod plan;

pub(crate) use caution::cautions;
pub use caution::{Caution, Why};
pub(crate) use diff::unified;
pub(crate) use kept::{Kept, kept};
pub(crate) use look::Look;
pub(crate) use mentions::{Mentions, mentions};
pub(crate) use name::check as check_name;
pub(crate) use operations::operations;
#[cfg(test)]
pub(crate) use plan::Found;
pub(crate) use plan::{Planned, Problem, plan};

#[cfg(test)]
mod tests;
