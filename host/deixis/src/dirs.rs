//! Where Deixis keeps what it can make again: compiled adapters, and private
//! folders for language servers. Never in the project.

use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

/// The user's cache folder of Deixis; `None` if the environment names none.
pub(crate) fn cache() -> Option<PathBuf> {
    let absolute =
        |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
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

/// The folder for servers' private data of one project.
pub(crate) fn data(root: &Path) -> PathBuf {
    let digest = Sha256::digest(root.as_os_str().as_encoded_bytes());
    let name: String = digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    cache().unwrap_or_else(|| std::env::temp_dir().join("deixis")).join("data").join(name)
}
