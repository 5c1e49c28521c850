//! `cargo xtask demo`: see it work, on the code you have in front of you.

use std::process::Command;

use anyhow::Result;

use crate::setup::{self, Deps};
use crate::shell::{root, run, say};
use crate::test::{build, with_path};

/// Gets rust-analyzer if missing, builds Deixis, runs `deixis try` on this repository.
pub(crate) fn run_demo(more: &[String]) -> Result<()> {
    setup::for_demo()?;
    say("demo: building deixis (the first time takes some minutes)");
    let deixis = build()?;
    let mut command = Command::new(deixis);
    command.arg("try").arg(root()).args(more).current_dir(root());
    command.env("PATH", with_path(&Deps::here().path()?)?);
    run(&mut command)
}
