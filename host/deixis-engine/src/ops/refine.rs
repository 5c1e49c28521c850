//! What of an answer is shown, and in which order, as the adapter has it.

use deixis_base::{Position, WirePosition};
use deixis_hooks::results::{Asked, Refined};
use deixis_hooks::{Place as Raw, Span};

use crate::answer::{AnswerState, Place};
use crate::server::{Running, hear};

/// What the adapter shows of items that have a place; all of them, as they are, where it has no
/// say. What it leaves out is said.
pub(super) async fn refine<T>(
    server: &Running,
    language: &str,
    asked: Asked,
    items: Vec<T>,
    place: impl Fn(&mut T) -> &mut Place,
    state: &mut AnswerState,
) -> Vec<T> {
    let Some(adapter) = &server.adapter else { return items };
    let Some(hooks) = adapter.results().filter(|_| !items.is_empty()) else { return items };
    let mut items = items;
    let raw = items.iter_mut().map(|item| raw(place(item))).collect();
    let (shown, bypassed) = hear(adapter, hooks.refine(language.to_owned(), asked, raw)).await;
    state.note_bypassed(bypassed);
    let Ok(shown) = shown else { return items };
    let hidden = items.len() - shown.len();
    if hidden > 0 {
        let adapter = &adapter.descriptor().id;
        let what = if hidden == 1 { "place is" } else { "places are" };
        state.incomplete.push(format!("{hidden} {what} left out by the adapter {adapter}"));
    }
    let mut items: Vec<Option<T>> = items.into_iter().map(Some).collect();
    let take = |one: &Refined| {
        let mut item = items.get_mut(one.index)?.take()?;
        let (Place::Inside { read_only, .. } | Place::Outside { read_only, .. }) = place(&mut item);
        *read_only = one.read_only;
        Some(item)
    };
    shown.iter().filter_map(take).collect()
}

/// A hover text as the adapter cleans it.
pub(super) async fn clean(
    server: &Running,
    language: &str,
    text: String,
    state: &mut AnswerState,
) -> String {
    let Some(adapter) = &server.adapter else { return text };
    let Some(hooks) = adapter.results() else { return text };
    let (cleaned, bypassed) = hear(adapter, hooks.hover(language.to_owned(), text.clone())).await;
    state.note_bypassed(bypassed);
    cleaned.ok().flatten().unwrap_or(text)
}

fn raw(place: &Place) -> Raw {
    let inside = |place: Position| (place.line, place.byte);
    let outside = |place: WirePosition| (place.line, place.character);
    match place {
        Place::Inside { path, range, selection, .. } => {
            let range = selection.unwrap_or(*range);
            let range = Span { start: inside(range.start), end: inside(range.end) };
            Raw::File { path: path.to_string(), range }
        }
        Place::Outside { uri, range, selection, encoding, .. } => {
            let range = selection.unwrap_or(*range);
            let range = Span { start: outside(range.start), end: outside(range.end) };
            Raw::Other { uri: uri.to_string(), range, encoding: *encoding }
        }
    }
}
