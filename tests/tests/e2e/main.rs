//! End to end: the real binary, spoken to as hosts do.

mod adapter_off;
mod answers;
#[cfg(unix)]
mod applies;
#[cfg(unix)]
mod authors;
mod calls;
mod capabilities;
mod commands;
mod companions;
mod config_errors;
mod conformance;
mod diagnostics;
mod documents;
mod examples;
mod freshness;
mod guests;
mod handshake;
mod languages;
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
mod virtual_documents;
mod wire;
