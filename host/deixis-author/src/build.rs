//! From an adapter's sources to its component, in each language.

mod c;
mod js;
mod python;
mod rust;

use std::path::Path;

use anyhow::{Context as _, Result};

use crate::Language;

/// Builds the adapter whose sources are in a folder.
///
/// # Errors
///
/// When the folder holds no sources of a known language, a tool is missing (with the command
/// that installs it), or the sources do not compile.
pub fn build(folder: &Path) -> Result<Vec<u8>> {
    let language = Language::of(folder).with_context(|| {
        let markers = Language::ALL.map(Language::marker).join(", ");
        format!("{} holds no adapter: none of {markers} is there", folder.display())
    })?;
    match language {
        Language::Rust => rust::build(folder),
        Language::JavaScript => js::build(folder),
        Language::Python => python::build(folder),
        Language::C => c::build(folder),
    }
}
