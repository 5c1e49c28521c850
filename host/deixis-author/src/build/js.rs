//! JavaScript: componentize-qjs puts the modules beside an interpreter, QuickJS.
//!
//! Without `--sync` it makes components with the asynchronous ABI, which no hook needs and the
//! host does not run. `--opt-size` takes the smaller of its two interpreters.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};

use super::tool::Tool;
use super::{WORLD, contract};
use crate::command::output;

const COMPONENTIZE: Tool = Tool {
    name: "componentize-qjs",
    places: &["node_modules/.bin"],
    install: "npm install --save-dev componentize-qjs@0.4.5",
};
/// The module that exports the groups.
const MAIN: &str = "src/adapter.js";

pub(super) fn build(folder: &Path) -> Result<Vec<u8>> {
    contract(folder)?;
    let made = tempfile::Builder::new().suffix(".wasm").tempfile()?;
    let mut command = Command::new(COMPONENTIZE.find(folder)?);
    command
        .current_dir(folder)
        .args(["--sync", "--opt-size", "--wit", "wit", "--world", WORLD, "--js", MAIN, "--output"])
        .arg(made.path());
    output(&mut command)?;
    std::fs::read(made.path()).context("componentize-qjs made no component")
}
