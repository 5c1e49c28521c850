//! Python: componentize-py puts the package beside an interpreter, CPython.
//!
//! Its imports of WASI stay (`--stub-wasi` would replace them by traps): by them the traceback of
//! an exception reaches the host's log, and the message of the failure.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};

use super::tool::Tool;
use super::{WORLD, contract};
use crate::command::output;

const COMPONENTIZE: Tool = Tool {
    name: "componentize-py",
    places: &[".venv/bin", ".venv/Scripts"],
    install: "python3 -m venv .venv && .venv/bin/pip install componentize-py==0.25.1",
};
/// The package that has the groups' classes.
const MAIN: &str = "adapter";
/// Where the packages are that the adapter itself needs.
const ENVIRONMENT: &str = ".venv";

pub(super) fn build(folder: &Path) -> Result<Vec<u8>> {
    contract(folder)?;
    let made = tempfile::Builder::new().suffix(".wasm").tempfile()?;
    let mut command = Command::new(COMPONENTIZE.find(folder)?);
    command
        .current_dir(folder)
        // Packages of the person who builds are none of the adapter's.
        .env("VIRTUAL_ENV", ENVIRONMENT)
        .args(["--wit-path", "wit", "--world", WORLD, "componentize"])
        .args(["--python-path", ".", MAIN, "--output"])
        .arg(made.path());
    output(&mut command)?;
    std::fs::read(made.path()).context("componentize-py made no component")
}
