//! What tests build answers from, how they compare renderings with golden files, and operations
//! that answer from a closure.
//!
//! A golden file holds the text and, below a rule, the structured content. Run the tests with
//! `DEIXIS_UPDATE_GOLDEN=1` to write them anew, and read the difference before committing it.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use deixis_base::{Encoding, Position, Range, RootedPath, WirePosition, WireRange};
use deixis_engine::answer::{
    Answer, AnswerState, Degraded, Place, Readiness, ReadyState, Stability, Symbol,
};
use serde_json::Value;

use crate::render::Rendered;

const RULE: &str = "\n--- structured ---\n";

/// Compares a rendering with `golden/<name>.txt`.
pub(crate) fn check_golden(name: &str, rendered: &Rendered) {
    let mut structured = String::new();
    print(&Value::Object(rendered.structured.clone()), 0, &mut structured);
    let actual = format!("{}{RULE}{structured}\n", rendered.text);
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("golden/{name}.txt"));
    if std::env::var_os("DEIXIS_UPDATE_GOLDEN").is_some() {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(&path, actual).expect("written");
        return;
    }
    let expected = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert_eq!(actual, expected.replace("\r\n", "\n"), "golden/{name}.txt");
}

/// Prints JSON for reading: what holds no objects stands on one line.
fn print(value: &Value, indent: usize, out: &mut String) {
    let nested = |value: &Value| value.is_object() || value.is_array();
    let pad = "  ".repeat(indent + 1);
    let (open, close, items): (_, _, Vec<(String, &Value)>) = match value {
        Value::Array(items) if items.iter().any(nested) => {
            ('[', ']', items.iter().map(|item| (String::new(), item)).collect())
        }
        Value::Object(members) if !members.is_empty() => (
            '{',
            '}',
            members.iter().map(|(name, value)| (format!("\"{name}\": "), value)).collect(),
        ),
        other => return out.push_str(&other.to_string()),
    };
    out.push(open);
    for (at, (name, item)) in items.iter().enumerate() {
        out.push_str(if at == 0 { "\n" } else { ",\n" });
        out.push_str(&pad);
        out.push_str(name);
        print(item, indent + 1, out);
    }
    let _ = write!(out, "\n{}{close}", "  ".repeat(indent));
}

/// Every `path:line:column` that an answer's text names, in order: what a model that sees the text
/// only can go on with.
pub(crate) fn places_in_text(text: &str) -> Vec<String> {
    let mut places = Vec::new();
    let mut heading = "";
    for line in text.lines() {
        let trimmed = line.trim_start();
        let Some((place, _)) = trimmed.split_once("  ").or(Some((trimmed, ""))) else { continue };
        let numbers: Vec<&str> = place.rsplitn(3, ':').collect();
        let is_number = |text: &&str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        match numbers.as_slice() {
            [column, line_number] if is_number(column) && is_number(line_number) => {
                places.push(format!("{heading}:{place}"));
            }
            [column, line_number, path] if is_number(column) && is_number(line_number) => {
                places.push(format!("{path}:{line_number}:{column}"));
            }
            _ if line.starts_with(' ') => {}
            _ => heading = place,
        }
    }
    places
}

/// Every `at` of structured content, in order.
pub(crate) fn places_in(structured: &Value) -> Vec<String> {
    match structured {
        Value::Object(members) => {
            let own = members.get("at").and_then(Value::as_str).map(ToOwned::to_owned);
            own.into_iter().chain(members.values().flat_map(places_in)).collect()
        }
        Value::Array(items) => items.iter().flat_map(places_in).collect(),
        _ => Vec::new(),
    }
}

/// Text alone and structured content alone name the same places.
pub(crate) fn check_both_suffice(rendered: &Rendered) {
    let structured = places_in(&Value::Object(rendered.structured.clone()));
    let mut from_text = places_in_text(&rendered.text);
    let mut from_structured = structured;
    // Text is grouped by file; the order within structured content is the server's.
    from_text.sort();
    from_structured.sort();
    assert_eq!(from_text, from_structured, "text:\n{}", rendered.text);
}

pub(crate) fn path(path: &str) -> RootedPath {
    RootedPath::new(path).expect("a rooted path")
}

/// Zero-based: start line, start byte, end line, end byte.
pub(crate) fn range(at: [u32; 4]) -> Range {
    Range::new(Position::new(at[0], at[1]), Position::new(at[2], at[3]))
}

/// A place inside, its name and its source line.
pub(crate) fn inside(file: &str, at: [u32; 4], text: &str) -> Place {
    Place::Inside {
        path: path(file),
        range: range(at),
        selection: None,
        text: (!text.is_empty()).then(|| Arc::from(text)),
        read_only: false,
    }
}

/// A declaration inside: the whole, and its name.
pub(crate) fn declared(file: &str, whole: [u32; 4], name: [u32; 4], text: &str) -> Place {
    Place::Inside {
        path: path(file),
        range: range(whole),
        selection: Some(range(name)),
        text: (!text.is_empty()).then(|| Arc::from(text)),
        read_only: false,
    }
}

/// A place outside, in UTF-16 units.
pub(crate) fn outside(uri: &str, at: [u32; 4]) -> Place {
    let position = |line, character| WirePosition::new(line, character);
    Place::Outside {
        uri: Arc::from(uri),
        range: WireRange::new(position(at[0], at[1]), position(at[2], at[3])),
        selection: None,
        encoding: Encoding::Utf16,
        inside: false,
        title: None,
        text: None,
        read_only: false,
    }
}

/// A symbol; what is not said is empty.
pub(crate) fn symbol(name: &str, name_path: &str, kind: u32, place: Place) -> Symbol {
    Symbol {
        name: name.to_owned(),
        detail: None,
        kind,
        place,
        parent: None,
        child_count: 0,
        name_path: name_path.to_owned(),
        parameters: None,
        server: Arc::from("rust"),
    }
}

/// A settled answer of one server.
pub(crate) fn settled<T>(value: T) -> Answer<T> {
    with_state(value, AnswerState::default())
}

pub(crate) fn with_state<T>(value: T, state: AnswerState) -> Answer<T> {
    Answer { servers: vec![Arc::from("rust")], state, value }
}

/// The state of an empty answer from a server that was ready.
pub(crate) fn ready() -> AnswerState {
    AnswerState {
        readiness: Some(Readiness { state: ReadyState::Ready, message: None, percent: None }),
        stability: Some(Stability::Stable),
        ..AnswerState::default()
    }
}

/// The state of an answer given while the server was indexing, past an adapter that failed.
pub(crate) fn busy() -> AnswerState {
    AnswerState {
        readiness: Some(Readiness {
            state: ReadyState::Indexing,
            message: Some("building the crate graph".to_owned()),
            percent: Some(45),
        }),
        stability: Some(Stability::Transient),
        degraded: vec![Degraded {
            adapter: "rust".to_owned(),
            reason: "trapped in readiness".to_owned(),
        }],
        incomplete: vec!["no compile_commands.json: only open files were searched".to_owned()],
    }
}
