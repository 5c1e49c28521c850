//! The small adapters of `tests/guests`, most of which misbehave in one way each.

use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::binary;
use crate::config::Config;

/// More than any guest needs that comes to an end by itself, however busy the machine is.
const PATIENT_MS: i64 = 10_000;
/// Little, so that a guest that takes memory without end is soon stopped.
const SMALL_MIB: i64 = 8;

/// The component of a guest.
#[must_use]
pub fn path(name: &str) -> PathBuf {
    binary::checkout().join("tests/guests/dist").join(format!("{name}.wasm"))
}

/// What `deixis plugin inspect FILE --json` says of a guest.
///
/// # Panics
///
/// When there is no such component.
#[must_use]
pub fn inspect(name: &str) -> Value {
    let output = Command::new(binary::deixis())
        .args(["plugin", "inspect", "--json"])
        .arg(path(name))
        .env("XDG_CACHE_HOME", binary::cache())
        .output()
        .expect("the binary runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// The configuration of a server, with a guest as its only adapter.
#[must_use]
pub fn attached(config: Config, server: &str, name: &str) -> Config {
    pinned(config.set(&format!("servers.{server}.adapter"), name), name)
}

/// A configuration that holds a guest, with time enough for what comes to an end by itself:
/// what a guest fails of must not depend on how busy the machine is. A guest that never ends
/// has the time that adapters have by default.
///
/// # Panics
///
/// When there is no such component.
#[must_use]
pub fn pinned(config: Config, name: &str) -> Config {
    let field = |field: &str| format!("plugins.{name}.{field}");
    let bytes = std::fs::read(path(name)).expect("the component can be read");
    let sha256: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    let config = config
        .set(&field("source"), path(name).to_string_lossy().into_owned())
        .set(&field("sha256"), sha256)
        .set(&field("memory_mib"), SMALL_MIB);
    if name.starts_with("spins") { config } else { config.set(&field("call_ms"), PATIENT_MS) }
}
