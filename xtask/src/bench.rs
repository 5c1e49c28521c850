//! `cargo xtask bench`: build for speed, then measure everything in one run.

use std::process::Command;

use anyhow::Result;

use crate::shell::{cargo, root, run};
use crate::test::target_folder;

/// The programs that take part.
const PROGRAMS: [&str; 3] = ["deixis", "scripted-ls", "deixis-bench"];

/// Builds with optimisations and runs `deixis-bench`.
pub(crate) fn run_bench(more: &[String]) -> Result<()> {
    let programs = PROGRAMS.iter().flat_map(|program| ["--bin", program]);
    run(cargo().args(["build", "--release", "--workspace"]).args(programs))?;
    let built = |name: &str| {
        target_folder().join("release").join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
    };
    let mut bench = Command::new(built("deixis-bench"));
    run(bench.args(more).env("DEIXIS_BIN", built("deixis")).current_dir(root()))
}
