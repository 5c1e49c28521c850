//! Batches of symbols, cut to what one call may carry.
//!
//! A symbol names its parent by its index in the batch, and a chunk is a batch
//! of its own: so a chunk starts with the ancestors that its symbols have in
//! earlier chunks, and indexes are counted anew. What the guest answers about
//! those ancestors is dropped, as it answered before.

use std::collections::BTreeSet;
use std::ops::Range;

use deixis_hooks::symbols::Symbol;

use crate::limits::{ANCESTOR_DEPTH, CHUNK_ANCESTORS, CHUNK_BYTES, CHUNK_SYMBOLS};

/// A part of a batch that is sent in one call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Chunk {
    /// Indexes in the batch of the repeated ancestors, rising.
    ancestors: Vec<usize>,
    /// Indexes in the batch of the symbols whose answers count.
    symbols: Range<usize>,
}

impl Chunk {
    /// Cuts a batch.
    pub(crate) fn cut(batch: &[Symbol]) -> Vec<Self> {
        let mut chunks = Vec::new();
        let mut start = 0;
        while start < batch.len() {
            let symbols = start..end(batch, start);
            start = symbols.end;
            chunks.push(Self { ancestors: ancestors(batch, &symbols), symbols });
        }
        chunks
    }

    /// The symbols to send, as indexes in the batch and the index of the parent
    /// in the chunk. A parent that is not sent is left out.
    pub(crate) fn members(&self, batch: &[Symbol]) -> Vec<(usize, Option<u32>)> {
        let all = self.ancestors.iter().copied().chain(self.symbols.clone());
        all.map(|index| {
            let place = parent(batch, index).and_then(|parent| self.place(parent));
            (index, place.and_then(|place| u32::try_from(place).ok()))
        })
        .collect()
    }

    /// How many answers there must be, and how many of them are dropped.
    pub(crate) fn answers(&self) -> (usize, usize) {
        (self.ancestors.len() + self.symbols.len(), self.ancestors.len())
    }

    fn place(&self, index: usize) -> Option<usize> {
        if self.symbols.contains(&index) {
            return Some(self.ancestors.len() + index - self.symbols.start);
        }
        self.ancestors.binary_search(&index).ok()
    }
}

/// The parent, if it is one that the contract allows: earlier in the batch.
fn parent(batch: &[Symbol], index: usize) -> Option<usize> {
    let parent = usize::try_from(batch.get(index)?.parent?).ok()?;
    (parent < index).then_some(parent)
}

fn end(batch: &[Symbol], start: usize) -> usize {
    let mut bytes = 0;
    let fitting = batch[start..].iter().take(CHUNK_SYMBOLS).take_while(|symbol| {
        bytes += size(symbol);
        bytes <= CHUNK_BYTES
    });
    // One symbol goes in any case.
    start + fitting.count().max(1)
}

fn ancestors(batch: &[Symbol], symbols: &Range<usize>) -> Vec<usize> {
    let mut found = BTreeSet::new();
    for index in symbols.clone() {
        // A parent inside of the chunk has a turn of its own.
        let mut next = parent(batch, index).filter(|parent| *parent < symbols.start);
        for _ in 0..ANCESTOR_DEPTH {
            let Some(ancestor) = next.filter(|_| found.len() < CHUNK_ANCESTORS) else { break };
            if !found.insert(ancestor) {
                break;
            }
            next = parent(batch, ancestor);
        }
    }
    found.into_iter().collect()
}

/// Bytes of text.
pub(crate) fn size(symbol: &Symbol) -> usize {
    let optional = |text: &Option<String>| text.as_ref().map_or(0, String::len);
    let Symbol { name, detail, container, path, .. } = symbol;
    name.len() + optional(detail) + optional(container) + path.len()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn symbol(parent: Option<usize>, bytes: usize) -> Symbol {
        let parent = parent.map(|parent| u32::try_from(parent).unwrap());
        Symbol { name: "n".repeat(bytes), parent, ..Symbol::default() }
    }

    fn check(batch: &[Symbol], expected: &[(&[usize], Range<usize>)]) {
        let cut: Vec<_> =
            Chunk::cut(batch).into_iter().map(|chunk| (chunk.ancestors, chunk.symbols)).collect();
        let expected: Vec<_> =
            expected.iter().map(|(a, symbols)| (a.to_vec(), symbols.clone())).collect();
        assert_eq!(cut, expected);
    }

    #[test]
    fn nothing_is_no_chunk() {
        check(&[], &[]);
    }

    #[test]
    fn cut_by_count_with_ancestors() {
        let mut batch = vec![symbol(None, 1); CHUNK_SYMBOLS + 2];
        batch[1].parent = Some(0);
        batch[CHUNK_SYMBOLS].parent = Some(1);
        batch[CHUNK_SYMBOLS + 1].parent = Some(u32::try_from(CHUNK_SYMBOLS).unwrap());
        check(&batch, &[(&[], 0..CHUNK_SYMBOLS), (&[0, 1], CHUNK_SYMBOLS..CHUNK_SYMBOLS + 2)]);
        let second = &Chunk::cut(&batch)[1];
        let parents: Vec<_> =
            second.members(&batch).into_iter().map(|(_, parent)| parent).collect();
        assert_eq!(parents, [None, Some(0), Some(1), Some(2)]);
        assert_eq!(second.answers(), (4, 2));
    }

    #[test]
    fn cut_by_bytes() {
        let half = CHUNK_BYTES / 2;
        let batch = [symbol(None, half), symbol(None, half), symbol(Some(0), 1)];
        check(&batch, &[(&[], 0..2), (&[0], 2..3)]);
        let batch = [symbol(None, 2 * CHUNK_BYTES), symbol(None, 1)];
        check(&batch, &[(&[], 0..1), (&[], 1..2)]);
    }

    #[test]
    fn a_parent_that_comes_later_is_none() {
        let batch = [symbol(Some(1), 1), symbol(Some(1), 1), symbol(Some(9), 1)];
        let members = Chunk::cut(&batch)[0].members(&batch);
        assert_eq!(members, [(0, None), (1, None), (2, None)]);
    }

    proptest! {
        #[test]
        fn chunks_cover_the_batch_and_parents_stay(
            parents in proptest::collection::vec(proptest::option::of(0usize..4_000), 0..4_000)
        ) {
            let batch: Vec<_> = parents.iter().enumerate().map(|(index, parent)| {
                // Near parents, as in a tree that is written depth first.
                symbol(parent.map(|p| index.saturating_sub(p % 7 + 1)).filter(|p| *p < index), 1)
            }).collect();
            let mut next = 0;
            for chunk in Chunk::cut(&batch) {
                prop_assert_eq!(chunk.symbols.start, next);
                next = chunk.symbols.end;
                let members = chunk.members(&batch);
                prop_assert_eq!(members.len(), chunk.answers().0);
                for (place, (index, sent)) in members.iter().enumerate() {
                    if let Some(sent) = sent {
                        let sent = usize::try_from(*sent).unwrap();
                        prop_assert!(sent < place);
                        prop_assert_eq!(Some(members[sent].0), parent(&batch, *index));
                    } else if chunk.symbols.contains(index)
                        && chunk.ancestors.len() < CHUNK_ANCESTORS
                    {
                        prop_assert_eq!(parent(&batch, *index), None);
                    }
                }
            }
            prop_assert_eq!(next, batch.len());
        }
    }
}
