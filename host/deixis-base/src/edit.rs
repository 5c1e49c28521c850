//! The smallest single change between two texts.
//!
//! Servers that take only incremental changes get one replaced range instead of the whole text.
//! It is what remains between the longest common prefix and the longest common suffix, widened
//! where a cut would fall inside a character or between the CR and the LF of one line end: a
//! position cannot name the latter, and servers disagree on what it would mean.

use crate::position::Range;
use crate::text::Text;

/// How many bytes are compared at once.
const BLOCK: usize = 64;

/// One replaced stretch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change<'new> {
    /// What is replaced: positions in the *old* text.
    pub range: Range,
    /// What takes its place: a stretch of the new text.
    pub new_text: &'new str,
}

impl Change<'_> {
    /// Whether the two texts were equal.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.range.is_empty() && self.new_text.is_empty()
    }
}

/// The change that turns `old` into `new`. Equal texts give an empty change at the end.
#[must_use]
pub fn change<'new>(old: &Text, new: &'new str) -> Change<'new> {
    let (from, to) = (old.as_str().as_bytes(), new.as_bytes());

    let mut prefix = common_prefix(from, to);
    while splits(from, prefix) || splits(to, prefix) {
        prefix -= 1;
    }

    let mut suffix = common_suffix(&from[prefix..], &to[prefix..]);
    while splits(from, from.len() - suffix) || splits(to, to.len() - suffix) {
        suffix -= 1;
    }

    let range = Range { start: old.position(prefix), end: old.position(from.len() - suffix) };
    Change { range, new_text: &new[prefix..to.len() - suffix] }
}

/// The text with `range` replaced by `new_text`. Ends that are no places are clamped as
/// [`Text::slice`] does.
#[must_use]
pub fn apply(text: &Text, range: Range, new_text: &str) -> String {
    let range = text.byte_range(range);
    let old = text.as_str();
    let mut result = String::with_capacity(old.len() - range.len() + new_text.len());
    result.push_str(&old[..range.start]);
    result.push_str(new_text);
    result.push_str(&old[range.end..]);
    result
}

/// Whether a cut at `at` would fall inside a character or a CRLF.
fn splits(bytes: &[u8], at: usize) -> bool {
    match bytes.get(at) {
        Some(b'\n') => at > 0 && bytes[at - 1] == b'\r',
        Some(byte) => byte & 0xC0 == 0x80,
        None => false,
    }
}

fn common_prefix(a: &[u8], b: &[u8]) -> usize {
    let blocks = a.chunks_exact(BLOCK).zip(b.chunks_exact(BLOCK));
    let start = BLOCK * blocks.take_while(|(a, b)| a == b).count();
    start + a[start..].iter().zip(&b[start..]).take_while(|(a, b)| a == b).count()
}

fn common_suffix(a: &[u8], b: &[u8]) -> usize {
    let blocks = a.rchunks_exact(BLOCK).zip(b.rchunks_exact(BLOCK));
    let end = BLOCK * blocks.take_while(|(a, b)| a == b).count();
    let rest = a[..a.len() - end].iter().rev().zip(b[..b.len() - end].iter().rev());
    end + rest.take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests;
