//! What a component is, for `deixis plugin inspect` and `plugin add`.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use deixis_hooks::{Grant, SourceError, info};

use crate::health::Clock;
use crate::limits::MEMORY_MIB;
use crate::shelf::{Shelf, Workshop};
use crate::source::{Bytes, Component, sha256};

/// Time that a component gets to describe itself while it is inspected.
const INSPECT_MS: u32 = 1_000;

/// A component as it presents itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inspection {
    /// Bytes of the component.
    pub size: u64,
    /// Its SHA-256, lower-case hex.
    pub sha256: String,
    /// Version of the contract that it was built for.
    pub contract: String,
    /// Hook groups that it exports, also ones that this host does not know.
    pub groups: Vec<String>,
    /// Interfaces that it imports, with their versions.
    pub imports: Vec<String>,
    /// Whether it imports WASI, which it gets empty-handed.
    pub wasi: bool,
    /// What it says it is.
    pub descriptor: Arc<info::Descriptor>,
}

/// Looks at a component: reads it, compiles it (into the cache, if a folder is
/// given, so that its first use is fast), and asks it to describe itself, with
/// nothing granted. Blocks while it does; seconds for a component with an
/// interpreter inside.
///
/// # Errors
/// [`SourceError::Unusable`] with what is wrong and what to do.
pub fn inspect(
    name: &str,
    bytes: &Bytes,
    cache_dir: Option<PathBuf>,
) -> Result<Inspection, SourceError> {
    let wrong = |message| SourceError::Unusable { name: name.to_owned(), message };
    let content = bytes.read().map_err(wrong)?;
    let sha256 = sha256(&content);
    let component = Component {
        name: name.to_owned(),
        bytes: Bytes::Shared(Arc::from(&*content)),
        sha256: sha256.clone(),
        descriptor: None,
        grant: Grant {
            commands: Vec::new(),
            project_read: Vec::new(),
            memory_mib: MEMORY_MIB,
            call_ms: INSPECT_MS,
        },
    };
    let shelf = Arc::new(Shelf::new(component, Arc::new(Workshop::new(cache_dir, None))));
    let clock: Clock = Arc::new(Instant::now);
    let outline = shelf.outline().map_err(wrong)?.clone();
    shelf.load().map_err(wrong)?;
    let descriptor = shelf.descriptor(&clock).map_err(wrong)?;
    Ok(Inspection {
        size: content.len() as u64,
        sha256,
        contract: outline.contract,
        groups: outline.exports,
        imports: outline.imports,
        wasi: outline.wasi,
        descriptor,
    })
}
