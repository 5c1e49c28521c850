//! From an adapter's sources to its component, in each language.

mod c;
mod js;
mod python;
mod rust;

use std::path::Path;

use anyhow::Result;

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
