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

/// How many bytes of a path a message repeats.
const SHOWN_MAX: usize = 300;

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
    #[error("`{}` is outside of the project root: only files inside it can be named", shown(input))]
    Outside {
        /// What was given.
        input: String,
    },
    /// Nothing is there.
    #[error("`{}` does not exist{}", shown(path.as_str()), meant(nearest.as_ref()))]
    NotFound {
        /// The name inside the root that was looked for.
        path: RootedPath,
        /// Something that does exist and is spelled alike.
        nearest: Option<RootedPath>,
    },
    /// A URI of another scheme than `file`, or a `file` URI that names no path.
    #[error("`{}` is not the URI of a file: give a path or a `file:` URI", shown(input))]
    NotAFileUri {
        /// What was given.
        input: String,
    },
    /// It is not UTF-8, as given or once its links are followed.
    #[error("`{}` names a file whose path is not UTF-8, which is not supported", shown(input))]
    NotUtf8 {
        /// What was given.
        input: String,
    },
    /// It contains a character that no file name has.
    #[error("`{}` cannot be a file name on this system", shown(input))]
    Invalid {
        /// What was given.
        input: String,
    },
    /// The file system failed.
    #[error("`{}` cannot be looked up: {source}", shown(path.as_str()))]
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

    /// The one name of a file that exists: `path` with every symlink on its way, and the one at
    /// its end, followed. Two names of one file have the same (but for hard links).
    ///
    /// # Errors
    /// If nothing is there, it leads outside, its name is not UTF-8, or the file system fails.
    pub fn real(&self, path: &RootedPath) -> io::Result<RootedPath> {
        let native = os::native(path.as_str());
        let real = match self.inner.dir.canonicalize(native.as_ref()) {
            // The capability follows no absolute symlink, also none that leads back inside.
            Err(error) if is_escape(&error) => {
                return self.through_links(&self.absolute(path), path.as_str()).map_err(|_| error);
            }
            real => real?,
        };
        let name = real.to_str().and_then(|name| RootedPath::new(&os::slashed(name)).ok());
        name.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "its name is not UTF-8"))
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

    /// What was probably meant by a missing path: the first component that is missing, replaced
    /// by one that is there and spelled alike, and the rest if that is there as well.
    fn nearest(&self, path: &RootedPath) -> Option<RootedPath> {
        let mut folder: Option<RootedPath> = None;
        let mut rest = path.components();
        for component in rest.by_ref() {
            let next = below(folder.as_ref(), component)?;
            if self.exists(&next) {
                folder = Some(next);
                continue;
            }
            let name = self.alike(folder.as_ref(), component)?;
            let nearest = below(folder.as_ref(), &name)?;
            let tail: Vec<&str> = rest.collect();
            if tail.is_empty() {
                return Some(nearest);
            }
            let whole = nearest.join(&tail.join("/")).ok()?;
            return Some(if self.exists(&whole) { whole } else { nearest });
        }
        None
    }

    /// The name in a folder that differs least from a missing one, if only by case or a few
    /// letters.
    fn alike(&self, folder: Option<&RootedPath>, missing: &str) -> Option<String> {
        let listing = self.list(folder, NEAREST_SCAN_MAX).ok()?;
        let wanted = missing.to_lowercase();
        // A third of the name may be wrong; more is another name.
        let bound = wanted.chars().count() / 3;
        let names = listing.entries.into_iter().map(|entry| entry.name);
        let (_, name) = names
            .map(|name| (distance(&wanted, &name.to_lowercase()), name))
            .filter(|(distance, _)| *distance <= bound)
            .min()?;
        Some(name)
    }
}

fn below(folder: Option<&RootedPath>, name: &str) -> Option<RootedPath> {
    match folder {
        Some(folder) => folder.join(name).ok(),
        None => RootedPath::new(name).ok(),
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
    nearest.map(|path| format!("; did you mean `{}`?", shown(path.as_str()))).unwrap_or_default()
}

/// A path as a message may say it: on one line, and not longer than the message.
fn shown(path: &str) -> String {
    let head = &path[..path.floor_char_boundary(SHOWN_MAX)];
    let mut shown = String::with_capacity(head.len());
    for c in head.chars() {
        if c.is_control() { shown.extend(c.escape_default()) } else { shown.push(c) }
    }
    if head.len() < path.len() {
        shown.push('…');
    }
    shown
}

/// How many characters must be inserted, removed, replaced or swapped with their neighbour to
/// turn `a` into `b`.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().collect();
    let b: Vec<char> = b.chars().collect();
    let mut before = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let same = a[i - 1] == b[j - 1];
            let replaced = last[j - 1] + usize::from(!same);
            row[j] = replaced.min(row[j - 1] + 1).min(last[j] + 1);
            let swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if swapped {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}
