//! Places that lie in virtual documents: their name, and the line of the place, which the server
//! has and nobody else. Only an adapter knows how to ask for it.

use std::collections::HashMap;
use std::time::Duration;

use deixis_base::Text;
use deixis_hooks::documents::Documents;
use futures_util::future::join_all;
use tokio::time::Instant;

use crate::CallContext;
use crate::answer::{AnswerState, Degraded, Place};
use crate::places::line_text;
use crate::server::hear;
use crate::talk::Talk;

/// Documents that are asked for in one answer; the places of others have their URI.
const MAX_DOCUMENTS: usize = 8;
/// How long their texts are waited for. An answer without them is right, too.
const WAIT: Duration = Duration::from_secs(5);

/// What is known of one document.
#[derive(Default)]
struct Known {
    title: Option<String>,
    text: Option<Text>,
    bypassed: Vec<Degraded>,
}

/// Completes the places that lie in virtual documents, where the adapter knows how.
///
/// Nothing is kept for the next answer: what a server shows changes with what the project
/// depends on, and nobody says when.
pub(super) async fn complete<'a>(
    cx: &CallContext,
    talk: &Talk,
    places: impl Iterator<Item = &'a mut Place>,
    state: &mut AnswerState,
) {
    let adapter = talk.running.adapter.as_ref();
    let Some(hooks) = adapter.and_then(|adapter| adapter.documents()) else { return };
    let mut documents: HashMap<String, Vec<&mut Place>> = HashMap::new();
    let mut order = Vec::new();
    for place in places {
        let Place::Outside { uri, inside: false, .. } = &*place else { continue };
        if uri.starts_with("file:") {
            continue;
        }
        let uri = uri.to_string();
        if !documents.contains_key(&uri) {
            if documents.len() == MAX_DOCUMENTS {
                continue;
            }
            order.push(uri.clone());
        }
        documents.entry(uri).or_default().push(place);
    }
    let until = Instant::now() + WAIT;
    let known = join_all(order.iter().map(|uri| look_up(cx, talk, hooks, uri, until))).await;
    for (uri, known) in order.iter().zip(known) {
        state.note_bypassed(known.bypassed);
        for place in documents.remove(uri).into_iter().flatten() {
            fill(place, known.title.as_deref(), known.text.as_ref());
        }
    }
}

fn fill(place: &mut Place, name: Option<&str>, content: Option<&Text>) {
    let Place::Outside { range, selection, encoding, title, text, .. } = place else { return };
    *title = name.map(Into::into);
    let start = selection.unwrap_or(*range).start;
    *text = content.and_then(|content| {
        let line = content.from_wire(start, *encoding).line;
        line_text(content, line).filter(|shown| line == start.line && !shown.is_empty())
    });
}

async fn look_up(
    cx: &CallContext,
    talk: &Talk,
    hooks: &dyn Documents,
    uri: &str,
    until: Instant,
) -> Known {
    let mut known = Known::default();
    let Some(adapter) = &talk.running.adapter else { return known };
    let facts = talk.running.facts.clone();
    let (title, bypassed) = hear(adapter, hooks.title(uri.to_owned())).await;
    known.title = title.ok().flatten();
    known.bypassed.extend(bypassed);
    let (ask, bypassed) = hear(adapter, hooks.fetch(facts, uri.to_owned())).await;
    known.bypassed.extend(bypassed);
    let Ok(Some(ask)) = ask else { return known };
    let Some(answer) = talk.fetch(cx, ask, until).await else { return known };
    let (text, bypassed) = hear(adapter, hooks.text(uri.to_owned(), answer)).await;
    known.text = text.ok().flatten().map(Text::new);
    known.bypassed.extend(bypassed);
    known
}
