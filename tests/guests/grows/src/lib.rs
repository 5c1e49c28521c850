//! A guest that takes memory without end.

#[path = "../../common/mod.rs"]
mod common;

use deixis_plugin::{
    Descriptor, Effects, Event, Facts, Failure, Info, Level, Readiness, Status, Trust,
};

struct Guest;

impl Info for Guest {
    fn describe() -> Descriptor {
        common::descriptor("grows")
    }
}

impl Readiness for Guest {
    type State = u8;

    fn start(_facts: &Facts, _effects: &mut Effects) -> Result<u8, Failure> {
        Ok(u8::default())
    }

    fn observe(_state: &mut u8, _event: Event, _effects: &mut Effects) -> Result<(), Failure> {
        let mut hoard: Vec<Vec<u8>> = Vec::new();
        loop {
            hoard.push(std::hint::black_box(vec![1; 1 << 20]));
        }
    }

    fn status(_state: &u8) -> Status {
        Status::uniform(&Level::Ready, Trust::Empty)
    }
}

deixis_plugin::export!(Guest: info, readiness);
