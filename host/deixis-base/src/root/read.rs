//! Looking at what is inside the root, always through the capability.

use std::io::{self, Read as _};

use cap_std::fs::DirEntry;

use super::resolve::{is_escape, is_missing};
use super::{Root, RootedPath, Stat, os};
use crate::text::Text;

/// Why a file could not be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// Nothing is there.
    #[error("the file does not exist")]
    NotFound,
    /// A folder, pipe, socket or device.
    #[error("this is not a regular file")]
    NotAFile,
    /// A symlink on the way leads out of the project root.
    #[error("the path leads out of the project root through a symlink")]
    Outside,
    /// More bytes than allowed.
    #[error("the file has {len} bytes, more than the limit of {max}")]
    TooLarge {
        /// How many bytes there are; at least `max + 1` if it grew while it was read.
        len: u64,
        /// How many were allowed.
        max: u64,
    },
    /// Not text.
    #[error("the file is not UTF-8: the byte at offset {at} starts no character")]
    NotUtf8 {
        /// Zero-based offset of the first byte that is wrong.
        at: usize,
    },
    /// The file system failed.
    #[error("the file cannot be read: {0}")]
    Io(#[source] io::Error),
}

/// What a folder holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    /// Sorted by name.
    pub entries: Vec<Entry>,
    /// Whether there were more entries than the caller's limit; which ones were left out is not
    /// defined.
    pub truncated: bool,
}

/// Something in a folder.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// Its name in the folder.
    pub name: String,
    /// Whether it is a folder, or a symlink to one inside the root.
    pub is_dir: bool,
}

impl Root {
    /// What the file system says about `path`; symlinks inside the root are followed.
    ///
    /// # Errors
    /// If nothing is there, it leads outside, or the file system fails.
    pub fn stat(&self, path: &RootedPath) -> io::Result<Stat> {
        let path = os::native(path.as_str());
        self.inner.dir.metadata(path.as_ref()).map(|metadata| os::stat(&metadata))
    }

    /// Whether `path` leads to the very file that had this stat, unchanged since. Several times
    /// cheaper than [`Root::stat`], because the path is not followed through the capability: a yes
    /// names one file, wherever it lies, and a no only means that a closer look is needed.
    #[must_use]
    pub fn is_unchanged(&self, path: &RootedPath, before: &Stat) -> bool {
        os::glance(&self.inner.dir, path.as_str()).is_some_and(|now| now == *before)
    }

    /// Whether something is at `path`, inside the root.
    #[must_use]
    pub fn exists(&self, path: &RootedPath) -> bool {
        self.stat(path).is_ok()
    }

    /// The bytes of a regular file of at most `max` bytes.
    ///
    /// # Errors
    /// If it is missing, no regular file, larger, outside, or cannot be read.
    pub fn read(&self, path: &RootedPath, max: u64) -> Result<Vec<u8>, ReadError> {
        let path = os::native(path.as_str());
        let mut file =
            os::open(&self.inner.dir, &path).map_err(|error| self.refused(&path, error))?;
        let metadata = file.metadata().map_err(ReadError::Io)?;
        if !metadata.is_file() {
            return Err(ReadError::NotAFile);
        }
        let len = metadata.len();
        if len > max {
            return Err(ReadError::TooLarge { len, max });
        }
        let mut bytes = Vec::with_capacity(usize::try_from(len).unwrap_or(0) + 1);
        // One byte more than allowed shows that the file grew since it was measured.
        file.by_ref().take(max.saturating_add(1)).read_to_end(&mut bytes).map_err(ReadError::Io)?;
        let len = bytes.len() as u64;
        if len > max {
            return Err(ReadError::TooLarge { len, max });
        }
        Ok(bytes)
    }

    /// The text of a regular UTF-8 file of at most `max` bytes, exactly as on disk: a byte order
    /// mark stays, as U+FEFF at the start of line 0.
    ///
    /// # Errors
    /// As [`Root::read`], and if it is not UTF-8.
    pub fn read_text(&self, path: &RootedPath, max: u64) -> Result<Text, ReadError> {
        let text = String::from_utf8(self.read(path, max)?)
            .map_err(|error| ReadError::NotUtf8 { at: error.utf8_error().valid_up_to() })?;
        Ok(Text::new(text))
    }

    /// What is in a folder, `None` being the root: at most `max` entries, sorted by name. Names
    /// that are not UTF-8 are left out.
    ///
    /// # Errors
    /// If it is missing, no folder, outside, or cannot be read.
    pub fn list(&self, folder: Option<&RootedPath>, max: usize) -> io::Result<Listing> {
        let entries = match folder {
            Some(folder) => self.inner.dir.read_dir(os::native(folder.as_str()).as_ref())?,
            None => self.inner.dir.entries()?,
        };
        let mut listing = Listing::default();
        for entry in entries {
            let entry = entry?;
            let Ok(name) = entry.file_name().into_string() else { continue };
            if listing.entries.len() == max {
                listing.truncated = true;
                break;
            }
            let is_dir = self.is_dir(folder, &name, &entry);
            listing.entries.push(Entry { name, is_dir });
        }
        listing.entries.sort_unstable();
        Ok(listing)
    }

    fn is_dir(&self, folder: Option<&RootedPath>, name: &str, entry: &DirEntry) -> bool {
        match entry.file_type() {
            Ok(kind) if kind.is_symlink() => {
                let path =
                    folder.map_or_else(|| name.to_owned(), |folder| format!("{folder}/{name}"));
                self.inner.dir.is_dir(os::native(&path).as_ref())
            }
            Ok(kind) => kind.is_dir(),
            Err(_) => false,
        }
    }

    /// Names what a failed open means. Opening a folder or a socket fails in ways that differ
    /// between systems, so the kind is looked up instead of guessed from the code.
    fn refused(&self, path: &str, error: io::Error) -> ReadError {
        if is_escape(&error) {
            return ReadError::Outside;
        }
        if is_missing(&error) {
            return ReadError::NotFound;
        }
        match self.inner.dir.metadata(path) {
            Ok(metadata) if !metadata.is_file() => ReadError::NotAFile,
            _ => ReadError::Io(error),
        }
    }
}
