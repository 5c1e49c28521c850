//! `plugins/dist/manifest.json`: what is known of each committed component.

use std::path::Path;

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The whole file.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Manifest {
    note: String,
    adapters: Vec<Entry>,
}

/// One component.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Entry {
    pub(crate) id: String,
    pub(crate) sha256: String,
    pub(crate) source_digest: String,
    pub(crate) toolchain: String,
    pub(crate) imports: Vec<String>,
    pub(crate) exports: Vec<String>,
    pub(crate) grant: Grant,
    pub(crate) descriptor: Value,
}

/// What an adapter may do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Grant {
    pub(crate) commands: Vec<String>,
    pub(crate) project_read: Vec<String>,
    pub(crate) memory_mib: u32,
    pub(crate) call_ms: u32,
}

impl Manifest {
    pub(crate) fn of(entries: impl Iterator<Item = Entry>) -> Self {
        Self {
            note: "Written by `cargo xtask adapters`; not to be edited.".to_owned(),
            adapters: entries.collect(),
        }
    }

    pub(crate) fn entry(&self, id: &str) -> Option<&Entry> {
        self.adapters.iter().find(|entry| entry.id == id)
    }

    pub(crate) fn read(path: &Path) -> Result<Self> {
        let text =
            std::fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?;
        serde_json::from_str(&text).with_context(|| format!("reading {}", path.display()))
    }

    pub(crate) fn write(&self, path: &Path) -> Result<()> {
        let text = serde_json::to_string_pretty(self)? + "\n";
        std::fs::write(path, text).with_context(|| format!("writing {}", path.display()))
    }
}
