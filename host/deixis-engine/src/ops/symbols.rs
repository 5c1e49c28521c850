//! From a server's symbols to the project's: one flat list with parents first,
//! in UTF-8 positions, named as the adapter says.

use std::sync::Arc;

use deixis_base::{Located, Position, Range};
use deixis_hooks::symbols::{Normalised, Origin, Symbol as Raw};
use deixis_hooks::{Adapter, Span};
use deixis_lsp::wire::{Location, NestedSymbol};

use crate::answer::{Degraded, Place, ServerName, Symbol};
use crate::names::segments;
use crate::places::{Places, find_name};
use crate::server::{Running, hear};

/// Deepest nesting that is kept; deeper symbols are left out.
const MAX_DEPTH: usize = 64;

/// One symbol on its way.
struct Draft {
    raw: Raw,
    place: Place,
    parent: Option<usize>,
}

/// Converts the symbols of one answer. `document` is the URI that nested
/// symbols are in.
pub(crate) async fn convert(
    server: &Running,
    places: &mut Places<'_>,
    root: &deixis_base::Root,
    symbols: Vec<NestedSymbol>,
    document: Option<&str>,
    language: &str,
) -> (Vec<Symbol>, Vec<Degraded>) {
    let mut drafts = Vec::new();
    flatten(symbols, document, None, 0, places, root, &mut drafts);
    let origin = if document.is_some() { Origin::Document } else { Origin::Workspace };
    let raws = drafts.iter().map(|draft| draft.raw.clone()).collect();
    let (names, bypassed) = normalise(server.adapter.as_ref(), language, origin, raws).await;
    let separator = server
        .adapter
        .as_ref()
        .and_then(|adapter| adapter.descriptor().separators.first().cloned());
    let symbols = assemble(drafts, names, separator.as_deref().unwrap_or("."), &server.name);
    (symbols, bypassed)
}

fn flatten(
    symbols: Vec<NestedSymbol>,
    document: Option<&str>,
    parent: Option<usize>,
    depth: usize,
    places: &mut Places<'_>,
    root: &deixis_base::Root,
    drafts: &mut Vec<Draft>,
) {
    for symbol in symbols {
        let Some(name) = symbol.name.0.filter(|name| !name.is_empty()) else { continue };
        let flat = symbol.location.0;
        let uri = flat.as_ref().map(|flat| flat.uri.as_str()).or(document);
        let Some(uri) = uri else { continue };
        let whole =
            symbol.range.0.or(flat.as_ref().and_then(|flat| flat.range)).unwrap_or_default();
        let location = match symbol.selection_range.0 {
            Some(selection) if selection != whole => {
                Location { uri: uri.to_owned(), range: selection, full: Some(whole) }
            }
            _ => Location { uri: uri.to_owned(), range: whole, full: None },
        };
        let mut place = places.place(&location);
        if flat.is_some() {
            point_at_name(&mut place, &name, places);
        }
        let path = match root.locate(uri) {
            Located::Inside(path) => path.to_string(),
            Located::Outside => String::new(),
        };
        let raw = Raw {
            name,
            detail: symbol.detail.0.filter(|detail| !detail.is_empty()),
            container: symbol.container_name.0.filter(|container| !container.is_empty()),
            kind: symbol.kind.0.unwrap_or_default(),
            parent: parent.and_then(|parent| u32::try_from(parent).ok()),
            path,
            range: span(&place),
        };
        drafts.push(Draft { raw, place, parent });
        let own = drafts.len() - 1;
        if depth < MAX_DEPTH {
            flatten(symbol.children.items, document, Some(own), depth + 1, places, root, drafts);
        }
    }
}

/// Flat symbols give the whole declaration only; the name is found in it.
fn point_at_name(place: &mut Place, name: &str, places: &mut Places<'_>) {
    let Place::Inside { path, range, selection, text, .. } = place else { return };
    let Some(source) = places.text(path) else { return };
    let short = segments(name).last().map_or(name, |last| last).trim_end_matches("()").to_owned();
    *selection = find_name(&source, *range, &short).filter(|found| found != range);
    *text = crate::places::line_text(&source, selection.unwrap_or(*range).start.line);
}

pub(super) fn span(place: &Place) -> Span {
    let as_span = |start: Position, end: Position| Span {
        start: (start.line, start.byte),
        end: (end.line, end.byte),
    };
    match place {
        Place::Inside { range: Range { start, end }, .. } => as_span(*start, *end),
        Place::Outside { .. } => Span::default(),
    }
}

/// One name per symbol, from the adapter or as they are.
pub(super) async fn normalise(
    adapter: Option<&Arc<dyn Adapter>>,
    language: &str,
    origin: Origin,
    raws: Vec<Raw>,
) -> (Vec<Normalised>, Vec<Degraded>) {
    let natural = |raws: &[Raw]| raws.iter().map(as_they_are).collect();
    let Some((adapter, hooks)) = adapter.and_then(|adapter| Some((adapter, adapter.symbols()?)))
    else {
        return (natural(&raws), Vec::new());
    };
    if raws.is_empty() {
        return (Vec::new(), Vec::new());
    }
    let naming = hooks.normalise(language.to_owned(), origin, raws.clone());
    match hear(adapter, naming).await {
        (Ok(names), bypassed) if names.len() == raws.len() => (names, bypassed),
        (Ok(names), mut bypassed) => {
            let reason =
                format!("symbols.normalise gave {} names for {} symbols", names.len(), raws.len());
            bypassed.push(Degraded { adapter: adapter.descriptor().id.clone(), reason });
            (natural(&raws), bypassed)
        }
        (Err(_), bypassed) => (natural(&raws), bypassed),
    }
}

fn as_they_are(raw: &Raw) -> Normalised {
    Normalised {
        name: raw.name.clone(),
        scope: None,
        kind: raw.kind,
        parameters: None,
        hidden: false,
    }
}

/// Leaves out hidden symbols, hangs their children on the next visible
/// ancestor, and makes name paths.
fn assemble(
    drafts: Vec<Draft>,
    names: Vec<Normalised>,
    separator: &str,
    server: &ServerName,
) -> Vec<Symbol> {
    // For each draft, the index of itself or of its nearest visible ancestor.
    let mut stands: Vec<Option<usize>> = Vec::with_capacity(drafts.len());
    let mut symbols: Vec<Symbol> = Vec::with_capacity(drafts.len());
    for (draft, name) in drafts.into_iter().zip(names) {
        let parent = draft.parent.and_then(|parent| stands.get(parent).copied().flatten());
        if name.hidden {
            stands.push(parent);
            continue;
        }
        let scope = match (&name.scope, parent, &draft.raw.container) {
            (Some(scope), ..) => scope.join(separator),
            (None, Some(parent), _) => symbols[parent].name_path.clone(),
            (None, None, Some(container)) => segments(container).join(separator),
            (None, None, None) => String::new(),
        };
        let name_path = if scope.is_empty() {
            name.name.clone()
        } else {
            format!("{scope}{separator}{}", name.name)
        };
        if let Some(parent) = parent {
            symbols[parent].child_count += 1;
        }
        stands.push(Some(symbols.len()));
        symbols.push(Symbol {
            name: name.name,
            detail: draft.raw.detail,
            kind: name.kind,
            place: draft.place,
            parent,
            child_count: 0,
            name_path,
            parameters: name.parameters,
            server: server.clone(),
        });
    }
    symbols
}
