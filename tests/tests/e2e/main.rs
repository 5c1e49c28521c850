//! End to end: the real binary, spoken to as hosts do.

mod adapter_off;
mod answers;
#[cfg(unix)]
mod applies;
mod calls;
mod capabilities;
mod commands;
mod config_errors;
mod conformance;
mod diagnostics;
mod documents;
mod freshness;
mod guests;
mod handshake;
mod layers;
mod limits;
mod misbehaving;
mod official_client;
mod paths;
mod pitfalls;
mod plugins;
mod processes;
mod real_servers;
mod recordings;
#[cfg(target_os = "linux")]
mod recover;
mod refused_edits;
mod renames;
mod secrets;
mod signatures;
mod wire;
