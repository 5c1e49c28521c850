use proptest::prelude::*;

use super::{apply, change};
use crate::position::{Encoding, Position, Range};
use crate::text::Text;

fn check(old: &str, new: &str, (l1, b1, l2, b2): (u32, u32, u32, u32), new_text: &str) {
    let text = Text::new(old);
    let change = change(&text, new);
    let range = Range::new(Position::new(l1, b1), Position::new(l2, b2));
    assert_eq!((change.range, change.new_text), (range, new_text), "{old:?} -> {new:?}");
    assert_eq!(apply(&text, change.range, change.new_text), new);
}

#[test]
fn changes_are_minimal_and_split_nothing() {
    check("", "", (0, 0, 0, 0), "");
    check("same", "same", (0, 4, 0, 4), "");
    check("", "a", (0, 0, 0, 0), "a");
    check("a", "", (0, 0, 0, 1), "");
    check("one two three", "one 2 three", (0, 4, 0, 7), "2");
    check("aa", "aaa", (0, 2, 0, 2), "a");
    check("aaa", "aa", (0, 2, 0, 3), "");
    check("a\nb\nc", "a\nc", (1, 0, 2, 0), "");
    // Characters that share bytes.
    check("xéy", "xèy", (0, 1, 0, 3), "è");
    check("😀", "😁", (0, 0, 0, 4), "😁");
    check("é", "©", (0, 0, 0, 2), "©");
    check("\u{e9}", "\u{129}", (0, 0, 0, 2), "\u{129}");
    // Line ends, each into each.
    check("a\r\nb", "a\nb", (0, 1, 1, 0), "\n");
    check("a\nb", "a\r\nb", (0, 1, 1, 0), "\r\n");
    check("a\rb", "a\r\nb", (0, 1, 1, 0), "\r\n");
    check("a\r\nb", "a\rb", (0, 1, 1, 0), "\r");
    check("a\r", "a\r\n", (0, 1, 1, 0), "\r\n");
    check("a\r\n", "a\r", (0, 1, 1, 0), "\r");
    check("\n", "\r\n", (0, 0, 1, 0), "\r\n");
    check("a\r\n\r\nb", "a\r\nb", (1, 0, 2, 0), "");
    check("\u{FEFF}a", "a", (0, 0, 0, 3), "");
}

#[test]
fn empty_changes_say_so() {
    assert!(change(&Text::new("a"), "a").is_empty());
    assert!(!change(&Text::new("a"), "").is_empty());
    assert!(!change(&Text::new(""), "a").is_empty());
}

#[test]
fn long_texts_are_compared_in_blocks() {
    let old = "line of text\n".repeat(100);
    for at in [0, 1, 63, 64, 65, 700, 1299] {
        let new = format!("{}#{}", &old[..at], &old[at + 1..]);
        let text = Text::new(old.as_str());
        let change = change(&text, &new);
        assert_eq!(change.new_text, "#", "{at}");
        assert_eq!(text.byte_range(change.range), at..at + 1);
    }
}

/// Few letters, so that prefixes and suffixes meet, and everything that must not be split.
fn texts() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "a", "b", "\r", "\n", "\r\n", "é", "è", "©", "漢", "😀", "😁", "\u{FEFF}",
    ]);
    prop::collection::vec(piece, 0..90).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn a_change_rebuilds_the_text(old in texts(), new in texts()) {
        let text = Text::new(old.as_str());
        let change = change(&text, &new);
        prop_assert_eq!(apply(&text, change.range, change.new_text), new.as_str());
        // As the server will: through the wire, in its own units.
        for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
            let wire = text.range_to_wire(change.range, encoding);
            prop_assert!(wire.is_ok());
            let back = wire.map(|wire| text.range_from_wire(wire, encoding));
            prop_assert_eq!(back, Ok(change.range));
        }
        prop_assert_eq!(change.is_empty(), old == new);
    }

    #[test]
    fn a_change_is_no_longer_than_what_was_edited(
        head in texts(), old in texts(), new in texts(), tail in texts(),
    ) {
        let before = Text::new(format!("{head}x{old}x{tail}"));
        let after = format!("{head}x{new}x{tail}");
        let change = change(&before, &after);
        prop_assert!(before.byte_range(change.range).len() <= old.len());
        prop_assert!(change.new_text.len() <= new.len());
    }
}
