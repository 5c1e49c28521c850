use proptest::prelude::*;

use super::Text;
use crate::position::{Encoding, Position, PositionError, Range, WirePosition, WireRange};

mod clamping;

const ENCODINGS: [Encoding; 3] = [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32];

/// Texts of every script width, with every line end, often with the awkward ones side by side.
fn texts() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => "[a-z ]{0,80}",
        2 => "\\PC{0,8}",
        1 => Just("\r\n".to_owned()),
        1 => Just("\n".to_owned()),
        1 => Just("\r".to_owned()),
        1 => Just("\u{FEFF}".to_owned()),
        1 => Just("e\u{301}ß漢字😀👩‍👩‍👧".to_owned()),
        1 => Just("\u{2028}\u{85}\u{0}".to_owned()),
        1 => any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

#[test]
fn lines_end_as_lsp_says() {
    let cases: [(&str, &[&str]); 11] = [
        ("", &[""]),
        ("a", &["a"]),
        ("a\n", &["a", ""]),
        ("a\r\n", &["a", ""]),
        ("a\r", &["a", ""]),
        ("a\r\rb", &["a", "", "b"]),
        ("a\r\n\nb", &["a", "", "b"]),
        ("a\n\rb", &["a", "", "b"]),
        ("\r\r\n\n", &["", "", "", ""]),
        ("a\u{2028}b\u{85}c\u{b}d", &["a\u{2028}b\u{85}c\u{b}d"]),
        ("\u{FEFF}a\nb", &["\u{FEFF}a", "b"]),
    ];
    for (content, lines) in cases {
        let text = Text::new(content);
        let actual: Vec<&str> = (0..text.line_count()).map_while(|line| text.line(line)).collect();
        assert_eq!(actual, lines, "{content:?}");
        assert_eq!(text.line(text.line_count()), None);
        assert_eq!(text.line(u32::MAX), None);
    }
}

#[test]
fn callers_are_rejected() {
    let text = Text::new("ab\r\né😀x\n");
    let cases = [
        (0, 0, Ok(0)),
        (0, 2, Ok(2)),
        (0, 3, Err(PositionError::ByteBeyondLine { line: 0, byte: 3, len: 2 })),
        (1, 0, Ok(4)),
        (1, 1, Err(PositionError::InsideCharacter { line: 1, byte: 1, start: 0, character: 'é' })),
        (1, 2, Ok(6)),
        (1, 5, Err(PositionError::InsideCharacter { line: 1, byte: 5, start: 2, character: '😀' })),
        (1, 7, Ok(11)),
        (1, 8, Err(PositionError::ByteBeyondLine { line: 1, byte: 8, len: 7 })),
        (1, u32::MAX, Err(PositionError::ByteBeyondLine { line: 1, byte: u32::MAX, len: 7 })),
        (2, 0, Ok(12)),
        (2, 1, Err(PositionError::ByteBeyondLine { line: 2, byte: 1, len: 0 })),
        (3, 0, Err(PositionError::LineBeyondEnd { line: 3, lines: 3 })),
        (u32::MAX, 0, Err(PositionError::LineBeyondEnd { line: u32::MAX, lines: 3 })),
    ];
    for (line, byte, expected) in cases {
        let position = Position::new(line, byte);
        assert_eq!(text.offset(position), expected, "{position:?}");
        for encoding in ENCODINGS {
            let wire = text.to_wire(position, encoding).map(|_| ());
            assert_eq!(wire, expected.map(|_| ()), "{position:?}");
        }
    }
}

#[test]
fn encodings_count_differently() {
    let text = Text::new("é😀x");
    let cases = [(0, [0, 0, 0]), (2, [2, 1, 1]), (6, [6, 3, 2]), (7, [7, 4, 3])];
    for (byte, columns) in cases {
        for (encoding, column) in ENCODINGS.into_iter().zip(columns) {
            let wire = WirePosition::new(0, column);
            let position = Position::new(0, byte);
            assert_eq!(text.to_wire(position, encoding), Ok(wire), "{encoding} {byte}");
            assert_eq!(text.from_wire(wire, encoding), position, "{encoding} {column}");
        }
    }
}

#[test]
fn servers_are_clamped() {
    use Encoding::{Utf8, Utf16, Utf32};
    let text = Text::new("é😀x\r\nab");
    let cases = [
        (0, 1, Utf8, (0, 0)),
        (0, 5, Utf8, (0, 2)),
        (0, 99, Utf8, (0, 7)),
        (0, 2, Utf16, (0, 2)),
        (0, 4, Utf16, (0, 7)),
        (0, 5, Utf16, (0, 7)),
        (0, u32::MAX, Utf16, (0, 7)),
        (0, 4, Utf32, (0, 7)),
        (1, 3, Utf16, (1, 2)),
        (2, 0, Utf16, (1, 2)),
        (u32::MAX, u32::MAX, Utf32, (1, 2)),
    ];
    for (line, character, encoding, (expected_line, byte)) in cases {
        let position = text.from_wire(WirePosition::new(line, character), encoding);
        assert_eq!(position, Position::new(expected_line, byte), "{encoding} {line}:{character}");
    }
}

#[test]
fn server_ranges_are_ordered() {
    let text = Text::new("one\ntwo\n");
    let wire =
        |l1, c1, l2, c2| WireRange::new(WirePosition::new(l1, c1), WirePosition::new(l2, c2));
    let cases = [
        (wire(0, 0, 1, 3), (0, 0, 1, 3), "one\ntwo"),
        (wire(1, 2, 0, 1), (1, 2, 1, 2), ""),
        (wire(0, 1, 9, 9), (0, 1, 2, 0), "ne\ntwo\n"),
        (wire(9, 9, 0, 0), (2, 0, 2, 0), ""),
    ];
    for (wire, (l1, b1, l2, b2), slice) in cases {
        let range = text.range_from_wire(wire, Encoding::Utf16);
        assert_eq!(range, Range::new(Position::new(l1, b1), Position::new(l2, b2)));
        assert_eq!(text.slice(range), slice);
    }
}

#[test]
fn slices_of_wrong_ranges_are_clamped() {
    let text = Text::new("é\r\nb");
    let slice =
        |l1, b1, l2, b2| text.slice(Range::new(Position::new(l1, b1), Position::new(l2, b2)));
    assert_eq!(slice(0, 1, 0, 2), "é");
    assert_eq!(slice(0, 0, 0, 99), "é");
    assert_eq!(slice(0, 0, 99, 0), "é\r\nb");
    assert_eq!(slice(1, 1, 0, 0), "");
}

#[test]
fn offsets_inside_a_terminator_are_the_line_end() {
    let text = Text::new("a\r\nb");
    let expected = [(0, 0), (0, 1), (0, 1), (1, 0), (1, 1), (1, 1)];
    for (offset, (line, byte)) in expected.into_iter().enumerate() {
        assert_eq!(text.position(offset), Position::new(line, byte), "{offset}");
    }
}

#[test]
fn clones_share() {
    let text = Text::new("a\nb");
    assert_eq!(text.clone().as_str().as_ptr(), text.as_str().as_ptr());
    assert_eq!(text, text.clone());
    assert_eq!(text.end(), Position::new(1, 1));
}

proptest! {
    #[test]
    fn every_character_makes_the_round_trip(content in texts()) {
        let text = Text::new(content.as_str());
        let ends = std::iter::once(content.len());
        for offset in content.char_indices().map(|(offset, _)| offset).chain(ends) {
            let position = text.position(offset);
            let inside_terminator = content[..offset].ends_with('\r') && content[offset..].starts_with('\n');
            let exact = text.offset(position);
            prop_assert_eq!(exact, Ok(if inside_terminator { offset - 1 } else { offset }));
            for encoding in ENCODINGS {
                let wire = text.to_wire(position, encoding);
                prop_assert!(wire.is_ok());
                prop_assert_eq!(wire.map(|wire| text.from_wire(wire, encoding)), Ok(position));
            }
        }
    }

    #[test]
    fn units_are_what_the_standard_library_counts(content in texts()) {
        let text = Text::new(content.as_str());
        for number in 0..text.line_count() {
            let line = text.line(number).unwrap_or_default();
            let end = Position::new(number, u32::try_from(line.len()).unwrap_or(u32::MAX));
            let counts = [line.len(), line.encode_utf16().count(), line.chars().count()];
            for (encoding, count) in ENCODINGS.into_iter().zip(counts) {
                let wire = text.to_wire(end, encoding).map(|wire| wire.character as usize);
                prop_assert_eq!(wire, Ok(count));
            }
        }
    }

    #[test]
    fn lines_put_together_are_the_text(content in texts()) {
        let text = Text::new(content.as_str());
        let lines: String = (0..text.line_count()).filter_map(|line| text.line_with_end(line)).collect();
        prop_assert_eq!(lines, content);
    }

    #[test]
    fn any_wire_position_lands_on_a_character(
        content in texts(),
        line in prop_oneof![0..30u32, any::<u32>()],
        character in prop_oneof![0..100u32, any::<u32>()],
    ) {
        let text = Text::new(content);
        for encoding in ENCODINGS {
            let wire = WirePosition::new(line, character);
            let position = text.from_wire(wire, encoding);
            prop_assert!(text.offset(position).is_ok());
            // Clamping goes back, never on, and a second time changes nothing.
            let again = text.to_wire(position, encoding);
            prop_assert!(again.is_ok_and(|again| again <= wire));
            prop_assert_eq!(again.map(|again| text.from_wire(again, encoding)), Ok(position));
        }
    }

    #[test]
    fn any_range_can_be_sliced(content in texts(), a in any::<[u8; 4]>(), b in any::<[u8; 4]>()) {
        let text = Text::new(content);
        let [l1, b1, l2, b2] = [a[0] % 8, a[1], b[0] % 8, b[1]].map(u32::from);
        let range = Range::new(Position::new(l1, b1), Position::new(l2, b2));
        let bytes = text.byte_range(range);
        prop_assert_eq!(text.as_str().get(bytes), Some(text.slice(range)));
    }
}
