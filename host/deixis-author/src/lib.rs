//! From nothing to an adapter's component.
//!
//! - `template` is what a new adapter begins with, in each `language`;
//! - `build` makes its component;
//! - `toolchain` finds out how this machine compiles Rust for WebAssembly;
//! - `component` wraps core modules into components and reads a component's own type.
//!
//! Nothing here runs a component: see `deixis-adapter`.

mod build;
mod command;
mod component;
mod language;
mod template;
mod toolchain;

pub use build::build;
pub use command::{output, run, show};
pub use component::{Shape, cargo_home, private_path, shape, wrap};
pub use language::Language;
pub use template::{File, Names, files};
pub use toolchain::{TARGET, Toolchain};
