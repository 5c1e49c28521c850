//! What shall happen: for each file its exact old bytes and the new ones.

use std::collections::HashSet;
use std::sync::Arc;

use deixis_base::RootedPath;

/// Most files in one plan.
pub const MAX_FILES: usize = 10_000;
/// Most bytes in one plan, old and new together.
pub const MAX_BYTES: usize = 64 * 1024 * 1024;

/// The change of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileChange {
    /// Which file. Its last component must not be a symlink: name what the link leads to.
    pub path: RootedPath,
    /// The exact bytes that the change was computed from.
    pub old: Arc<[u8]>,
    /// The bytes that take their place.
    pub new: Arc<[u8]>,
}

/// A change of several files that is made as a whole. Cloning shares the bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    files: Arc<[FileChange]>,
    bytes: usize,
}

/// Why something is no plan.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// There is no file.
    #[error("nothing would change")]
    Empty,
    /// More files than [`MAX_FILES`].
    #[error("{files} files would change, more than the limit of {MAX_FILES}")]
    TooManyFiles {
        /// How many there are.
        files: usize,
    },
    /// More bytes than [`MAX_BYTES`].
    #[error("the old and the new texts have {bytes} bytes, more than the limit of {MAX_BYTES}")]
    TooLarge {
        /// How many there are.
        bytes: usize,
    },
    /// One file is named twice.
    #[error("{path} is named twice")]
    Twice {
        /// The name.
        path: RootedPath,
    },
    /// The old and the new bytes of a file are equal.
    #[error("{path} would not change")]
    Unchanged {
        /// The name.
        path: RootedPath,
    },
}

impl Plan {
    /// A plan of these changes, made in this order.
    ///
    /// # Errors
    /// If there is none or too much, one file is named twice, or one would not change.
    pub fn new(files: Vec<FileChange>) -> Result<Self, PlanError> {
        if files.is_empty() {
            return Err(PlanError::Empty);
        }
        if files.len() > MAX_FILES {
            return Err(PlanError::TooManyFiles { files: files.len() });
        }
        let bytes = files.iter().map(|file| file.old.len() + file.new.len()).sum();
        if bytes > MAX_BYTES {
            return Err(PlanError::TooLarge { bytes });
        }
        let mut seen = HashSet::with_capacity(files.len());
        for file in &files {
            if !seen.insert(&file.path) {
                return Err(PlanError::Twice { path: file.path.clone() });
            }
            if file.old == file.new {
                return Err(PlanError::Unchanged { path: file.path.clone() });
            }
        }
        Ok(Self { files: files.into(), bytes })
    }

    /// The changes, in the order in which they are made.
    #[must_use]
    pub fn files(&self) -> &[FileChange] {
        &self.files
    }

    /// How many bytes the plan holds, old and new together.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}
