//! The built-in adapter for TypeScript and JavaScript: typescript-language-server,
//! vtsls, and native TypeScript 7.
//!
//! Theory of operation. The first two run a second, syntactic server beside
//! the real one, which answers early and wrongly. Without it requests are held
//! until the project is loaded, so that is how they are started. All servers
//! know a project only when one of its files is open: the adapter opens one of
//! each. New files are seen by some of them only when opened.

mod diagnostics;
mod errors;
mod files;
mod info;
mod launch;
mod options;
mod readiness;
mod rename;
mod results;
mod symbols;
mod watch;

/// The adapter.
pub struct TypeScript;

/// Ids of the recipes.
mod recipe {
    pub(crate) const TSLS: &str = "typescript-language-server";
    pub(crate) const VTSLS: &str = "vtsls";
    pub(crate) const TSC: &str = "typescript-7";
    pub(crate) const TSGO: &str = "tsgo";
}

deixis_plugin::export!(TypeScript: info, launch, readiness, symbols, errors, watch, rename, diagnostics, results);
