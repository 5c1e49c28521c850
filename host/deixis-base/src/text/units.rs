//! Counting one line in a server's units.
//!
//! The width of a character follows from its lead byte alone, so units can be counted without
//! decoding: every byte that is no continuation byte starts a character, and one that starts a
//! four-byte character counts twice in UTF-16. Both counts are plain sums over bytes, which the
//! compiler vectorises; only the block that holds the target is walked character by character.

use crate::position::Encoding;

/// Bytes counted at once while looking for an offset; below 256 so that a block's sums fit a
/// byte-wide accumulator, small enough that the final walk is short.
const BLOCK: usize = 64;

/// How many units `text` has; `u32::MAX` if more.
pub(super) fn count(text: &str, encoding: Encoding) -> u32 {
    let units = match encoding {
        Encoding::Utf8 => text.len(),
        Encoding::Utf16 | Encoding::Utf32 => {
            text.as_bytes().chunks(BLOCK).map(|block| block_units(block, encoding)).sum()
        }
    };
    u32::try_from(units).unwrap_or(u32::MAX)
}

/// The byte offset of the character that holds unit number `target`; the length of `text` if it
/// has no more units than that.
pub(super) fn offset(text: &str, target: usize, encoding: Encoding) -> usize {
    if encoding == Encoding::Utf8 {
        return text.floor_char_boundary(target);
    }
    let mut seen = 0;
    let mut at = 0;
    for block in text.as_bytes().chunks(BLOCK) {
        let units = block_units(block, encoding);
        if seen + units > target {
            break;
        }
        seen += units;
        at += block.len();
    }
    // A block may end inside a character, whose units were all counted with its lead byte: go
    // on at the next character, which is where that count stands.
    at = text.ceil_char_boundary(at);
    for character in text[at..].chars() {
        let width = if encoding == Encoding::Utf16 { character.len_utf16() } else { 1 };
        if seen + width > target {
            break;
        }
        seen += width;
        at += character.len_utf8();
    }
    at
}

fn block_units(block: &[u8], encoding: Encoding) -> usize {
    let mut units = 0u8;
    for &byte in block {
        units += u8::from(byte & 0xC0 != 0x80);
        if encoding == Encoding::Utf16 {
            units += u8::from(byte >= 0xF0);
        }
    }
    usize::from(units)
}
