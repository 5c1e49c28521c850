//! From what a caller typed to a name inside the root.
//!
//! The way that nearly every call takes is one look at the spelling and one look-up through the
//! capability, which both proves that the thing exists and refuses a path that leads outside.
//! Only when that look-up refuses are the expensive questions asked: does an absolute symlink
//! lead back inside after all, is this another spelling of the root, what was probably meant.

use std::io;
use std::path::Path;

use super::{Root, RootedPath, os};
use crate::uri;

/// How many entries of a folder are compared while looking for what was probably meant.
const NEAREST_SCAN_MAX: usize = 512;

/// Why a caller's path names nothing inside the root.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PathError {
    /// Nothing was given.
    #[error("the path is empty: name a file relative to the project root")]
    Empty,
    /// The root itself was named where something inside it is needed.
    #[error("the path names the project root itself: name a file inside it")]
    IsRoot,
    /// It leads out of the root, by its letters or through a symlink.
    #[error("`{input}` is outside of the project root: only files inside it can be named")]
    Outside {
        /// What was given.
        input: String,
    },
    /// Nothing is there.
    #[error("`{path}` does not exist{}", meant(nearest.as_ref()))]
    NotFound {
        /// The name inside the root that was looked for.
        path: RootedPath,
        /// Something that does exist and is spelled alike.
        nearest: Option<RootedPath>,
    },
    /// A URI of another scheme than `file`, or a `file` URI that names no path.
    #[error("`{input}` is not the URI of a file: give a path or a `file:` URI")]
    NotAFileUri {
        /// What was given.
        input: String,
    },
    /// It is not UTF-8, as given or once its links are followed.
    #[error("`{input}` names a file whose path is not UTF-8, which is not supported")]
    NotUtf8 {
        /// What was given.
        input: String,
    },
    /// It contains a character that no file name has.
    #[error("`{}` cannot be a file name on this system", input.escape_debug())]
    Invalid {
        /// What was given.
        input: String,
    },
    /// The file system failed.
    #[error("`{path}` cannot be looked up: {source}")]
    Io {
        /// The name inside the root that was looked for.
        path: RootedPath,
        /// What the system said.
        source: io::Error,
    },
}

impl Root {
    /// The name inside the root of an existing file or folder that a caller spelled: relative to
    /// the root, absolute in any spelling of the root, or as a `file:` URI.
    ///
    /// `..` is resolved by its letters, before any symlink. A path that leads through a symlink
    /// inside the root keeps its spelling; one that only gets back inside through an absolute
    /// symlink, which the capability refuses to follow, is named by where it leads.
    ///
    /// # Errors
    /// If it is not a path, leads outside, does not exist, or cannot be looked up.
    pub fn resolve(&self, input: &str) -> Result<RootedPath, PathError> {
        let path = self.spelled(input)?;
        match self.inner.dir.metadata(os::native(path.as_str()).as_ref()) {
            Ok(_) => Ok(path),
            Err(error) if is_escape(&error) => self.through_links(&self.absolute(&path), input),
            Err(error) if is_missing(&error) => {
                Err(PathError::NotFound { nearest: self.nearest(&path), path })
            }
            Err(source) => Err(PathError::Io { path, source }),
        }
    }

    /// The name that the letters of `input` spell, existing or not.
    fn spelled(&self, input: &str) -> Result<RootedPath, PathError> {
        let Some(scheme) = uri::scheme(input) else { return self.spelled_path(input, input) };
        if scheme.eq_ignore_ascii_case("file") {
            let Some(path) = uri::to_path(input) else {
                return Err(PathError::NotAFileUri { input: input.to_owned() });
            };
            if let Some(path) = path.to_str() {
                return self.spelled_path(path, input);
            }
            return Err(PathError::NotUtf8 { input: input.to_owned() });
        }
        // `jdt://` is a scheme, `notes:today.md` is a file.
        if input[scheme.len()..].starts_with("://") {
            return Err(PathError::NotAFileUri { input: input.to_owned() });
        }
        self.spelled_path(input, input)
    }

    fn spelled_path(&self, path: &str, input: &str) -> Result<RootedPath, PathError> {
        if !os::is_absolute(&os::slashed(path)) {
            return RootedPath::new(path);
        }
        match self.strip_spelling(path) {
            Some(path) => Ok(path),
            None => self.other_spelling(Path::new(path), input),
        }
    }

    /// An absolute path that no known spelling of the root starts: perhaps a symlink that was
    /// never mentioned leads to the root. The shortest such prefix keeps the caller's spelling
    /// of what is below the root.
    fn other_spelling(&self, path: &Path, input: &str) -> Result<RootedPath, PathError> {
        let mut prefixes: Vec<&Path> = path.ancestors().collect();
        prefixes.reverse();
        for prefix in prefixes {
            let Ok(canonical) = prefix.canonicalize() else { break };
            if os::simplify(canonical) == self.inner.path {
                let tail = path.strip_prefix(prefix).unwrap_or(path);
                let tail =
                    tail.to_str().ok_or_else(|| PathError::NotUtf8 { input: input.to_owned() })?;
                if tail.is_empty() {
                    return Err(PathError::IsRoot);
                }
                return RootedPath::new(tail);
            }
        }
        self.through_links(path, input)
    }

    /// Follows every link of an absolute path and accepts where it ends if that is inside.
    fn through_links(&self, path: &Path, input: &str) -> Result<RootedPath, PathError> {
        let outside = || PathError::Outside { input: input.to_owned() };
        let target = os::simplify(path.canonicalize().map_err(|_| outside())?);
        let tail = target.strip_prefix(&self.inner.path).map_err(|_| outside())?;
        let tail = tail.to_str().ok_or_else(|| PathError::NotUtf8 { input: input.to_owned() })?;
        if tail.is_empty() {
            return Err(PathError::IsRoot);
        }
        let path = RootedPath::new(tail)?;
        // Asked again through the capability: it alone decides what is inside.
        match self.inner.dir.metadata(os::native(path.as_str()).as_ref()) {
            Ok(_) => Ok(path),
            Err(error) if is_escape(&error) => Err(outside()),
            Err(source) => Err(PathError::Io { path, source }),
        }
    }

    /// Something in the same folder whose name differs from a missing one by case alone or by
    /// few letters.
    fn nearest(&self, path: &RootedPath) -> Option<RootedPath> {
        let parent = path.parent();
        let listing = self.list(parent.as_ref(), NEAREST_SCAN_MAX).ok()?;
        let wanted = path.file_name().to_lowercase();
        // A third of the name may be wrong; more is another name.
        let bound = wanted.chars().count() / 3;
        let (_, name) = listing
            .entries
            .iter()
            .map(|entry| (distance(&wanted, &entry.name.to_lowercase()), &entry.name))
            .filter(|(distance, _)| *distance <= bound)
            .min()?;
        match parent {
            Some(parent) => parent.join(name).ok(),
            None => RootedPath::new(name).ok(),
        }
    }
}

/// The capability's refusal to leave the root; the system's own refusals carry a code.
pub(super) fn is_escape(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::PermissionDenied && error.raw_os_error().is_none()
}

/// Nothing there: no such name, or something on the way is no folder.
pub(super) fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

fn meant(nearest: Option<&RootedPath>) -> String {
    nearest.map(|path| format!("; did you mean `{path}`?")).unwrap_or_default()
}

/// How many characters must be inserted, removed or replaced to turn `a` into `b`.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &to) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(from != to);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
