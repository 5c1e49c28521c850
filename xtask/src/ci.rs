//! `cargo xtask ci`: the very script that CI runs, which is `.ci/run`.

use std::process::Command;

use anyhow::Result;

use crate::shell::{root, run};

/// Runs `.ci/run` from the top of the checkout.
pub(crate) fn run_ci() -> Result<()> {
    run(Command::new("bash").arg(".ci/run").current_dir(root()))
}
