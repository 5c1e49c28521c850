//! The bytes of a journal.
//!
//! A frame is its kind (one byte), the length of its payload (eight bytes, little endian), the
//! SHA-256 of kind, length and payload, and the payload. The intent's payload is the length of a
//! JSON document, the document, and the old bytes of every file in its order. A mark's payload is
//! the journal's id, so that a mark can be recognised alone.

use std::io;
use std::sync::Arc;

use deixis_base::RootedPath;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::{Entry, Parsed, Progress, Record};
use crate::files::Content;
use crate::plan::MAX_FILES;
use crate::stage::Token;

/// The format's version.
const VERSION: u32 = 1;
/// Kind, length, SHA-256.
const HEADER: usize = 1 + 8 + 32;
/// The payload of a mark: an id in hexadecimal digits.
const MARK_PAYLOAD: usize = 32;

const INTENT: u8 = b'I';
const PREPARED: u8 = b'P';
const COMMITTED: u8 = b'C';

#[derive(Serialize, Deserialize)]
struct Document {
    version: u32,
    files: Vec<File>,
}

#[derive(Serialize, Deserialize)]
struct File {
    path: String,
    old: Bytes,
    new: Bytes,
}

#[derive(Serialize, Deserialize)]
struct Bytes {
    len: u64,
    sha256: [u8; 32],
}

/// The first frame.
pub(super) fn intent(record: &Record) -> io::Result<Vec<u8>> {
    let bytes = |content: Content| Bytes { len: content.len, sha256: content.sha256 };
    let file = |entry: &Entry| File {
        path: entry.path.as_str().to_owned(),
        old: bytes(entry.old),
        new: bytes(entry.new),
    };
    let document = Document { version: VERSION, files: record.files.iter().map(file).collect() };
    let json = serde_json::to_vec(&document).map_err(io::Error::other)?;
    let mut payload = (json.len() as u64).to_le_bytes().to_vec();
    payload.extend_from_slice(&json);
    for entry in &record.files {
        payload.extend_from_slice(&entry.bytes);
    }
    Ok(frame(INTENT, &payload))
}

/// A further frame.
pub(super) fn mark(id: Token, progress: Progress) -> Vec<u8> {
    let kind = match progress {
        Progress::Recorded => INTENT,
        Progress::Prepared => PREPARED,
        Progress::Committed => COMMITTED,
    };
    frame(kind, id.to_string().as_bytes())
}

/// What the bytes of the journal with this id say.
///
/// A mark is begun when every stage is whole and durable. Whatever is behind the intent, whole or
/// not, therefore counts as the first mark: then the files are asked, which is always right.
pub(super) fn parse(id: Token, bytes: &[u8]) -> Parsed {
    let last = last_mark(id, bytes);
    let Some((INTENT, payload, rest)) = split(bytes) else {
        return match last {
            Some(_) => Parsed::Damaged("its intent is not whole".to_owned()),
            None => Parsed::Torn,
        };
    };
    match record(id, payload) {
        Err(why) => Parsed::Damaged(why),
        Ok(record) if rest.is_empty() => Parsed::Whole(record, Progress::Recorded),
        Ok(record) => Parsed::Whole(record, last.unwrap_or(Progress::Prepared)),
    }
}

fn record(id: Token, payload: &[u8]) -> Result<Record, String> {
    let short = || "its intent is too short".to_owned();
    let (len, rest) = payload.split_first_chunk().ok_or_else(short)?;
    let len = usize::try_from(u64::from_le_bytes(*len)).map_err(|_| short())?;
    let (json, mut olds) = rest.split_at_checked(len).ok_or_else(short)?;
    let document: Document = serde_json::from_slice(json).map_err(|error| error.to_string())?;
    if document.version != VERSION {
        return Err(format!("it was written in version {} of the format", document.version));
    }
    if document.files.len() > MAX_FILES {
        return Err("it names too many files".to_owned());
    }
    let mut files = Vec::with_capacity(document.files.len());
    for File { path, old, new } in document.files {
        let path = RootedPath::new(&path).map_err(|error| error.to_string())?;
        let len = usize::try_from(old.len).map_err(|_| short())?;
        let (bytes, behind) = olds.split_at_checked(len).ok_or_else(short)?;
        olds = behind;
        let content = |bytes: Bytes| Content { len: bytes.len, sha256: bytes.sha256 };
        let entry = Entry { path, old: content(old), new: content(new), bytes: Arc::from(bytes) };
        if Content::of(&entry.bytes) != entry.old {
            return Err(format!("the old bytes of {} are not those that it names", entry.path));
        }
        files.push(entry);
    }
    Ok(Record { id, files })
}

fn frame(kind: u8, payload: &[u8]) -> Vec<u8> {
    let len = (payload.len() as u64).to_le_bytes();
    let mut frame = Vec::with_capacity(HEADER + payload.len());
    frame.push(kind);
    frame.extend_from_slice(&len);
    frame.extend_from_slice(&sum(kind, len, payload));
    frame.extend_from_slice(payload);
    frame
}

/// The first frame and what is behind it; `None` if it is not whole.
fn split(bytes: &[u8]) -> Option<(u8, &[u8], &[u8])> {
    let (&kind, rest) = bytes.split_first()?;
    let (len, rest) = rest.split_first_chunk::<8>()?;
    let (expected, rest) = rest.split_first_chunk::<32>()?;
    let (payload, behind) =
        rest.split_at_checked(usize::try_from(u64::from_le_bytes(*len)).ok()?)?;
    (sum(kind, *len, payload) == *expected).then_some((kind, payload, behind))
}

fn sum(kind: u8, len: [u8; 8], payload: &[u8]) -> [u8; 32] {
    Sha256::new().chain_update([kind]).chain_update(len).chain_update(payload).finalize().into()
}

/// What the mark says that the bytes end with, if they do.
fn last_mark(id: Token, bytes: &[u8]) -> Option<Progress> {
    let at = bytes.len().checked_sub(HEADER + MARK_PAYLOAD)?;
    match split(&bytes[at..])? {
        (PREPARED, payload, []) if payload == id.to_string().as_bytes() => Some(Progress::Prepared),
        (COMMITTED, payload, []) if payload == id.to_string().as_bytes() => {
            Some(Progress::Committed)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests;
