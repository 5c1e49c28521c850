//! From nothing to an adapter's component.
//!
//! - `template` is what a new adapter begins with, in each `language`, `kit` what it is built
//!   against; `plant` writes both, `name` says what it may be called;
//! - `build` makes its component;
//! - `toolchain` finds out how this machine compiles Rust for WebAssembly;
//! - `remap` keeps this machine's folders out of the bytes;
//! - `component` wraps core modules into components and reads a component's own type.
//!
//! Nothing here runs a component: see `deixis-adapter`.

mod build;
mod command;
mod component;
mod kit;
mod language;
mod name;
mod plant;
mod remap;
mod template;
mod toolchain;

pub use build::build;
pub use command::{output, run, show};
pub use component::{Shape, cargo_home, private_path, shape, wrap};
pub use kit::kit;
pub use language::Language;
pub use name::{check_name, name_of};
pub use plant::plant;
pub use remap::remaps;
pub use template::{File, Names, files};
pub use toolchain::{TARGET, Toolchain};
