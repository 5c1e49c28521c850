//! Edits change what they cover, and not one byte besides.

use proptest::prelude::*;

use super::faulty::Faulty;
use super::project::{Project, rooted};
use crate::{ByteEdit, FileChange, Plan, SpliceError, splice};

fn edit(start: usize, end: usize, new: &str) -> ByteEdit {
    ByteEdit { range: start..end, new: new.into() }
}

fn check(edits: &[ByteEdit], expected: Result<&str, SpliceError>) {
    let spliced = splice(b"0123456789", edits);
    assert_eq!(spliced, expected.map(|text| text.as_bytes().to_vec()));
}

#[test]
fn some_edits() {
    check(&[], Ok("0123456789"));
    check(&[edit(8, 10, "z"), edit(0, 2, "aaa")], Ok("aaa234567z"));
    check(&[edit(2, 4, "c"), edit(2, 2, "a"), edit(2, 2, "b"), edit(4, 5, "d")], Ok("01abcd56789"));
    check(&[edit(10, 10, "!")], Ok("0123456789!"));
    check(&[edit(0, 10, "")], Ok(""));
}

#[test]
#[expect(clippy::reversed_empty_ranges, reason = "that is what is refused")]
fn what_is_no_edit() {
    check(&[edit(3, 2, "")], Err(SpliceError::Backwards(3..2)));
    check(&[edit(9, 11, "")], Err(SpliceError::BeyondEnd { range: 9..11, len: 10 }));
    check(&[edit(11, 11, "")], Err(SpliceError::BeyondEnd { range: 11..11, len: 10 }));
    check(&[edit(usize::MAX, usize::MAX, "")], {
        let range = usize::MAX..usize::MAX;
        Err(SpliceError::BeyondEnd { range, len: 10 })
    });
    check(&[edit(0, 3, ""), edit(2, 4, "")], Err(SpliceError::Overlap(0..3, 2..4)));
    check(&[edit(1, 3, ""), edit(2, 2, "x")], Err(SpliceError::Overlap(1..3, 2..2)));
    check(&[edit(1, 3, ""), edit(1, 3, "")], Err(SpliceError::Overlap(1..3, 1..3)));
}

/// A text as files have them: any line ends, scripts, a byte order mark or none, a final newline
/// or none, and bytes that are no text at all.
fn old_bytes() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        Just("\u{feff}".as_bytes().to_vec()),
        Just(b"\r\n".to_vec()),
        Just(b"\n".to_vec()),
        Just(b"\r".to_vec()),
        "[a-z_ ]{0,12}".prop_map(String::into_bytes),
        "\\PC{0,6}".prop_map(String::into_bytes),
        proptest::collection::vec(any::<u8>(), 0..4),
    ];
    proptest::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

/// Gaps to keep and lengths to replace, one after the other, so that nothing overlaps.
fn edits() -> impl Strategy<Value = Vec<(usize, usize, Vec<u8>)>> {
    let new = proptest::collection::vec(any::<u8>(), 0..8);
    proptest::collection::vec((0..20_usize, 0..12_usize, new), 0..8)
}

/// The edits as ranges of these bytes, and the stretches that none of them covers.
fn placed(old: &[u8], edits: Vec<(usize, usize, Vec<u8>)>) -> (Vec<ByteEdit>, Vec<Vec<u8>>) {
    let (mut placed, mut kept, mut at) = (Vec::new(), Vec::new(), 0);
    for (gap, len, new) in edits {
        let start = (at + gap).min(old.len());
        let end = (start + len).min(old.len());
        kept.push(old[at..start].to_vec());
        placed.push(ByteEdit { range: start..end, new });
        at = end;
    }
    kept.push(old[at..].to_vec());
    (placed, kept)
}

proptest! {
    #[test]
    fn every_byte_outside_of_the_edits_is_identical(old in old_bytes(), edits in edits()) {
        let (edits, kept) = placed(&old, edits);
        let new = splice(&old, &edits).expect("they do not overlap");
        let mut rest = &new[..];
        for (kept, edit) in kept.iter().zip(&edits) {
            rest = rest.strip_prefix(&kept[..]).expect("what is before the edit");
            rest = rest.strip_prefix(&edit.new[..]).expect("what the edit says");
        }
        prop_assert_eq!(rest, &kept[kept.len() - 1][..]);
    }

    #[test]
    fn the_order_of_edits_does_not_matter(old in old_bytes(), edits in edits()) {
        let (mut edits, _) = placed(&old, edits);
        // Insertions at one place keep their order, so at most one may be at each.
        edits.dedup_by_key(|edit| edit.range.start);
        let new = splice(&old, &edits);
        edits.reverse();
        prop_assert_eq!(splice(&old, &edits), new);
    }

    #[test]
    fn nothing_panics(old in old_bytes(), ranges in proptest::collection::vec((0..40_usize, 0..40_usize), 0..6)) {
        let edits: Vec<_> = ranges.into_iter().map(|(start, end)| ByteEdit { range: start..end, new: vec![b'!'] }).collect();
        if let Ok(new) = splice(&old, &edits) {
            let removed: usize = edits.iter().map(|edit| edit.range.len()).sum();
            prop_assert_eq!(new.len(), old.len() - removed + edits.len());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn the_disk_gets_exactly_these_bytes(old in old_bytes(), edits in edits()) {
        let (edits, _) = placed(&old, edits);
        let new = splice(&old, &edits).expect("they do not overlap");
        prop_assume!(old != new);
        let mut project = Project::new(1);
        let file = FileChange { path: rooted("f0.toy"), old: old.into(), new: new.as_slice().into() };
        project.plan = Plan::new(vec![file]).expect("a plan");
        project.reset();
        drop(project.apply(&Faulty::none()).expect("a change"));
        prop_assert_eq!(std::fs::read(project.file(0)).expect("the file"), new);
    }
}
