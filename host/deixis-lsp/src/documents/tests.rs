//! What a server is told, applied as the specification says, must be the texts.

use proptest::prelude::*;
use serde_json::Value;

use super::*;
use crate::envelope::{self, Incoming};

const ENCODINGS: [Encoding; 3] = [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32];
const URI: &str = "file:///p/a.rs";

fn path() -> RootedPath {
    RootedPath::new("a.rs").expect("a path")
}

/// What was queued since the last look: methods and parameters.
fn told(link: &mut Link<()>) -> Vec<(String, Value)> {
    let message = |frame: bytes::Bytes| {
        let body = frame.windows(4).position(|bytes| bytes == b"\r\n\r\n").expect("a header") + 4;
        match envelope::parse(&frame[body..]) {
            Ok(Incoming::Notification { method, params }) => {
                let params = params.expect("parameters").get();
                (method.into_owned(), serde_json::from_str(params).expect("JSON"))
            }
            other => panic!("no notification: {other:?}"),
        }
    };
    link.queue.drain(..).map(message).collect()
}

/// Where a position lies in a text: lines are walked, units counted, one by one.
fn offset(text: &str, at: &Value, encoding: Encoding) -> usize {
    let number = |field: &str| at[field].as_u64().expect("a number");
    let (mut line, mut column) = (0, 0);
    let mut characters = text.char_indices().peekable();
    while let Some((offset, character)) = characters.next() {
        if (line, column) == (number("line"), number("character")) {
            return offset;
        }
        let ends = match character {
            '\n' => true,
            '\r' => characters.peek().is_none_or(|(_, next)| *next != '\n'),
            _ => false,
        };
        if ends {
            (line, column) = (line + 1, 0);
        } else {
            column += match encoding {
                Encoding::Utf8 => character.len_utf8() as u64,
                Encoding::Utf16 => character.len_utf16() as u64,
                Encoding::Utf32 => 1,
            };
        }
    }
    assert_eq!((line, column), (number("line"), number("character")), "a place in {text:?}");
    text.len()
}

/// Applies a `didChange` to what the server has.
fn apply(text: &mut String, params: &Value, encoding: Encoding) {
    for change in params["contentChanges"].as_array().expect("a list") {
        let new = change["text"].as_str().expect("a text");
        match change.get("range") {
            None => new.clone_into(text),
            Some(range) => {
                let start = offset(text, &range["start"], encoding);
                let end = offset(text, &range["end"], encoding);
                text.replace_range(start..end, new);
            }
        }
    }
}

/// Tells `texts` one after the other and checks every message.
fn check(texts: &[String], sync: ChangeSync, encoding: Encoding) {
    let mut link = Link::new(16);
    let mut documents = Documents::default();
    let (first, rest) = texts.split_first().expect("a text");
    documents.open(&mut link, &path(), URI.to_owned(), "rust", Text::new(first.as_str()));
    assert_eq!(told(&mut link)[0].1["textDocument"]["text"], first.as_str());
    let (mut server, mut before, mut version) = (first.clone(), first, 1);
    for text in rest {
        let new = Text::new(text.as_str());
        let changed = documents.change(&mut link, &path(), new, sync, encoding);
        assert_eq!(changed, before != text);
        before = text;
        let messages = told(&mut link);
        let expected = usize::from(changed && sync != ChangeSync::None);
        assert_eq!(messages.len(), expected, "{sync:?} {messages:?}");
        for (method, params) in &messages {
            assert_eq!(method, "textDocument/didChange");
            let now = params["textDocument"]["version"].as_i64().expect("a version");
            assert!(now > version, "{now} after {version}");
            version = now;
            apply(&mut server, params, encoding);
            assert_eq!(&server, text, "{sync:?} {encoding}: {params}");
        }
    }
}

/// Texts with everything that must not be cut or counted wrongly, and few letters, so
/// that beginnings and ends meet.
fn texts() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        6 => prop::sample::select(vec![
            "a", "b", " ", "\r", "\n", "\r\n", "\u{FEFF}", "\u{2028}", "\u{85}", "é", "è",
            "e\u{301}", "漢", "字", "ไทย", "العربية", "हिन्दी", "😀", "😁", "👩‍👩‍👧", "🇩🇪",
        ])
        .prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

/// An edit as people make them: at a place, so many characters out, something in.
fn edited(text: &str, (at, out, new): &(prop::sample::Index, usize, String)) -> String {
    let characters: Vec<char> = text.chars().collect();
    let start = at.index(characters.len() + 1);
    let end = (start + out).min(characters.len());
    let (head, tail) = (&characters[..start], &characters[end..]);
    head.iter().copied().chain(new.chars()).chain(tail.iter().copied()).collect()
}

proptest! {
    #[test]
    fn changes_rebuild_each_text(texts in prop::collection::vec(texts(), 1..6)) {
        for encoding in ENCODINGS {
            for sync in [ChangeSync::None, ChangeSync::Full, ChangeSync::Incremental] {
                check(&texts, sync, encoding);
            }
        }
    }

    #[test]
    fn edits_rebuild_each_text(
        first in texts(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0_usize..6, texts()), 1..8),
    ) {
        let mut texts = vec![first];
        for edit in &edits {
            let next = edited(&texts[texts.len() - 1], edit);
            texts.push(next);
        }
        for encoding in ENCODINGS {
            check(&texts, ChangeSync::Incremental, encoding);
        }
    }
}

#[test]
fn a_document_is_opened_once_and_its_versions_rise() {
    let mut link = Link::<()>::new(16);
    let mut documents = Documents::default();
    let open = |documents: &mut Documents, link: &mut Link<()>, text: &str| {
        documents.open(link, &path(), URI.to_owned(), "rust", Text::new(text));
    };
    open(&mut documents, &mut link, "a");
    open(&mut documents, &mut link, "b");
    let (sync, encoding) = (ChangeSync::None, Encoding::Utf16);
    documents.change(&mut link, &path(), Text::new("c"), sync, encoding);
    documents.close(&mut link, &path());
    documents.close(&mut link, &path());
    open(&mut documents, &mut link, "d");
    let told: Vec<_> = told(&mut link)
        .into_iter()
        .map(|(method, params)| (method, params["textDocument"]["version"].as_i64()))
        .collect();
    let expected = [
        ("textDocument/didOpen", Some(1)),
        ("textDocument/didClose", None),
        ("textDocument/didOpen", Some(3)),
    ];
    assert_eq!(told, expected.map(|(method, version)| (method.to_owned(), version)));
}

#[test]
fn documents_used_longest_ago_come_first() {
    let mut link = Link::<()>::new(16);
    let mut documents = Documents::default();
    let paths = ["a", "b", "c"].map(|name| RootedPath::new(name).expect("a path"));
    for path in &paths {
        let uri = format!("file:///p/{path}");
        documents.open(&mut link, path, uri, "rust", Text::new(""));
    }
    documents.touch(&paths[0]);
    let check = |keep: usize, expected: &[&str]| {
        let least = documents.least_used(keep);
        assert_eq!(least.iter().map(RootedPath::as_str).collect::<Vec<_>>(), expected, "{keep}");
    };
    check(0, &["b", "c", "a"]);
    check(1, &["b", "c"]);
    check(3, &[]);
    check(9, &[]);
}
