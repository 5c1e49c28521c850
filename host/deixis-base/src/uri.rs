//! `file:` URIs and native paths.
//!
//! Writing is strict, reading is tolerant. [`from_path`] encodes every byte outside RFC 3986's
//! unreserved set and `/`, so that `#`, `%`, `?`, `[`, spaces, newlines and non-ASCII survive
//! every server's parser. [`to_path`] takes what servers really send: unescaped characters,
//! either case of hexadecimal digits, `file:/x`, `file://localhost/x`, an encoded drive colon.
//!
//! A `?` or `#` in a `file:` URI is read as part of the name: servers that paste a path behind
//! `file://` are common, queries and fragments on files are not. For the same reason a `%` that
//! starts no escape stands for itself.
//!
//! The two path shapes are pure functions over strings and bytes in [`posix`] and [`windows`],
//! both compiled and tested everywhere; only the choice between them depends on the platform.

mod percent;
pub mod posix;
pub mod windows;

use std::path::{Path, PathBuf};

pub(crate) use percent::{decode, encode};

/// The `file:` URI of an absolute native path. A relative path is taken from the file-system
/// root, since a URI cannot be relative; name absolute ones.
///
/// On Windows, names that are not Unicode lose their unpaired surrogates.
#[must_use]
pub fn from_path(path: &Path) -> String {
    #[cfg(not(windows))]
    return posix::from_path(path.as_os_str().as_encoded_bytes());
    #[cfg(windows)]
    return windows::from_path(&path.to_string_lossy());
}

/// The native path that a `file:` URI names; `None` for another scheme, a remote host where the
/// platform has no such paths, an encoded NUL, or anything that is not absolute.
#[must_use]
pub fn to_path(uri: &str) -> Option<PathBuf> {
    #[cfg(not(windows))]
    return posix::to_path(uri).and_then(native);
    #[cfg(windows)]
    return windows::to_path(uri).map(PathBuf::from);
}

/// The scheme of a URI, as written; `None` if there is none. A single letter before the colon is
/// a Windows drive, not a scheme.
#[must_use]
pub fn scheme(uri: &str) -> Option<&str> {
    let (scheme, _) = uri.split_once(':')?;
    let valid = scheme.len() > 1
        && scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    valid.then_some(scheme)
}

#[cfg(unix)]
fn native(bytes: Vec<u8>) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStringExt as _;
    Some(PathBuf::from(std::ffi::OsString::from_vec(bytes)))
}

#[cfg(not(any(unix, windows)))]
fn native(bytes: Vec<u8>) -> Option<PathBuf> {
    String::from_utf8(bytes).ok().map(PathBuf::from)
}

/// A `file:` URI's authority and path, both still encoded; `None` for anything else.
///
/// `file:/x` and `file:///x` have an empty authority.
fn split(uri: &str) -> Option<(&str, &str)> {
    let scheme = scheme(uri)?;
    if !scheme.eq_ignore_ascii_case("file") {
        return None;
    }
    let rest = &uri[scheme.len() + 1..];
    if let Some(rest) = rest.strip_prefix("//") {
        let (authority, path) = rest.split_at(rest.find('/')?);
        return Some((authority, path));
    }
    rest.starts_with('/').then_some(("", rest))
}

fn is_localhost(authority: &str) -> bool {
    authority.eq_ignore_ascii_case("localhost")
}

#[cfg(test)]
mod tests;
