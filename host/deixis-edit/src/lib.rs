//! Changes to many files of one project: all of them happen, or none.
//!
//! A [`Plan`] says, for each file, the exact bytes that are there and the bytes that shall take
//! their place. [`examine`] says whether it could be made now, [`Previews`] keeps plans until
//! somebody asks for one to be made. [`apply`] makes it, and whatever happens on the way (an error, a full disk, `kill -9`, a cut of power, another
//! program that writes to the same files) the project ends up with all of the new bytes or all of
//! the old ones, and nothing is left behind; if it died on the way, once [`recover`] has run.
//!
//! # Theory of operation
//!
//! Before anything in the project is touched, a *journal* outside of it says what is going to
//! happen and holds the old bytes. Then every new file is written beside the one that it replaces
//! (a *stage*, `.deixis-ID-N.new`) and the journal is marked *prepared*. Only now targets are
//! replaced, one atomic system call for each; where the system can *exchange* two names, the old
//! file survives under the stage's name, and is looked at once more: if it is not what was
//! verified, somebody wrote in the last microseconds, and everything is put back. The mark
//! *committed* ends it; stages and journal are removed.
//!
//! Recovery never trusts what the journal says was done, only what the files contain: a target
//! with the new bytes is on the new side, one with the old bytes on the old side, anything else
//! was written by somebody else and is not touched. The rollback of a failed attempt is the same
//! code as recovery after a crash.
//!
//! Readers are not kept out while targets are replaced. They can notice it: a [`Witness`] gives a
//! number that is odd for as long as that takes, and a greater one afterwards.
//!
//! What is absent here: LSP, MCP, adapters, asynchrony. Everything blocks; call it off the
//! session's thread.
//!
//! Modules, in the order in which a change passes them: [`plan`], [`mod@splice`], [`previews`],
//! `lease`, `transaction`, `journal`, `settle`, [`recovery`]. `witness` is for readers. `files` is the seam to the file
//! system, with its twins `unix.rs` and `windows.rs`.

mod error;
mod files;
mod journal;
mod lease;
pub mod plan;
pub mod previews;
pub mod recovery;
mod settle;
pub mod splice;
mod stage;
mod swap;
mod transaction;
mod witness;

pub use error::{ApplyError, Conflict, Leftover, Step};
pub use plan::{FileChange, Plan, PlanError};
pub use previews::{Gone, PreviewId, Previews};
pub use recovery::{
    Outcome, Pending, PendingState, RecoverError, Settled, Strays, discard, pending, recover,
    strays,
};
pub use splice::{ByteEdit, SpliceError, splice};
pub use transaction::{Applied, apply, examine};
pub use witness::{Generation, Witness};

#[cfg(test)]
mod tests;
