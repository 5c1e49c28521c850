//! An adapter of Deixis for {{id}}: {{server}}.
//!
//! The host knows no language. It calls what is here with values and gets values back;
//! nothing is kept between calls. Each hook group is a file; take a group that you do not
//! need out of `export!` and delete its file, and the host does as it always does.

mod errors;
mod info;
mod launch;
mod readiness;
mod symbols;

/// The adapter.
pub struct Adapter;

deixis_plugin::export!(Adapter: info, launch, readiness, symbols, errors);
