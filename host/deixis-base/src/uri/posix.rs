//! Paths that are bytes between slashes.

use super::{decode, encode, is_localhost, split};

/// The `file:` URI of a path, as bytes; a missing leading `/` is added.
#[must_use]
pub fn from_path(path: &[u8]) -> String {
    let mut uri = String::from("file://");
    if !path.starts_with(b"/") {
        uri.push('/');
    }
    encode(path, &mut uri);
    uri
}

/// The absolute path, as bytes, that a `file:` URI names; `None` if it names none. The bytes
/// need not be UTF-8, and never contain NUL.
#[must_use]
pub fn to_path(uri: &str) -> Option<Vec<u8>> {
    let (authority, path) = split(uri)?;
    if !authority.is_empty() && !is_localhost(authority) {
        return None;
    }
    let path = decode(path).into_owned();
    (!path.contains(&0)).then_some(path)
}
