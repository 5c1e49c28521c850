//! A rename, from the question whether it is possible to the change of the files.
//!
//! 1. `prepare` asks whether and what;
//! 2. `preview` checks the name (`review`), asks for the edit (`asking`), checks it, and keeps
//!    what was shown;
//! 3. `apply` makes exactly that, and `afterwards` tells the servers.
//!
//! `refusal` has the reasons for which none of it happens.

mod afterwards;
mod apply;
mod asking;
mod prepare;
mod preview;
mod refusal;
mod review;
