//! A journal that was cut off or damaged anywhere.

use std::sync::Arc;

use deixis_base::RootedPath;

use super::*;

fn entry(path: &str, old: &[u8], new: &[u8]) -> Entry {
    Entry {
        path: RootedPath::new(path).expect("a path"),
        old: Content::of(old),
        new: Content::of(new),
        bytes: Arc::from(old),
    }
}

/// A record, and its journal with both marks.
fn journal() -> (Record, Vec<u8>, [usize; 3]) {
    let id = Token::draw().expect("an id");
    let files = vec![entry("a \"b\"\n/ü", b"old\r\n\0\xff", b"new"), entry("c", b"", b"x")];
    let record = Record { id, files };
    let mut bytes = intent(&record).expect("an intent");
    let mut ends = [bytes.len(); 3];
    for (end, progress) in ends[1..].iter_mut().zip([Progress::Prepared, Progress::Committed]) {
        bytes.extend(mark(id, progress));
        *end = bytes.len();
    }
    (record, bytes, ends)
}

#[test]
fn cut_off_anywhere() {
    let (record, bytes, [intent, _, committed]) = journal();
    for len in 0..=bytes.len() {
        let expected = match len {
            _ if len < intent => Parsed::Torn,
            _ if len == intent => Parsed::Whole(record.clone(), Progress::Recorded),
            _ if len < committed => Parsed::Whole(record.clone(), Progress::Prepared),
            _ => Parsed::Whole(record.clone(), Progress::Committed),
        };
        assert_eq!(parse(record.id, &bytes[..len]), expected, "{len}");
    }
}

/// The file has its length, but not all of its bytes reached the disk.
#[test]
fn zeros_from_anywhere() {
    let (record, bytes, [intent, ..]) = journal();
    for len in 0..bytes.len() {
        let mut zeroed = bytes.clone();
        zeroed[len..].fill(0);
        let whole = zeroed[..intent] == bytes[..intent];
        let expected =
            if whole { Parsed::Whole(record.clone(), Progress::Prepared) } else { Parsed::Torn };
        assert_eq!(parse(record.id, &zeroed), expected, "{len}");
    }
}

/// One byte is wrong: never another record, and never "nothing was done" when something was.
#[test]
fn damaged_anywhere() {
    let (record, bytes, [intent, prepared, _]) = journal();
    for at in 0..bytes.len() {
        let mut bytes = bytes.clone();
        bytes[at] ^= 0x20;
        match parse(record.id, &bytes) {
            Parsed::Torn => panic!("{at}: torn, but marked"),
            Parsed::Damaged(_) => assert!(at < intent, "{at}"),
            Parsed::Whole(read, progress) => {
                assert!(at >= intent, "{at}");
                assert_eq!(read, record, "{at}");
                let last = if at < prepared { Progress::Committed } else { Progress::Prepared };
                assert_eq!(progress, last, "{at}");
            }
        }
    }
}

#[test]
fn what_another_version_wrote() {
    let (record, ..) = journal();
    let json = br#"{"version":2,"files":[]}"#;
    let payload = [&(json.len() as u64).to_le_bytes()[..], json].concat();
    let parsed = parse(record.id, &frame(INTENT, &payload));
    let why = "it was written in version 2 of the format".to_owned();
    assert_eq!(parsed, Parsed::Damaged(why));
    let outside = br#"{"version":1,"files":[{"path":"../x","old":{"len":0,"sha256":[]},"new":{"len":0,"sha256":[]}}]}"#;
    let payload = [&(outside.len() as u64).to_le_bytes()[..], outside].concat();
    assert!(matches!(parse(record.id, &frame(INTENT, &payload)), Parsed::Damaged(_)));
}
