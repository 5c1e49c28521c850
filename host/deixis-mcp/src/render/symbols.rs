//! Lists of symbols: the outline of a file, and the finds of a workspace search.
//!
//! Nesting survives paging: every symbol of an outline carries its `index`, its `parentIndex` and
//! the true number of its direct children; a symbol whose parent is on another page stands at the
//! page's root, under its name path.

use std::collections::HashMap;
use std::fmt::Write as _;

use deixis_engine::answer::{Answer, Symbol};
use rmcp::model::JsonObject;
use serde_json::{Value, json};

use super::page::{Page, PageParams};
use super::place::{self, Grouped};
use super::{
    Asked, Rendered, clean, count, insert_encoding, insert_servers, names, server_list, state,
};

/// Deepest indentation of an outline's text; deeper symbols stand at this depth.
const DEEPEST: usize = 24;

/// How symbols of a list relate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A tree of one file.
    Outline,
    /// Finds in many files, perhaps of several servers.
    Finds,
}

/// An answer of symbols.
pub(crate) fn render(
    answer: &Answer<Vec<Symbol>>,
    asked: &Asked<'_>,
    shape: Shape,
    params: PageParams,
) -> Rendered {
    let symbols = &answer.value;
    let several = answer.servers.len() != 1;
    let mut page = Page::new(symbols.len(), params, |index, with_text| {
        Value::Object(members(index, &symbols[index], shape, several, with_text))
    });

    let mut structured = JsonObject::new();
    insert_servers(&answer.servers, &mut structured);
    insert_encoding(&mut structured);
    state::insert(&answer.state, &mut structured);
    let mut text = heading(answer, asked);
    match shape {
        Shape::Outline => outline(symbols, &page, &mut text),
        Shape::Finds => finds(symbols, &page, several, &mut text),
    }
    page.insert("symbols", &mut structured);
    page.write(asked, &mut text);
    state::write(&answer.state, &answer.servers, &mut text);
    Rendered { text, structured }
}

fn members(
    index: usize,
    symbol: &Symbol,
    shape: Shape,
    several: bool,
    with_text: bool,
) -> JsonObject {
    let mut out = JsonObject::new();
    if shape == Shape::Outline {
        out.insert("index".to_owned(), json!(index));
        if let Some(parent) = symbol.parent {
            out.insert("parentIndex".to_owned(), json!(parent));
        }
        out.insert("childCount".to_owned(), json!(symbol.child_count));
    }
    out.insert("name".to_owned(), json!(clean::line(&symbol.name)));
    out.insert("namePath".to_owned(), json!(clean::line(&symbol.name_path)));
    out.insert("kind".to_owned(), json!(names::symbol_kind(symbol.kind)));
    if let Some(parameters) = &symbol.parameters {
        out.insert("parameters".to_owned(), json!(clean::line(parameters)));
    }
    if let Some(detail) = symbol.detail.as_ref().filter(|detail| !detail.is_empty()) {
        out.insert("detail".to_owned(), json!(clean::line(detail)));
    }
    place::insert(&symbol.place, with_text, &mut out);
    if several {
        out.insert("server".to_owned(), json!(&*symbol.server));
    }
    out
}

fn heading(answer: &Answer<Vec<Symbol>>, asked: &Asked<'_>) -> String {
    if answer.servers.is_empty() {
        return format!("nobody was asked for {} {}", asked.many, asked.of);
    }
    let servers = server_list(&answer.servers);
    if answer.value.is_empty() {
        return format!("{servers} found no {} {}", asked.one, asked.of);
    }
    format!("{} {} from {servers}:", count(answer.value.len(), asked.one, asked.many), asked.of)
}

/// `function run(String)  detail  source line  [lines 12-40]`.
fn label(symbol: &Symbol, name: &str, bare: bool) -> String {
    let mut label =
        format!("{} {}", names::symbol_kind(symbol.kind), clean::word(&clean::line(name)));
    if let Some(parameters) = &symbol.parameters {
        let parameters = clean::line(parameters);
        if parameters.starts_with(['(', '<', '[']) {
            label.push_str(&parameters);
        } else {
            let _ = write!(label, "({parameters})");
        }
    }
    if let Some(detail) = symbol.detail.as_ref().filter(|detail| !detail.is_empty()) {
        // Details of several lines would break the list.
        let _ = write!(label, "  {}", clean::line(detail).replace('\n', " "));
    }
    place::write_source(&symbol.place, bare, &mut label);
    place::write_extent(&symbol.place, &mut label);
    label
}

fn outline(symbols: &[Symbol], page: &Page, text: &mut String) {
    let mut depths: HashMap<usize, usize> = HashMap::new();
    let mut groups = Grouped::default();
    for &index in &page.shown {
        let symbol = &symbols[index];
        let parent_depth = symbol.parent.and_then(|parent| depths.get(&parent).copied());
        let depth = parent_depth.map_or(0, |depth| (depth + 1).min(DEEPEST));
        depths.insert(index, depth);
        // Away from its parent a symbol is known by its whole name path only.
        let name = match (symbol.parent, parent_depth) {
            (Some(_), None) => &symbol.name_path,
            _ => &symbol.name,
        };
        let line = groups.line(place::heading(&symbol.place));
        line.push_str(&"  ".repeat(depth));
        place::write_short(&symbol.place, line);
        let _ = write!(line, "  {}", label(symbol, name, page.bare));
    }
    groups.write(text);
}

fn finds(symbols: &[Symbol], page: &Page, several: bool, text: &mut String) {
    let line = |symbol: &Symbol| {
        let server = if several { format!("  ({})", symbol.server) } else { String::new() };
        format!("{}{server}", label(symbol, &symbol.name_path, page.bare))
    };
    if let [only] = page.shown.as_slice() {
        let only = &symbols[*only];
        let _ = write!(text, "\n{}  {}", place::long(&only.place), line(only));
        return;
    }
    let mut groups = Grouped::default();
    for &index in &page.shown {
        let symbol = &symbols[index];
        let to = groups.line(place::heading(&symbol.place));
        place::write_short(&symbol.place, to);
        let _ = write!(to, "  {}", line(symbol));
    }
    groups.write(text);
}
