//! Where Deixis keeps what is its own: what it can make again (compiled adapters,
//! private folders for language servers) in the user's cache, the journals of changes
//! that go on and the adapter calls that failed in the user's state. Never in the project.

use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

/// The folder that a variable of the environment names, if it is an absolute path.
fn absolute(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute())
}

/// The user's cache folder of Deixis; `None` if the environment names none.
pub(crate) fn cache() -> Option<PathBuf> {
    let base = absolute("XDG_CACHE_HOME").or_else(|| {
        if cfg!(windows) {
            absolute("LOCALAPPDATA")
        } else if cfg!(target_os = "macos") {
            absolute("HOME").map(|home| home.join("Library/Caches"))
        } else {
            absolute("HOME").map(|home| home.join(".cache"))
        }
    });
    base.map(|base| base.join("deixis"))
}

/// The user's home folder.
pub(crate) fn home() -> Option<PathBuf> {
    absolute(if cfg!(windows) { "USERPROFILE" } else { "HOME" })
}

/// The user's folder of Deixis for what cannot be made again.
fn state() -> Option<PathBuf> {
    let base = absolute("XDG_STATE_HOME").or_else(|| {
        if cfg!(windows) {
            absolute("LOCALAPPDATA")
        } else if cfg!(target_os = "macos") {
            absolute("HOME").map(|home| home.join("Library/Application Support"))
        } else {
            absolute("HOME").map(|home| home.join(".local/state"))
        }
    });
    base.map(|base| base.join("deixis"))
}

/// The folder of case files: adapter calls that failed.
pub(crate) fn cases() -> Option<PathBuf> {
    state().map(|state| state.join("cases"))
}

/// The folder of journals, the same for every host of this user: it holds the old
/// bytes of files that are being changed. Nothing else may clean it up, so it is no
/// cache. `None` if the environment names no place for it; then nothing is changed.
pub(crate) fn journals() -> Option<PathBuf> {
    state().map(|state| state.join("journals"))
}

/// The folder for servers' private data of one project.
pub(crate) fn data(root: &Path) -> PathBuf {
    let digest = Sha256::digest(root.as_os_str().as_encoded_bytes());
    let name: String = digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    cache().unwrap_or_else(|| std::env::temp_dir().join("deixis")).join("data").join(name)
}
