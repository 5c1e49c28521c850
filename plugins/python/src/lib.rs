//! The built-in adapter for Python: pyright, basedpyright, and ty.
//!
//! Theory of operation. pyright and its fork first look for the project's
//! files and say in their log how many they found; before that they answer
//! from what is open. ty answers rightly from the start. All of them resolve
//! imports by the project's interpreter, which the adapter finds in the usual
//! virtual environments.

mod diagnostics;
mod info;
mod launch;
mod options;
mod readiness;
mod rename;
mod symbols;
mod watch;

/// The adapter.
pub struct Python;

/// Ids of the recipes.
mod recipe {
    pub(crate) const PYRIGHT: &str = "pyright";
    pub(crate) const BASEDPYRIGHT: &str = "basedpyright";
    pub(crate) const TY: &str = "ty";
}

deixis_plugin::export!(Python: info, launch, readiness, symbols, watch, rename, diagnostics);
