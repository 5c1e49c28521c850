//! Byte-range edits, applied to old bytes.
//!
//! What no edit covers is copied, never decoded: a byte order mark, line endings of any kind and
//! a missing final newline stay what they are.

use std::ops::Range;

/// One replaced range of the old bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ByteEdit {
    /// What is replaced; empty for an insertion.
    pub range: Range<usize>,
    /// What takes its place.
    pub new: Vec<u8>,
}

/// Why edits cannot be applied.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpliceError {
    /// An edit ends before it begins.
    #[error("the edit of bytes {}..{} ends before it begins", .0.start, .0.end)]
    Backwards(Range<usize>),
    /// An edit reaches beyond the old bytes.
    #[error("the edit of bytes {}..{} is beyond the end at {len}", range.start, range.end)]
    BeyondEnd {
        /// Where it lies.
        range: Range<usize>,
        /// How many old bytes there are.
        len: usize,
    },
    /// Two edits cover the same byte, or one inserts inside of what another replaces.
    #[error("the edits of bytes {}..{} and {}..{} overlap", .0.start, .0.end, .1.start, .1.end)]
    Overlap(Range<usize>, Range<usize>),
}

/// The old bytes with every edit made. Edits come in any order; insertions at one place are made
/// in the order given, and before a replacement that starts there.
///
/// # Errors
/// If an edit is no range of the old bytes, or two overlap.
pub fn splice(old: &[u8], edits: &[ByteEdit]) -> Result<Vec<u8>, SpliceError> {
    let mut order: Vec<&ByteEdit> = edits.iter().collect();
    // Stable: equal insertions keep their order. An insertion ends where it starts.
    order.sort_by_key(|edit| (edit.range.start, edit.range.end));
    let added: usize = edits.iter().map(|edit| edit.new.len()).sum();
    let mut new = Vec::with_capacity(old.len() + added);
    let mut done = 0..0;
    for edit in order {
        let range = &edit.range;
        if range.end < range.start {
            return Err(SpliceError::Backwards(range.clone()));
        }
        let beyond = || SpliceError::BeyondEnd { range: range.clone(), len: old.len() };
        if range.start < done.end {
            return Err(SpliceError::Overlap(done, range.clone()));
        }
        new.extend_from_slice(old.get(done.end..range.start).ok_or_else(beyond)?);
        old.get(range.clone()).ok_or_else(beyond)?;
        new.extend_from_slice(&edit.new);
        done = range.clone();
    }
    new.extend_from_slice(&old[done.end..]);
    Ok(new)
}
