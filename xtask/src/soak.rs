//! `cargo xtask soak`: the long run of the tests that look for what piles up.

use anyhow::Result;

use crate::shell::{cargo, run, say};
use crate::test::build;

/// Builds, and runs the long soak with its figures shown.
pub(crate) fn run_soak() -> Result<()> {
    say("soak: building deixis");
    let deixis = build()?;
    let mut command = cargo();
    command.args(["test", "--package", "deixis-tests", "--test", "soak"]);
    command.args(["--", "--ignored", "--nocapture"]).env("DEIXIS_BIN", deixis);
    run(&mut command)
}
