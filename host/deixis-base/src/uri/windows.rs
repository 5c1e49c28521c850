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
/// drive path nor a share, or is not UTF-8, or contains NUL. The verbatim spelling is read as
/// the plain one, and a device (`\\.\pipe`) is no file.
#[must_use]
pub fn to_path(uri: &str) -> Option<String> {
    let (authority, path) = split(uri)?;
    let path = String::from_utf8(decode(path).into_owned()).ok()?.replace('\\', "/");
    let tail = path.trim_start_matches('/');
    let local = authority.is_empty() || is_localhost(authority);
    let found = if local && let Some(drive) = drive_path(tail) {
        drive
    } else if !authority.is_empty() {
        let host = String::from_utf8(decode(authority).into_owned()).ok()?;
        // `file://c:/a` is what comes of a path pasted behind `file://`.
        match drive(host.as_bytes()) {
            Some(_) => format!("{host}/{tail}"),
            None => share(&host, tail)?,
        }
    } else {
        // A share as a path with its slashes turned, or the verbatim spelling of anything.
        path.strip_prefix("//")?;
        let (host, rest) = tail.split_once('/')?;
        match (host, rest.split_once('/')) {
            ("?", Some(("UNC", rest))) => {
                let (host, rest) = rest.split_once('/')?;
                share(host, rest)?
            }
            ("?", _) => drive_path(rest)?,
            _ => share(host, rest)?,
        }
    };
    (!found.contains('\0')).then(|| found.replace('/', "\\"))
}

/// A path that starts with a drive. `C:` alone is a directory that depends on the process; its
/// root is meant.
fn drive_path(path: &str) -> Option<String> {
    drive(path.as_bytes())?;
    Some(if path.len() == 2 { format!("{path}/") } else { path.to_owned() })
}

/// A path on a host. The host is a name (with `.` or `?` it would be a device), and neither it
/// nor the share has a colon, which makes a drive.
fn share(host: &str, path: &str) -> Option<String> {
    let path = path.trim_start_matches('/');
    let share = path.split('/').next().filter(|share| !share.is_empty())?;
    let named = !matches!(host, "" | "." | "?") && !host.contains(['/', '\\']);
    (named && !host.contains(':') && !share.contains(':')).then(|| format!("//{host}/{path}"))
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
