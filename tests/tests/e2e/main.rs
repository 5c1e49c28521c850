//! End to end: the real binary, spoken to as hosts do.

mod adapter_off;
mod answers;
mod config_errors;
mod documents;
mod freshness;
mod guests;
mod handshake;
mod official_client;
mod processes;
mod real_servers;
mod wire;
