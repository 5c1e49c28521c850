//! The name of something inside the root.

use std::borrow::Borrow;
use std::fmt;
use std::sync::Arc;

use super::PathError;
use super::os;

/// A root-relative path: `/`-separated, UTF-8, not empty, no `.` or `..`, no NUL. Only a name:
/// nothing says that it exists. Cloning shares it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RootedPath(Arc<str>);

impl RootedPath {
    /// The path that `input` spells, with `.`, `..` and doubled or trailing slashes resolved by
    /// their letters alone. On Windows a backslash separates too; elsewhere it is part of a name.
    ///
    /// # Errors
    /// If `input` is empty, names the root itself, climbs out of it, or contains what no file
    /// name may contain.
    pub fn new(input: &str) -> Result<Self, PathError> {
        let slashed = os::slashed(input);
        if is_normal(&slashed) {
            return Ok(Self(slashed.into()));
        }
        if input.is_empty() {
            return Err(PathError::Empty);
        }
        let mut parts: Vec<&str> = Vec::new();
        for part in slashed.split('/') {
            match part {
                "" | "." => {}
                ".." if parts.pop().is_none() => {
                    return Err(PathError::Outside { input: input.to_owned() });
                }
                ".." => {}
                _ if !os::is_name(part) => {
                    return Err(PathError::Invalid { input: input.to_owned() });
                }
                _ => parts.push(part),
            }
        }
        if parts.is_empty() {
            return Err(PathError::IsRoot);
        }
        Ok(Self(parts.join("/").into()))
    }

    /// The path as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The last component.
    #[must_use]
    pub fn file_name(&self) -> &str {
        self.0.rsplit_once('/').map_or(&self.0, |(_, name)| name)
    }

    /// What follows the last dot of the file name, without the dot; `None` if there is no dot or
    /// only one at the start.
    #[must_use]
    pub fn extension(&self) -> Option<&str> {
        match self.file_name().rsplit_once('.') {
            Some((stem, extension)) if !stem.is_empty() => Some(extension),
            _ => None,
        }
    }

    /// Whether the file name ends with `.` and `extension`; `extension` is written without a
    /// leading dot and may hold further ones (`d.ts`). Case counts.
    #[must_use]
    pub fn has_extension(&self, extension: &str) -> bool {
        self.file_name()
            .strip_suffix(extension)
            .and_then(|rest| rest.strip_suffix('.'))
            .is_some_and(|stem| !stem.is_empty())
    }

    /// The folder that holds it; `None` directly below the root.
    #[must_use]
    pub fn parent(&self) -> Option<Self> {
        self.0.rsplit_once('/').map(|(parent, _)| Self(parent.into()))
    }

    /// The path that `tail` spells from here; see [`RootedPath::new`].
    ///
    /// # Errors
    /// As [`RootedPath::new`]: `..` may climb to the root's children but not further.
    pub fn join(&self, tail: &str) -> Result<Self, PathError> {
        Self::new(&format!("{}/{tail}", self.0))
    }

    /// Whether this is `folder` or below it.
    #[must_use]
    pub fn is_within(&self, folder: &Self) -> bool {
        self.0
            .strip_prefix(folder.as_str())
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }

    /// The components, outermost first.
    pub fn components(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.0.split('/')
    }
}

impl fmt::Display for RootedPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for RootedPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl AsRef<str> for RootedPath {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

/// Sound because order and hash of an `Arc<str>` are those of its text.
impl Borrow<str> for RootedPath {
    fn borrow(&self) -> &str {
        &self.0
    }
}

/// Whether nothing is left to resolve: the common case, decided in one pass.
fn is_normal(path: &str) -> bool {
    path.split('/').all(|part| !matches!(part, "" | "." | "..") && os::is_name(part))
}
