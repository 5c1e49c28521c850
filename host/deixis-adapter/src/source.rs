//! Components as they are named in the configuration, and their bytes.

use std::borrow::Cow;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use deixis_hooks::{Grant, info};
use sha2::{Digest as _, Sha256};

use crate::limits::{CALL_MS, COMPONENT_BYTES, MEMORY_MIB};

/// One adapter that may be attached.
#[derive(Debug, Clone)]
pub struct Component {
    /// Name in the configuration.
    pub name: String,
    /// Where its bytes are.
    pub bytes: Bytes,
    /// SHA-256 that the bytes must have, as hex.
    pub sha256: String,
    /// What it is, if that is known without loading it (built-in adapters).
    pub descriptor: Option<info::Descriptor>,
    /// What it may do.
    pub grant: Grant,
}

/// The bytes of a component.
#[derive(Debug, Clone)]
pub enum Bytes {
    /// Part of this program.
    Static(&'static [u8]),
    /// In memory.
    Shared(Arc<[u8]>),
    /// A file, read when the component is first used.
    File(PathBuf),
}

impl Bytes {
    /// The bytes, whatever they are.
    ///
    /// # Errors
    /// A sentence, if the file cannot be read or is too large.
    pub(crate) fn read(&self) -> Result<Cow<'_, [u8]>, String> {
        match self {
            Self::Static(bytes) => Ok(Cow::Borrowed(bytes)),
            Self::Shared(bytes) => Ok(Cow::Borrowed(bytes)),
            Self::File(path) => read(path).map(Cow::Owned),
        }
    }
}

impl Component {
    /// The bytes, checked against the pinned hash. Those that are part of this
    /// program are what it was built with; the manifest beside them is checked
    /// where they are made.
    ///
    /// # Errors
    /// A sentence that says what is wrong and what to do.
    pub(crate) fn fetch(&self) -> Result<Cow<'_, [u8]>, String> {
        let bytes = self.bytes.read()?;
        if let Bytes::Static(_) = self.bytes {
            return Ok(bytes);
        }
        let found = sha256(&bytes);
        if !found.eq_ignore_ascii_case(&self.sha256) {
            return Err(format!(
                "the component's SHA-256 is {found}, but {} is pinned; if the new file is \
                 wanted: deixis plugin update {}",
                if self.sha256.is_empty() { "none" } else { &self.sha256 },
                self.name
            ));
        }
        Ok(bytes)
    }

    /// Whether the grant is one that this host can keep.
    ///
    /// # Errors
    /// A sentence that names the field, its value and its bounds.
    pub(crate) fn check_grant(&self) -> Result<(), String> {
        let Grant { memory_mib, call_ms, .. } = self.grant;
        if !(1..=MEMORY_MIB).contains(&memory_mib) {
            return Err(format!("memory_mib is {memory_mib}; it must be 1 to {MEMORY_MIB}"));
        }
        if !(1..=CALL_MS).contains(&call_ms) {
            return Err(format!("call_ms is {call_ms}; it must be 1 to {CALL_MS}"));
        }
        Ok(())
    }
}

/// SHA-256 as lower-case hex.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Bytes as lower-case hex.
pub(crate) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    let shown = path.display();
    let file = std::fs::File::open(path)
        .map_err(|error| format!("the component {shown} cannot be read: {error}"))?;
    let mut bytes = Vec::new();
    // One byte more than allowed tells a file that is too large, also if it
    // grows while it is read.
    file.take(COMPONENT_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| format!("the component {shown} cannot be read: {error}"))?;
    if bytes.len() as u64 > COMPONENT_BYTES {
        return Err(format!("the component {shown} is larger than {COMPONENT_BYTES} bytes"));
    }
    Ok(bytes)
}
