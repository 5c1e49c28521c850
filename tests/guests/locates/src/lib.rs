//! A guest that asks for programs that are not its own, and shows what it was told in the
//! server's initialization options.

#[path = "../../common/mod.rs"]
mod common;

use deixis_plugin::{Descriptor, Facts, Failure, Info, Launch, LaunchPlan, locate};
use serde_json::json;

struct Guest;

impl Info for Guest {
    fn describe() -> Descriptor {
        common::descriptor("locates")
    }
}

impl Launch for Guest {
    fn plan(_: &Facts) -> Result<LaunchPlan, Failure> {
        let found = ["sh", "/bin/sh", "../bin/sh"].map(locate::program);
        Ok(LaunchPlan::default().initialization_options(&json!({ "found": found })))
    }
}

deixis_plugin::export!(Guest: info, launch);
