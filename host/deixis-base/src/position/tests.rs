use super::{Encoding, Position, PositionError, Range, WirePosition, WireRange};

#[test]
fn numbers_are_clamped() {
    let cases = [
        ("0", 0),
        ("3", 3),
        ("3.0", 3),
        ("3.9", 3),
        ("1e3", 1000),
        ("-1", 0),
        ("-1.5", 0),
        ("-9223372036854775808", 0),
        ("4294967295", u32::MAX),
        ("4294967296", u32::MAX),
        ("18446744073709551615", u32::MAX),
        ("123456789012345678901234567890", u32::MAX),
        ("1e300", u32::MAX),
        ("-1e300", 0),
    ];
    for (number, expected) in cases {
        let json = format!(r#"{{"line":{number},"character":{number},"extra":null}}"#);
        let read: WirePosition = serde_json::from_str(&json).unwrap();
        assert_eq!(read, WirePosition::new(expected, expected), "{number}");
    }
}

#[test]
fn what_is_no_number_is_refused() {
    for json in [r#"{"line":"1","character":0}"#, r#"{"line":1}"#, r#"{"line":null,"character":0}"#]
    {
        assert!(serde_json::from_str::<WirePosition>(json).is_err(), "{json}");
    }
}

#[test]
fn ranges_are_written_as_lsp_writes_them() {
    let range = WireRange::new(WirePosition::new(1, 2), WirePosition::new(3, 4));
    let json = r#"{"start":{"line":1,"character":2},"end":{"line":3,"character":4}}"#;
    assert_eq!(serde_json::to_string(&range).unwrap(), json);
    assert_eq!(serde_json::from_str::<WireRange>(json).unwrap(), range);
}

#[test]
fn encodings_have_names() {
    for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
        assert_eq!(Encoding::parse(encoding.as_str()), Some(encoding));
    }
    for other in ["", "utf8", "UTF-8", "utf-7"] {
        assert_eq!(Encoding::parse(other), None, "{other}");
    }
}

#[test]
fn ranges_contain_their_start_and_not_their_end() {
    let at = Position::new;
    let range = Range::new(at(1, 2), at(2, 0));
    let cases = [(at(1, 1), false), (at(1, 2), true), (at(1, 99), true), (at(2, 0), false)];
    for (position, expected) in cases {
        assert_eq!(range.contains(position), expected, "{position:?}");
    }
    assert!(Range::empty(at(1, 1)).contains(at(1, 1)));
    assert!(!range.is_empty());
    assert!(Range::empty(at(0, 0)).is_empty());
}

#[test]
fn messages_name_the_limits() {
    let cases = [
        (
            PositionError::LineBeyondEnd { line: 11, lines: 10 },
            "line 12 is beyond the end: the text has 10 lines",
        ),
        (
            PositionError::LineBeyondEnd { line: u32::MAX, lines: 1 },
            "line 4294967296 is beyond the end: the text has 1 line",
        ),
        (
            PositionError::ByteBeyondLine { line: 0, byte: 9, len: 1 },
            "column 10 is beyond the end of line 1: the line has 1 byte, so its last column is 2",
        ),
        (
            PositionError::InsideCharacter { line: 2, byte: 3, start: 1, character: '😀' },
            "column 4 of line 3 is inside the character '😀', which starts at column 2 and is 4 bytes long",
        ),
    ];
    for (error, expected) in cases {
        assert_eq!(error.to_string(), expected);
    }
}
