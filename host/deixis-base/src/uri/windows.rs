//! Paths with drive letters, shares and backslashes.
//!
//! A path is a drive path (`C:\a`), a share (`\\host\share\a`) or the verbatim spelling of
//! either (`\\?\C:\a`, `\\?\UNC\host\share\a`), which loses its prefix: no language server
//! understands it. `/` and `\` both separate.

use super::{decode, encode, is_localhost, split};

/// The `file:` URI of a path. The drive letter keeps its case and its colon stays a colon.
#[must_use]
pub fn from_path(path: &str) -> String {
    let path = path.replace('\\', "/");
    let (path, verbatim) = match path.strip_prefix("//?/") {
        Some(rest) => (rest, true),
        None => (path.as_str(), false),
    };
    let mut uri = String::from("file://");
    let share = if verbatim { path.strip_prefix("UNC/") } else { path.strip_prefix("//") };
    if let Some(share) = share {
        encode(share.as_bytes(), &mut uri);
        return uri;
    }
    let path = path.trim_start_matches('/');
    uri.push('/');
    match drive(path.as_bytes()) {
        Some(letter) => {
            uri.push(letter);
            uri.push(':');
            encode(&path.as_bytes()[2..], &mut uri);
        }
        None => encode(path.as_bytes(), &mut uri),
    }
    uri
}

/// The absolute path, with backslashes, that a `file:` URI names; `None` if it names neither a
/// drive path nor a share, or is not UTF-8, or contains NUL.
#[must_use]
pub fn to_path(uri: &str) -> Option<String> {
    let (authority, path) = split(uri)?;
    let path = String::from_utf8(decode(path).into_owned()).ok()?;
    let local = authority.is_empty() || is_localhost(authority);
    // A share may also come as `file:////host/share`, its path with the slashes turned.
    let found = if local && drive(path.trim_start_matches('/').as_bytes()).is_some() {
        let path = path.trim_start_matches('/');
        // `C:` alone is a directory that depends on the process; its root is meant.
        if path.len() == 2 { format!("{path}/") } else { path.to_owned() }
    } else if !authority.is_empty() {
        let host = String::from_utf8(decode(authority).into_owned()).ok()?;
        format!("//{host}{path}")
    } else {
        let share = path.strip_prefix("//")?;
        format!("//{}", share.trim_start_matches('/'))
    };
    (found.len() > 2 && !found.contains('\0')).then(|| found.replace('/', "\\"))
}

/// The drive letter that a path without leading slashes starts with.
fn drive(path: &[u8]) -> Option<char> {
    match path {
        [letter, b':'] | [letter, b':', b'/' | b'\\', ..] if letter.is_ascii_alphabetic() => {
            Some(char::from(*letter))
        }
        _ => None,
    }
}
