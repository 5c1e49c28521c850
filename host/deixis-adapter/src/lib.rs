//! The WebAssembly plugin host: the only crate that sees wasmtime.
//!
//! Theory of operation. A [`Library`] knows the components by name and does
//! nothing until one is used. Attaching an adapter to a server reads its
//! outline (which hook groups does it export, what does it import) straight
//! from the binary; compiling waits for the first call and happens on the
//! adapter's own thread, at most once per component and machine, as compiled
//! code is cached on disk.
//!
//! Each attached adapter owns a thread, and on it a store with one instance.
//! Hook calls are jobs for that thread: values in, values out. Before each
//! guest call a deadline is set; what comes back is checked against the
//! contract. A guest that traps, runs out of time or memory, or lies, loses
//! its store, and the next call gets a fresh one: nothing is lost, as adapters
//! keep nothing between calls. An adapter that fails again and again is left
//! out for a while (quarantine).
//!
//! Map: `outline` reads binaries, `source` fetches and pins their bytes,
//! `cache` keeps compiled code, `load` compiles and links, `live` is one store,
//! `attached` is the adapter around it, with its thread, `health` decides about quarantine,
//! `shelf` is one component of the library, `layers/` makes one adapter of several,
//! `host/` holds what guests may import, `witness` sees what they do with it, `v1/` everything that depends on the
//! version of the contract.

mod attached;
mod cache;
mod cpu;
mod engine;
mod failure;
mod health;
mod host;
mod inspect;
mod layers;
mod library;
mod limits;
mod live;
mod load;
mod os;
mod outline;
mod shelf;
mod source;
mod state;
#[cfg(test)]
mod tests;
mod thread;
mod ticker;
mod v1;
mod witness;

pub use inspect::{Inspection, inspect};
pub use library::{Library, Options, Wrap, Wrapped};
pub use source::{Bytes, Component};
pub use witness::{Seen, Trespass, Why, Witness};
