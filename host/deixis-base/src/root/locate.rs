//! From a server's URI to a name inside the root, by letters alone.
//!
//! Answers carry thousands of URIs, nearly all of them spelled exactly as this host spells the
//! root, so the first try is a plain prefix. What is spelled otherwise is decoded and compared
//! as a path. No disk is touched: whether the name exists, and whether a symlink on the way
//! leads outside, is found out by whoever opens it.

use super::{Root, RootedPath, os};
use crate::uri;

/// Where a URI points.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Located {
    /// Below the root.
    Inside(RootedPath),
    /// Anywhere else: outside, the root itself, another scheme, not Unicode, malformed.
    Outside,
}

impl Located {
    /// The path, if inside.
    #[must_use]
    pub fn inside(self) -> Option<RootedPath> {
        match self {
            Self::Inside(path) => Some(path),
            Self::Outside => None,
        }
    }
}

impl Root {
    /// Where a server's URI points. Touches no disk; tolerant as [`uri::to_path`] is.
    #[must_use]
    pub fn locate(&self, uri: &str) -> Located {
        self.by_uri_prefix(uri)
            .or_else(|| self.by_path_prefix(uri))
            .map_or(Located::Outside, Located::Inside)
    }

    /// The tail of a URI that starts with a spelling of the root; `None` if it does not, or if
    /// the tail is no path below the root.
    fn by_uri_prefix(&self, uri: &str) -> Option<RootedPath> {
        let tail = self.spelled_uri_tail(uri)?;
        match uri::decode(tail) {
            std::borrow::Cow::Borrowed(_) => RootedPath::new(tail).ok(),
            std::borrow::Cow::Owned(bytes) => {
                RootedPath::new(std::str::from_utf8(&bytes).ok()?).ok()
            }
        }
    }

    fn spelled_uri_tail<'a>(&self, uri: &'a str) -> Option<&'a str> {
        self.inner.spellings.iter().find_map(|spelling| uri.strip_prefix(&spelling.uri))
    }

    fn by_path_prefix(&self, uri: &str) -> Option<RootedPath> {
        self.strip_spelling(uri::to_path(uri)?.to_str()?)
    }

    /// The name below the root of an absolute native path that starts with a spelling of the
    /// root, after its dots are resolved.
    pub(super) fn strip_spelling(&self, absolute: &str) -> Option<RootedPath> {
        let slashed = os::slashed(absolute);
        let (top, below) = os::split_top(&slashed);
        let path = if top.len() + below.len() < slashed.len() || has_dots(below) {
            format!("{top}{}", resolve_dots(below)).into()
        } else {
            slashed
        };
        self.inner.spellings.iter().find_map(|spelling| {
            let tail = os::strip_prefix(&path, spelling.path.as_deref()?)?;
            RootedPath::new(tail).ok()
        })
    }
}

/// Whether some component is empty, `.` or `..`.
fn has_dots(path: &str) -> bool {
    path.split('/').any(|part| matches!(part, "" | "." | ".."))
}

/// A path below the top without `.`, `..` and doubled slashes; `..` stops at the top.
fn resolve_dots(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    parts.join("/")
}
