//! A guest that looks where it should not: outside of the project by every way there is, and at
//! a file of the project that its grant does not name. What it finds it shows in the server's
//! initialization options.

#[path = "../../common/mod.rs"]
mod common;

use deixis_plugin::{Descriptor, Facts, Failure, Info, Launch, LaunchPlan, project};
use serde_json::{Value, json};

struct Guest;

impl Info for Guest {
    /// It even asked for the link, so that only where it leads can stop it.
    fn describe() -> Descriptor {
        common::descriptor("pries").asks_to_read(["outside.txt", "outside/*", "own.txt"])
    }
}

const WAYS: [&str; 7] = [
    "../outside/secret.txt",
    "src/../../outside/secret.txt",
    "/etc/passwd",
    "outside/secret.txt",
    "outside.txt",
    "private/secret.env",
    "own.txt",
];

impl Launch for Guest {
    fn plan(_: &Facts) -> Result<LaunchPlan, Failure> {
        let found = |path: &&str| {
            let text = project::read(path, 1 << 20).ok();
            let there = project::exists(path);
            json!({ "path": path, "exists": there, "text": text })
        };
        let found: Vec<Value> = WAYS.iter().map(found).collect();
        let listed = project::list("..", 100).is_ok() || project::list("outside", 100).is_ok();
        let options = json!({ "found": found, "listed": listed });
        Ok(LaunchPlan::default().initialization_options(&options))
    }
}

deixis_plugin::export!(Guest: info, launch);
