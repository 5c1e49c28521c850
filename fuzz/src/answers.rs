//! Answers of any shape: read to something or refused, never at a price that grows
//! faster than the answer.
//!
//! Input: JSON, 0xFF between parts. One part is an answer. Of two, the first is the
//! text that the answer's ranges are about. Three or more are a nest: the first and the
//! third come again and again around the second, until the answer is long.

use deixis_base::{Encoding, Position, Text, WirePosition, WireRange};
use deixis_lsp::Capabilities;
use deixis_lsp::call::{
    Call, Definition, DocumentSymbols, FindReferences, Hover, PullDiagnostics, WorkspaceSymbols,
};
use deixis_lsp::envelope::{self, Incoming, Reply};
use deixis_lsp::wire::{self, NestedSymbol};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::mirror::Mirror;

/// Text for ranges where the input brings none: each width of character and line end.
const TEXT: &str = "\u{FEFF}fn a() {}\r\n\tlet é = \"漢字😀\";\r// e\u{301}\n\n👩‍👩‍👧 end";
/// Length of a nest.
const NEST: usize = 64 * 1024;
/// Bytes of memory for each byte of an answer, all copies and growth together. The
/// worst honest case is a list of `{}`: three bytes make the largest value there is.
const FACTOR: usize = 400;
/// Bytes of memory for anything, however short.
const BASE: usize = 64 * 1024;

/// Reads arbitrary bytes as a message and as every kind of answer.
///
/// # Panics
/// If reading takes memory out of proportion, if an id does not go back as it came, if
/// a range does not land where the specification says, inside the text.
pub fn answers(data: &[u8]) {
    let parts: Vec<&[u8]> = data.split(|byte| *byte == crate::SEPARATOR).collect();
    let nest;
    let (text, answer) = match parts.as_slice() {
        [] => return,
        [answer] => (TEXT.to_owned(), *answer),
        [text, answer] => (String::from_utf8_lossy(text).into_owned(), *answer),
        [open, inner, close, ..] => {
            let times = NEST / (open.len() + close.len() + 1);
            nest = [open.repeat(times).as_slice(), *inner, &close.repeat(times)].concat();
            (TEXT.to_owned(), nest.as_slice())
        }
    };
    proportionate(answer.len(), || message(answer));
    let Ok(json) = std::str::from_utf8(answer) else { return };
    let mut ranges = Vec::new();
    locations::<Definition>(json, &mut ranges);
    locations::<FindReferences>(json, &mut ranges);
    symbols::<DocumentSymbols>(json, &mut ranges);
    symbols::<WorkspaceSymbols>(json, &mut ranges);
    diagnostics(json, &mut ranges);
    hover(json, &mut ranges);
    others(json);
    ranges.truncate(64);
    ranges.push(numbers(data));
    land(&text, &ranges);
}

/// Runs `work` on an answer of `length` bytes and holds it to its memory.
fn proportionate<T>(length: usize, work: impl FnOnce() -> T) -> T {
    let (value, usage) = crate::meter::measure(work);
    let most = BASE + FACTOR * length;
    assert!(usage.total <= most, "{usage:?} for {length} bytes, more than {most}");
    value
}

/// The bytes as a frame: whatever it is, its parts lie in it, and an id goes back.
fn message(frame: &[u8]) {
    match envelope::parse(frame) {
        Ok(Incoming::Request { id, method, .. }) => {
            let text = id.get();
            let answer = envelope::response(&id, &Ok(Value::Null)).expect("JSON");
            let head = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n").expect("a header");
            let body = format!(r#"{{"jsonrpc":"2.0","id":{text},"result":null}}"#);
            assert_eq!(&answer[head + 4..], body.as_bytes(), "{method}");
        }
        Ok(Incoming::Response { outcome: Ok(result), .. }) => {
            let reply = Reply::new(frame.to_vec().into(), result.clone());
            let whole = result.map_or(&b"null"[..], |result| &frame[result]);
            assert_eq!(reply.json().as_bytes(), whole);
            reply.read::<&serde_json::value::RawValue>().expect("JSON inside JSON");
        }
        Ok(Incoming::Notification { .. } | Incoming::Response { .. }) | Err(_) => {}
    }
}

fn read<T: DeserializeOwned>(json: &str) -> Option<T> {
    proportionate(json.len(), || serde_json::from_str(json).ok())
}

fn answer<C: Call>(json: &str) -> Option<C::Output> {
    let reply = Reply::new(json.as_bytes().to_vec().into(), Some(0..json.len()));
    let output = proportionate(json.len(), || reply.read::<C::Output>()).ok()?;
    let _ = proportionate(json.len(), || C::is_empty(&output));
    Some(output)
}

fn locations<C: Call<Output = wire::Many<wire::Link>>>(json: &str, ranges: &mut Vec<WireRange>) {
    let links = answer::<C>(json).into_iter().flat_map(|many| many.items);
    for location in links.filter_map(wire::Link::location) {
        ranges.push(location.range);
        ranges.extend(location.full);
    }
}

fn symbols<C: Call<Output = wire::Symbols>>(json: &str, ranges: &mut Vec<WireRange>) {
    let mut waiting: Vec<NestedSymbol> =
        answer::<C>(json).map(|symbols| symbols.items).unwrap_or_default();
    while let Some(symbol) = waiting.pop() {
        ranges.extend(symbol.range.0.into_iter().chain(symbol.selection_range.0));
        ranges.extend(symbol.location.0.and_then(|location| location.range));
        waiting.extend(symbol.children.items);
    }
}

fn diagnostics(json: &str, ranges: &mut Vec<WireRange>) {
    let pulled = answer::<PullDiagnostics>(json).map(|report| report.items.items);
    let pushed = read::<wire::PublishDiagnostics>(json).map(|pushed| pushed.diagnostics.items);
    for diagnostic in pulled.into_iter().chain(pushed).flatten() {
        ranges.push(diagnostic.range);
        proportionate(json.len(), || (diagnostic.code_text(), diagnostic.message_text()));
        let related = diagnostic.related_information.items.into_iter();
        ranges.extend(related.filter_map(|related| Some(related.location.location()?.range)));
    }
}

fn hover(json: &str, ranges: &mut Vec<WireRange>) {
    let Some(hover) = answer::<Hover>(json).flatten() else { return };
    proportionate(json.len(), || wire::markdown(&hover.contents));
    ranges.extend(hover.range.0);
}

/// What is said without being asked.
fn others(json: &str) {
    if let Some(progress) = read::<wire::ProgressParams>(json).and_then(|params| params.value.0) {
        assert!(progress.percent().is_none_or(|percent| percent <= 100));
    }
    let Some(value) = read::<Value>(json) else { return };
    proportionate(json.len(), || {
        let mut capabilities = Capabilities::new(value.clone());
        capabilities.register(&value);
        capabilities.unregister(&value);
        let _ = (capabilities.encoding(), capabilities.change_sync(), capabilities.save());
        capabilities.pull_identifiers()
    });
}

/// A range of numbers that no JSON has to spell.
fn numbers(data: &[u8]) -> WireRange {
    let mut bytes = data.iter().rev().copied().chain(std::iter::repeat(0));
    let mut number = || {
        let mut four = || bytes.next().unwrap_or_default();
        let number = u32::from_le_bytes([four(), four(), four(), four()]);
        // Small ones hit the text, large ones its limits.
        if number & 1 == 0 { number >> 1 & 0x1F } else { number }
    };
    let mut position = || WirePosition::new(number(), number());
    WireRange::new(position(), position())
}

/// Converts ranges against a text, in every encoding.
fn land(content: &str, ranges: &[WireRange]) {
    let text = Text::new(content);
    for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
        let mirror = Mirror::new(content, encoding);
        let place = |at: WirePosition| {
            let (line, byte) = mirror.clamped(at.line, at.character);
            Position::new(line, byte)
        };
        for range in ranges {
            let landed = text.range_from_wire(*range, encoding);
            let (start, end) = (place(range.start), place(range.end));
            assert_eq!((landed.start, landed.end), (start, end.max(start)), "{encoding} {range:?}");
            let bytes = text.byte_range(landed);
            assert!(bytes.start <= bytes.end && content.get(bytes.clone()).is_some(), "{bytes:?}");
            assert_eq!(text.offset(landed.start), Ok(bytes.start), "{encoding} {range:?}");
            assert_eq!(text.slice(landed), &content[bytes]);
        }
    }
}
