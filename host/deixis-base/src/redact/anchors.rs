//! The one search for all anchors.
//!
//! Each anchor is known by its first three bytes, of which five bits each are kept: those that
//! upper and lower case have in common. A table of one bit per such triple, four kilobytes,
//! says for every place of a text whether an anchor may start there; a rolling key asks it at a
//! nanosecond per byte, which neither an automaton for some hundred and fifty anchors nor a
//! search for the rarest bytes comes near. Whether an anchor does start there is for the rule
//! to see.

use std::sync::LazyLock;

use super::rules::RULES;

/// How many bytes of an anchor make its key; no anchor is shorter.
pub(super) const KEY_LEN: usize = 3;

/// How many bits of each byte are kept.
const BITS: usize = 5;

/// How many keys there are.
const KEYS: usize = 1 << (KEY_LEN * BITS);

struct Anchors {
    /// One bit for each key that some anchor has.
    present: Box<[u64; KEYS / 64]>,
    /// Which rules have an anchor of which key: sorted, each pair once.
    rules: Vec<(u16, usize)>,
}

/// Calls `each` with every place where an anchor of a rule may start, and the rule.
pub(super) fn search(text: &[u8], mut each: impl FnMut(usize, usize)) {
    static ANCHORS: LazyLock<Anchors> = LazyLock::new(Anchors::new);
    let Anchors { present, rules } = &*ANCHORS;
    let mut key = 0;
    for (end, &byte) in text.iter().enumerate() {
        key = shift(key, byte);
        if present[usize::from(key) / 64] >> (key % 64) & 1 == 0 {
            continue;
        }
        let Some(start) = (end + 1).checked_sub(KEY_LEN) else { continue };
        let first = rules.partition_point(|(known, _)| *known < key);
        for (_, rule) in rules[first..].iter().take_while(|(known, _)| *known == key) {
            each(start, *rule);
        }
    }
}

impl Anchors {
    fn new() -> Self {
        let mut present = Box::new([0; KEYS / 64]);
        let mut rules = Vec::new();
        for (index, rule) in RULES.iter().enumerate() {
            for anchor in rule.anchors {
                let key = anchor.bytes().take(KEY_LEN).fold(0, shift);
                present[usize::from(key) / 64] |= 1 << (key % 64);
                rules.push((key, index));
            }
        }
        rules.sort_unstable();
        rules.dedup();
        Self { present, rules }
    }
}

/// The key of the last bytes seen, once `byte` is one of them.
fn shift(key: u16, byte: u8) -> u16 {
    let kept = u16::from(byte) & ((1 << BITS) - 1);
    key >> BITS | kept << (BITS * (KEY_LEN - 1))
}
