//! A guest that writes far more to the log than anybody wants to read.

#[path = "../../common/mod.rs"]
mod common;

use deixis_plugin::{
    Descriptor, Effects, Event, Facts, Failure, Info, Level, Readiness, Status, Trust,
};

struct Guest;

impl Info for Guest {
    fn describe() -> Descriptor {
        common::descriptor("floods-log")
    }
}

impl Readiness for Guest {
    type State = u8;

    fn start(_facts: &Facts, _effects: &mut Effects) -> Result<u8, Failure> {
        Ok(u8::default())
    }

    fn observe(_state: &mut u8, _event: Event, _effects: &mut Effects) -> Result<(), Failure> {
        let line = "flood ".repeat(1_000);
        for number in 0..20_000 {
            deixis_plugin::log!(Warn, "{number} {line}");
        }
        Ok(())
    }

    fn status(_state: &u8) -> Status {
        Status::uniform(&Level::Ready, Trust::Empty)
    }
}

deixis_plugin::export!(Guest: info, readiness);
