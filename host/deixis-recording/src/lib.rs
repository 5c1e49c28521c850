//! Recordings of adapter calls: written, replayed without a server, kept of failures.
//!
//! Theory of operation. Adapters get values and give values, and keep nothing
//! in between; so a list of calls with their answers says all about a session.
//! A [`Recorder`] stands around an adapter and writes each call on a [`Tape`];
//! [`replay`](fn@replay) makes the calls again, on any version of the adapter,
//! and compares. What an adapter can see besides its input is the project and
//! the programs that it may locate: the recording holds the names of files, the
//! texts that the adapter may read, and the names of programs that were there;
//! [`lay_out`] and [`lay_out_programs`] make them again for a replay.
//!
//! Paths of the machine and what looks like a credential do not get into a
//! recording ([`Places`]).
//!
//! Map: `hooks` is the table of all calls, `format` the text, `recorder` and
//! `replay` the two directions, `case` the files that failures leave behind.

mod case;
mod diff;
mod files;
mod format;
mod hooks;
mod os;
mod places;
mod recorder;
mod replay;
#[cfg(test)]
mod tests;
mod walk;

pub use case::{CASE_BYTES, CASES, Cases, Failed};
pub use diff::diff;
pub use files::{files, lay_out, lay_out_programs};
pub use format::{
    Answer, FORMAT, Failure, Head, Line, ParseError, RECORDING_BYTES, Recording, Server, Way,
};
pub use hooks::{Unplayable, call, inputs, rewritten};
pub use places::Places;
pub use recorder::{Listener, Recorder, Tape};
pub use replay::{Difference, Report, again, replay, updated};
