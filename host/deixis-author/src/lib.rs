//! From an adapter's source to a component.
//!
//! - `toolchain` finds out how this machine compiles Rust for WebAssembly;
//! - `component` wraps core modules into components and reads a component's own type.
//!
//! Nothing here runs a component: see `deixis-adapter`.

mod command;
mod component;
mod toolchain;

pub use command::{output, run, show};
pub use component::{Shape, cargo_home, private_path, shape, wrap};
pub use toolchain::{TARGET, Toolchain};
