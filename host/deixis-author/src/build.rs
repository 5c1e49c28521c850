//! From an adapter's sources to its component, in each language.

mod c;
mod js;
mod python;
mod rust;
mod tool;

use std::path::Path;

use anyhow::{Result, bail};

use crate::Language;

/// Builds the adapter whose sources are in a folder.
///
/// # Errors
///
/// When the folder holds no sources of a known language, a tool is missing (with the command
/// that installs it), or the sources do not compile.
pub fn build(folder: &Path) -> Result<Vec<u8>> {
    match Language::find(folder)? {
        Language::Rust => rust::build(folder),
        Language::JavaScript => js::build(folder),
        Language::Python => python::build(folder),
        Language::C => c::build(folder),
    }
}

/// The world of an adapter that is not written in Rust, in `wit/adapter.wit`.
const WORLD: &str = "groups";

/// Says what is missing where the contract is not beside the sources, before a tool says less.
fn contract(folder: &Path) -> Result<()> {
    let package = folder.join("wit/deps/deixis-adapter");
    if !package.join("world.wit").is_file() {
        bail!(
            "{} is not there: it holds the contract, the files of wit/ in Deixis' repository; \
             `deixis plugin new` writes them",
            package.display()
        );
    }
    Ok(())
}
