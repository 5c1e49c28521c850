//! Contract 0.1: bindings, conversion, and the checks of what guests answer.
//! Nothing outside of this module depends on the version.

pub(crate) mod bindings;
pub(crate) mod check;
mod check_descriptor;
mod check_shown;
pub(crate) mod chunks;
pub(crate) mod convert;
mod diagnostics;
mod documents;
pub(crate) mod groups;
pub(crate) mod guests;
mod rename;
mod requests;
mod results;
