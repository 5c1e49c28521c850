//! Digests: of components, and of the sources they come from.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use sha2::{Digest as _, Sha256};

/// SHA-256, lower-case hex.
pub(crate) fn of_bytes(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// One digest over the names and texts of everything that an adapter's bytes
/// are made from in this repository. Line ends do not count, so that a
/// checkout that converts them has the same digest.
pub(crate) fn of_sources(root: &Path, id: &str) -> Result<String> {
    let plugin = format!("plugins/{id}");
    let mut files = Vec::new();
    for folder in ["wit", "plugin-sdk/src", &format!("{plugin}/src")] {
        collect(&root.join(folder), &mut files)?;
    }
    files.push(root.join("plugin-sdk/Cargo.toml"));
    files.push(root.join(&plugin).join("Cargo.toml"));
    files.sort();

    let mut hasher = Sha256::new();
    for file in files {
        let name = file.strip_prefix(root).unwrap_or(&file).to_string_lossy().replace('\\', "/");
        let text = std::fs::read(&file).with_context(|| format!("reading {}", file.display()))?;
        let text: Vec<u8> = text.into_iter().filter(|byte| *byte != b'\r').collect();
        hasher.update(format!("{name}\0{}\0", text.len()));
        hasher.update(&text);
    }
    Ok(hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let entries =
        std::fs::read_dir(folder).with_context(|| format!("reading {}", folder.display()))?;
    for entry in entries {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), files)?;
        } else if entry.path().extension().is_some_and(|ext| ext == "rs" || ext == "wit") {
            files.push(entry.path());
        }
    }
    Ok(())
}
