//! A server's positions, each compared with a walk over the text.

use proptest::prelude::*;

use super::{ENCODINGS, Encoding, Position, Text, WirePosition, texts};

/// Every character of a line: where it starts, its first unit, and how many it has.
fn walk(line: &str, encoding: Encoding) -> Vec<(usize, u32, u32)> {
    let mut seen = 0;
    let mut walked = Vec::new();
    for (byte, character) in line.char_indices() {
        let width = match encoding {
            Encoding::Utf8 => character.len_utf8(),
            Encoding::Utf16 => character.len_utf16(),
            Encoding::Utf32 => 1,
        };
        let width = u32::try_from(width).unwrap();
        walked.push((byte, seen, width));
        seen += width;
    }
    walked
}

/// Where a position of the wire lies: the start of the character that has its unit.
fn expected(line: &str, target: u32, encoding: Encoding) -> u32 {
    let holds = |&(_, first, width): &(usize, u32, u32)| (first..first + width).contains(&target);
    let found = walk(line, encoding).into_iter().find(holds);
    u32::try_from(found.map_or(line.len(), |(byte, ..)| byte)).unwrap()
}

#[test]
fn every_unit_of_a_long_line_lands_on_its_character() {
    // Characters across the ends of the blocks in which units are counted, at each offset.
    let wide = "漢😀é\u{1F468}\u{200D}\u{1F469}e\u{301}";
    for shift in 0..8 {
        let line = format!("{}{}", "x".repeat(shift), wide.repeat(12));
        let text = Text::new(line.as_str());
        for encoding in ENCODINGS {
            let units = walk(&line, encoding).last().map_or(0, |(_, first, width)| first + width);
            for target in 0..units + 3 {
                let position = text.from_wire(WirePosition::new(0, target), encoding);
                let byte = expected(&line, target, encoding);
                assert_eq!(position, Position::new(0, byte), "{encoding} {target} after {shift}");
            }
        }
    }
}

proptest! {
    #[test]
    fn positions_are_clamped_to_what_a_walk_finds(
        content in texts(),
        character in prop_oneof![9 => 0..120_u32, 1 => any::<u32>()],
    ) {
        let text = Text::new(content);
        for encoding in ENCODINGS {
            for number in 0..text.line_count() + 2 {
                let position = text.from_wire(WirePosition::new(number, character), encoding);
                let expected = text.line(number).map_or(text.end(), |line| {
                    Position::new(number, expected(line, character, encoding))
                });
                prop_assert_eq!(position, expected, "{} {}", encoding, number);
            }
        }
    }

    #[test]
    fn places_in_order_have_positions_in_order(content in texts()) {
        let text = Text::new(content.as_str());
        let places = (0..=content.len()).filter(|&offset| content.is_char_boundary(offset));
        // The place between a CR and its LF has the position of the CR.
        let places: Vec<Position> = places
            .map(|offset| (offset, text.position(offset)))
            .filter(|&(offset, position)| text.offset(position) == Ok(offset))
            .map(|(_, position)| position)
            .collect();
        let joints = content.matches("\r\n").count();
        prop_assert_eq!(places.len(), content.chars().count() + 1 - joints);
        for encoding in ENCODINGS {
            let wires = places.iter().map(|place| text.to_wire(*place, encoding));
            let wires: Vec<_> = wires.collect::<Result<_, _>>().unwrap();
            prop_assert!(wires.is_sorted_by(|a, b| a < b), "{}", encoding);
        }
    }
}
