//! A guest that calls itself until the stack ends.

#[path = "../../common/mod.rs"]
mod common;

use deixis_plugin::{
    Descriptor, Effects, Event, Facts, Failure, Info, Level, Readiness, Status, Trust,
};

struct Guest;

impl Info for Guest {
    fn describe() -> Descriptor {
        common::descriptor("recurses")
    }
}

/// Not a loop in disguise: what comes back is used.
fn deeper(depth: u64) -> u64 {
    if std::hint::black_box(depth) == u64::MAX { 0 } else { deeper(depth + 1).wrapping_mul(3) }
}

impl Readiness for Guest {
    type State = u64;

    fn start(_: &Facts, _: &mut Effects) -> Result<u64, Failure> {
        Ok(0)
    }

    fn observe(state: &mut u64, _: Event, _: &mut Effects) -> Result<(), Failure> {
        *state = deeper(1);
        Ok(())
    }

    fn status(_: &u64) -> Status {
        Status::uniform(&Level::Ready, Trust::Empty)
    }
}

deixis_plugin::export!(Guest: info, readiness);
