//! The WebAssembly plugin host: the only crate that sees wasmtime.
