//! End to end: the real binary, spoken to as hosts do.

mod adapter_off;
mod answers;
mod commands;
mod config_errors;
mod diagnostics;
mod documents;
mod freshness;
mod guests;
mod handshake;
mod limits;
mod official_client;
mod paths;
mod pitfalls;
mod processes;
mod real_servers;
mod secrets;
mod wire;
