//! Callers and callees: one item per pair, with the places of the calls.
//!
//! Text has a section per item that was asked about, and in it one line per caller
//! or callee, grouped by file.

use std::fmt::Write as _;

use deixis_engine::Direction;
use deixis_engine::answer::{Answer, Call, Callable, Place};
use rmcp::model::JsonObject;
use serde_json::{Value, json};

use super::page::{Page, PageParams};
use super::place::{self, Grouped};
use super::{
    Asked, Rendered, clean, count, insert_encoding, insert_servers, names, server_list, state,
};

/// An answer of calls.
pub(crate) fn render(
    answer: &Answer<Vec<Call>>,
    of: &str,
    direction: Direction,
    params: PageParams,
) -> Rendered {
    let calls = &answer.value;
    let (tool, one, many, of) = match direction {
        Direction::Incoming => ("incoming_calls", "caller", "callers", format!("of {of}")),
        Direction::Outgoing => ("outgoing_calls", "callee", "callees", format!("of {of}")),
    };
    let asked = Asked { tool, one, many, of: &of, how: None, id: None };
    let mut page = Page::new(calls.len(), params, |index, with_text| {
        let call = &calls[index];
        let ranges: Vec<Value> = call.from_ranges.iter().map(range).collect();
        json!({
            "from": callable(&call.from, with_text),
            "to": callable(&call.to, with_text),
            "fromRanges": ranges,
        })
    });
    let mut structured = JsonObject::new();
    insert_servers(&answer.servers, &mut structured);
    insert_encoding(&mut structured);
    state::insert(&answer.state, &mut structured);
    let servers = server_list(&answer.servers);
    let mut text = if calls.is_empty() {
        format!("{servers} found no {one} {}", asked.of)
    } else {
        format!("{} {} from {servers}:", count(calls.len(), one, many), asked.of)
    };
    sections(calls, &page, direction, &mut text);
    page.insert("calls", &mut structured);
    page.write(&asked, &mut text);
    state::write(&answer.state, &answer.servers, &mut text);
    Rendered { text, structured }
}

fn range(place: &Place) -> Value {
    match place {
        Place::Inside { range, .. } => place::range(*range),
        Place::Outside { range, .. } => place::wire_range(*range),
    }
}

fn callable(callable: &Callable, with_text: bool) -> Value {
    let mut out = JsonObject::new();
    out.insert("name".to_owned(), json!(clean::line(&callable.name)));
    out.insert("kind".to_owned(), json!(names::symbol_kind(callable.kind)));
    if let Some(parameters) = &callable.parameters {
        out.insert("parameters".to_owned(), json!(clean::line(parameters)));
    }
    place::insert(&callable.place, with_text, &mut out);
    out.insert("uri".to_owned(), json!(&*callable.uri));
    if !out.contains_key("selectionRange") {
        let range = out.get("range").cloned().unwrap_or_default();
        out.insert("selectionRange".to_owned(), range);
    }
    if matches!(callable.place, Place::Inside { .. }) {
        insert_encoding(&mut out);
    }
    out.insert("server".to_owned(), json!(&*callable.server));
    if let Some(detail) = &callable.detail {
        out.insert("detail".to_owned(), json!(clean::line(detail)));
    }
    if let Some(data) = &callable.data {
        out.insert("data".to_owned(), data_value(data));
    }
    Value::Object(out)
}

/// The server's own data, redacted. Data whose numbers would be rounded is given as
/// the JSON text that it was.
fn data_value(text: &str) -> Value {
    match serde_json::from_str::<Value>(text) {
        Ok(mut value) if numbers(text).eq(numbers(&value.to_string())) => {
            redact(&mut value);
            value
        }
        _ => json!(clean::line(text)),
    }
}

fn redact(value: &mut Value) {
    match value {
        Value::String(text) => *text = clean::line(text).into_owned(),
        Value::Array(items) => items.iter_mut().for_each(redact),
        Value::Object(members) => members.values_mut().for_each(redact),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// The numbers of a JSON text, as they are written.
fn numbers(json: &str) -> impl Iterator<Item = &str> {
    let mut rest = json;
    std::iter::from_fn(move || {
        loop {
            let start = rest.find(|c: char| c == '"' || c == '-' || c.is_ascii_digit())?;
            rest = &rest[start..];
            if rest.starts_with('"') {
                rest = after_string(rest);
                continue;
            }
            let part = |c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.' | 'e' | 'E');
            let end = rest.find(|c| !part(c)).unwrap_or(rest.len());
            let (number, tail) = rest.split_at(end);
            rest = tail;
            return Some(number);
        }
    })
}

/// What follows the string that a JSON text begins with.
fn after_string(json: &str) -> &str {
    let mut escaped = false;
    let end = json.char_indices().skip(1).find(|(_, c)| {
        let closes = *c == '"' && !escaped;
        escaped = *c == '\\' && !escaped;
        closes
    });
    end.map_or("", |(quote, _)| &json[quote + 1..])
}

/// The item that was asked about, and the other end of the call.
fn ends(call: &Call, direction: Direction) -> (&Callable, &Callable) {
    match direction {
        Direction::Incoming => (&call.to, &call.from),
        Direction::Outgoing => (&call.from, &call.to),
    }
}

fn sections(calls: &[Call], page: &Page, direction: Direction, text: &mut String) {
    let mut groups = Grouped::default();
    let mut section: Option<&Callable> = None;
    for &index in &page.shown {
        let call = &calls[index];
        let (asked, other) = ends(call, direction);
        if section.is_none_or(|last| last.place != asked.place || last.name != asked.name) {
            std::mem::take(&mut groups).write(text);
            section = Some(asked);
            let verb = match direction {
                Direction::Incoming => "is called by",
                Direction::Outgoing => "calls",
            };
            let _ = write!(text, "\n{}  {} {verb}:", place::long(&asked.place), label(asked));
        }
        let line = groups.line(place::heading(&other.place));
        place::write_short(&other.place, line);
        let _ = write!(line, "  {}", label(other));
        if let Some(detail) = &other.detail {
            let _ = write!(line, "  {}", clean::line(detail).replace('\n', " "));
        }
        place::write_source(&other.place, page.bare, line);
        for (number, site) in call.from_ranges.iter().enumerate() {
            let before = match (number, direction) {
                (0, Direction::Incoming) => "  calls at ",
                (0, Direction::Outgoing) => "  called at ",
                _ => ", ",
            };
            line.push_str(before);
            place::write_short(site, line);
        }
    }
    groups.write(text);
}

/// `function run(String)`.
fn label(callable: &Callable) -> String {
    let name = clean::line(&callable.name);
    let name = clean::word(&name);
    let mut label = format!("{} {name}", names::symbol_kind(callable.kind));
    if let Some(parameters) = &callable.parameters {
        label.push_str(&clean::line(parameters));
    }
    label
}

#[cfg(test)]
mod tests;
