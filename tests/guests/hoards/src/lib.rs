//! A guest that opens handles of the host without end, and closes none.

#[path = "../../common/mod.rs"]
mod common;

use deixis_plugin::{Descriptor, Facts, Failure, Info, Launch, LaunchPlan};

mod wasi {
    wit_bindgen::generate!({
        inline: r#"
            package deixis:hoards;

            world clocks {
                import wasi:clocks/monotonic-clock@0.2.0;
            }

            package wasi:io@0.2.0 {
                interface poll {
                    resource pollable;
                }
            }

            package wasi:clocks@0.2.0 {
                interface monotonic-clock {
                    use wasi:io/poll@0.2.0.{pollable};
                    subscribe-duration: func(when: u64) -> pollable;
                }
            }
        "#,
        world: "clocks",
        generate_all,
    });
}

/// A hundred times what the host lets live.
const HANDLES: usize = 100_000;

struct Guest;

impl Info for Guest {
    fn describe() -> Descriptor {
        common::descriptor("hoards")
    }
}

impl Launch for Guest {
    fn plan(_: &Facts) -> Result<LaunchPlan, Failure> {
        for _ in 0..HANDLES {
            std::mem::forget(wasi::wasi::clocks::monotonic_clock::subscribe_duration(1));
        }
        Ok(LaunchPlan::default())
    }
}

deixis_plugin::export!(Guest: info, launch);
