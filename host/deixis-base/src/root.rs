//! The project root, held as a directory capability.
//!
//! "Inside the project" has one meaning here: reachable from the root directory, which was opened
//! once, without leaving it. A [`RootedPath`] is only a name; every access goes through the
//! capability ([`cap_std`]), which refuses a path that leads outside at that moment, whatever
//! was swapped for a symlink since the name was made.
//!
//! Names come in two ways. [`Root::resolve`] takes what a caller typed, in any spelling, checks
//! that it exists, and explains a refusal. [`Root::locate`] takes the URIs of a server's answer,
//! thousands of them, and touches no disk.
//!
//! A root has several *spellings*: its canonical path, and the path it was opened by if that led
//! through symlinks. Servers and callers use either. Everything is compared with all of them, and
//! the canonical one is what this module says.

mod locate;
#[cfg_attr(windows, path = "root/windows.rs")]
#[cfg_attr(not(windows), path = "root/unix.rs")]
mod os;
mod path;
mod read;
mod resolve;

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cap_std::ambient_authority;
use cap_std::fs::Dir;

use crate::uri;

pub use locate::Located;
pub use path::RootedPath;
pub use read::{Entry, Listing, ReadError};
pub use resolve::PathError;

/// A project root. Cloning shares it.
#[derive(Clone)]
pub struct Root {
    inner: Arc<Inner>,
}

struct Inner {
    /// Every access goes through here.
    dir: Dir,
    path: PathBuf,
    uri: String,
    /// The canonical spelling first.
    spellings: Vec<Spelling>,
}

/// One way to write the root.
struct Spelling {
    /// Absolute, `/`-separated, ends with `/`; `None` if the path is not Unicode, in which case
    /// no text can name it but its URI can.
    path: Option<String>,
    /// Ends with `/`.
    uri: String,
}

/// What the file system says about a file, as far as it tells whether the content changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stat {
    /// Length in bytes.
    pub len: u64,
    /// Modification time: nanoseconds since 1970, negative before.
    pub mtime_ns: i128,
    /// Time of the last change of content or metadata: nanoseconds since 1970. On Windows the
    /// creation time, which is what changes there when a file is replaced.
    pub ctime_ns: i128,
    /// Inode number; 0 on Windows.
    pub ino: u64,
    /// Device number; 0 on Windows.
    pub dev: u64,
    /// Whether it is a regular file.
    pub is_file: bool,
}

impl Root {
    /// Opens a directory as a project root.
    ///
    /// # Errors
    /// If the path does not exist, is no directory, or cannot be opened.
    pub fn open(path: &Path) -> io::Result<Self> {
        let given = std::path::absolute(path)?;
        let canonical = os::simplify(given.canonicalize()?);
        let dir = Dir::open_ambient_dir(&canonical, ambient_authority())?;
        let uri = uri::from_path(&canonical);
        let mut spellings = vec![Spelling::new(&canonical)];
        if given != canonical {
            spellings.push(Spelling::new(&given));
        }
        Ok(Self { inner: Arc::new(Inner { dir, path: canonical, uri, spellings }) })
    }

    /// The canonical absolute path of the root.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.inner.path
    }

    /// The `file:` URI of the root, without a slash at its end (unless it is the file-system
    /// root).
    #[must_use]
    pub fn uri(&self) -> &str {
        &self.inner.uri
    }

    /// The directory capability, for access that this module does not offer.
    #[must_use]
    pub fn dir(&self) -> &Dir {
        &self.inner.dir
    }

    /// The absolute native path of `path`. A name for messages and child processes: opening it
    /// directly would bypass the capability.
    #[must_use]
    pub fn absolute(&self, path: &RootedPath) -> PathBuf {
        self.inner.path.join(os::native(path.as_str()).as_ref())
    }

    /// The `file:` URI of `path`, in the canonical spelling.
    #[must_use]
    pub fn uri_of(&self, path: &RootedPath) -> String {
        let prefix = self.canonical().uri.as_str();
        let mut uri = String::with_capacity(prefix.len() + path.as_str().len() + 8);
        uri.push_str(prefix);
        uri::encode(path.as_str().as_bytes(), &mut uri);
        uri
    }

    /// Whether the root's path still leads to the folder that was opened: not if that was moved,
    /// deleted or replaced since.
    #[must_use]
    pub fn is_in_place(&self) -> bool {
        os::is_same(&self.inner.dir, &self.inner.path)
    }

    fn canonical(&self) -> &Spelling {
        &self.inner.spellings[0]
    }
}

impl fmt::Debug for Root {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Root").field(&self.inner.path).finish()
    }
}

impl Spelling {
    fn new(path: &Path) -> Self {
        let slashed = path.to_str().map(|path| with_slash(os::slashed(path).into_owned()));
        Self { path: slashed, uri: with_slash(uri::from_path(path)) }
    }
}

fn with_slash(mut text: String) -> String {
    if !text.ends_with('/') {
        text.push('/');
    }
    text
}

#[cfg(test)]
mod tests;
