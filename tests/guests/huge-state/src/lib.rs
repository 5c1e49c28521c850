//! A guest whose state is larger than the host keeps.

#[path = "../../common/mod.rs"]
mod common;

use deixis_plugin::{
    Descriptor, Effects, Event, Facts, Failure, Info, Level, Readiness, Status, Trust,
};

struct Guest;

impl Info for Guest {
    fn describe() -> Descriptor {
        common::descriptor("huge-state")
    }
}

impl Readiness for Guest {
    type State = String;

    fn start(_facts: &Facts, _effects: &mut Effects) -> Result<String, Failure> {
        Ok(String::default())
    }

    fn observe(state: &mut String, _event: Event, _effects: &mut Effects) -> Result<(), Failure> {
        state.push_str(&"x".repeat(100 * 1024));
        Ok(())
    }

    fn status(_state: &String) -> Status {
        Status::uniform(&Level::Ready, Trust::Empty)
    }
}

deixis_plugin::export!(Guest: info, readiness);
