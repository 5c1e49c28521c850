//! Call hierarchy: who calls a function, and what it calls.
//!
//! A server answers in two steps: what is at the place (there may be several items,
//! such as overloads), then the calls of each. The second step is asked for all
//! items at the same time, as far as the server's request slots allow, of the same
//! process and within the same deadline as the first.

use std::collections::HashSet;
use std::sync::Arc;

use deixis_base::{Located, WireRange};
use deixis_hooks::results::Asked as Kind;
use deixis_hooks::symbols::{Origin, Symbol as Raw};
use deixis_lsp::{Call as Method, call, wire};
use futures_util::future::try_join_all;

use super::refine::refine;
use super::state::join;
use super::symbols::{normalise, span};
use super::virtual_documents;
use crate::aim::Aimed;
use crate::answer::{Answer, AnswerState, Call, Callable, Place, ServerName, Stability};
use crate::ask::{Asked, Build};
use crate::places::Places;
use crate::project::Project;
use crate::query::{Direction, Target};
use crate::server::{Sent, Track};
use crate::talk::Talk;
use crate::{CallContext, OpError};

/// A call as the server gave it: caller, callee, and where.
type Pair = (wire::HierarchyItem, wire::HierarchyItem, Vec<WireRange>);

/// The calls of one prepared item.
struct Expansion {
    pairs: Vec<Pair>,
    unreadable: usize,
    sent: Sent,
    state: AnswerState,
}

impl Project {
    /// The calls of what is at a place; every caller and callee once per set of
    /// call sites.
    ///
    /// # Errors
    /// [`OpError`]; that of the first expansion that failed, since calls without
    /// those of one item would look complete.
    pub async fn calls(
        &self,
        cx: &CallContext,
        target: &Target,
        direction: Direction,
    ) -> Result<Answer<Vec<Call>>, OpError> {
        let operation = match direction {
            Direction::Incoming => "incoming_calls",
            Direction::Outgoing => "outgoing_calls",
        };
        let aimed = self.aim(cx, target, operation).await?;
        let talk = self.talk(cx, &aimed.server).await?;
        let server = talk.running.name.clone();
        let prepared = talk
            .ask::<call::PrepareCallHierarchy>(cx, Track::Index, &aimed.path, aimed.build(None))
            .await?;
        let mut unreadable = prepared.output.unreadable;
        let items = prepared.output.items;
        if items.is_empty() {
            let mut state = prepared.state;
            state.incomplete.push(format!(
                "{server} sees nothing there that can be called: not the same as a function without calls"
            ));
            report(&mut state, unreadable, &server);
            return Ok(Answer { servers: vec![server], state, value: Vec::new() });
        }
        let expand = |item| expand(cx, &talk, &aimed, direction, item);
        let expansions = try_join_all(items.into_iter().map(expand)).await?;
        let mut state = joined(&expansions);
        let mut value = Vec::new();
        let mut seen = HashSet::new();
        for expansion in expansions {
            unreadable += expansion.unreadable;
            let mut places =
                Places::new(&self.root, &self.texts, &expansion.sent, Some(&aimed.path));
            for (from, to, ranges) in expansion.pairs {
                if seen.insert((key(&from), key(&to), ranges.clone())) {
                    value.push(converted(&mut places, from, to, ranges, &server));
                }
            }
        }
        let language = self.language(&aimed);
        let (running, other) = (&talk.running, other_end(direction));
        value = refine(running, &language, Kind::Calls, value, other, &mut state).await;
        virtual_documents::complete(cx, &talk, value.iter_mut().map(other), &mut state).await;
        state.note_bypassed(self.rename_callables(&talk, &language, &mut value).await);
        report(&mut state, unreadable, &server);
        Ok(Answer { servers: vec![server], state, value })
    }

    /// Gives callables the names that the adapter has for them, in one go.
    async fn rename_callables(
        &self,
        talk: &Talk,
        language: &str,
        calls: &mut [Call],
    ) -> Vec<crate::answer::Degraded> {
        let adapter = talk.running.adapter.as_ref();
        let Some(adapter) = adapter.filter(|adapter| adapter.symbols().is_some()) else {
            return Vec::new();
        };
        let raws = calls.iter().flat_map(|call| [&call.from, &call.to]);
        let raws = raws.map(|callable| self.raw(callable)).collect();
        let (names, bypassed) = normalise(Some(adapter), language, Origin::Hierarchy, raws).await;
        let callables = calls.iter_mut().flat_map(|call| [&mut call.from, &mut call.to]);
        for (callable, name) in callables.zip(names) {
            callable.name = name.name;
            callable.kind = name.kind;
            callable.parameters = name.parameters;
        }
        bypassed
    }

    fn raw(&self, callable: &Callable) -> Raw {
        let path = match self.root.locate(&callable.uri) {
            Located::Inside(path) => path.to_string(),
            Located::Outside => String::new(),
        };
        Raw {
            name: callable.name.clone(),
            detail: callable.detail.clone(),
            container: None,
            kind: callable.kind,
            parent: None,
            path,
            range: span(&callable.place),
        }
    }
}

/// The place of whom the caller did not ask about: only that can be left out.
fn other_end(direction: Direction) -> fn(&mut Call) -> &mut Place {
    match direction {
        Direction::Incoming => |call| &mut call.from.place,
        Direction::Outgoing => |call| &mut call.to.place,
    }
}

/// The calls of one item.
async fn expand(
    cx: &CallContext,
    talk: &Talk,
    aimed: &Aimed,
    direction: Direction,
    item: wire::HierarchyItem,
) -> Result<Expansion, OpError> {
    let build = parameters(&item);
    // The document is that which was prepared: so the answer comes with the text
    // that the server had of it just then.
    match direction {
        Direction::Incoming => {
            let asked = ask_calls::<call::IncomingCalls>(cx, talk, aimed, build).await?;
            Ok(expansion(asked, |call| (call.from, item.clone(), call.from_ranges)))
        }
        Direction::Outgoing => {
            let asked = ask_calls::<call::OutgoingCalls>(cx, talk, aimed, build).await?;
            Ok(expansion(asked, |call| (item.clone(), call.to, call.from_ranges)))
        }
    }
}

async fn ask_calls<C: Method>(
    cx: &CallContext,
    talk: &Talk,
    aimed: &Aimed,
    build: Build,
) -> Result<Asked<C::Output>, OpError> {
    talk.ask::<C>(cx, Track::Index, &aimed.path, build).await
}

fn parameters(item: &wire::HierarchyItem) -> Build {
    let item = item.clone();
    Arc::new(move |_| {
        item.params().map_err(|error| OpError::InvalidArguments {
            message: format!("the item cannot be written as JSON: {error}"),
        })
    })
}

fn expansion<T>(
    asked: Asked<wire::Many<T>>,
    mut pair: impl FnMut(T) -> (wire::HierarchyItem, wire::HierarchyItem, wire::Many<WireRange>),
) -> Expansion {
    let Asked { output, sent, state } = asked;
    let mut unreadable = output.unreadable;
    let pairs = output.items.into_iter().map(|call| {
        let (from, to, ranges) = pair(call);
        unreadable += ranges.unreadable;
        (from, to, ranges.items)
    });
    let pairs = pairs.collect();
    Expansion { pairs, unreadable, sent, state }
}

/// The state of all. Of one item without calls that is settled nothing is to be
/// said beside the calls of another.
fn joined(expansions: &[Expansion]) -> AnswerState {
    let any = expansions.iter().any(|expansion| !expansion.pairs.is_empty());
    let mut state = AnswerState::default();
    for expansion in expansions {
        let mut own = expansion.state.clone();
        if any && expansion.pairs.is_empty() && own.stability == Some(Stability::Stable) {
            own.stability = None;
            own.readiness = None;
        }
        join(&mut state, own);
    }
    state
}

fn report(state: &mut AnswerState, unreadable: usize, server: &ServerName) {
    if unreadable > 0 {
        state.incomplete.push(format!("{unreadable} parts of {server}'s calls could not be read"));
    }
}

/// What makes an item the same as another.
fn key(item: &wire::HierarchyItem) -> (String, String, WireRange, WireRange) {
    (item.uri.clone(), item.name.clone(), item.range, item.selection_range)
}

fn converted(
    places: &mut Places<'_>,
    from: wire::HierarchyItem,
    to: wire::HierarchyItem,
    ranges: Vec<WireRange>,
    server: &ServerName,
) -> Call {
    let site = |range| wire::Location { uri: from.uri.clone(), range, full: None };
    let mut seen = HashSet::new();
    let ranges = ranges.into_iter().filter(|range| seen.insert(*range));
    let from_ranges: Vec<Place> = ranges.map(|range| places.place(&site(range))).collect();
    let mut callable = |item: wire::HierarchyItem| Callable {
        place: places.place(&item.location()),
        name: item.name,
        parameters: None,
        kind: item.kind,
        uri: item.uri.into(),
        detail: item.detail,
        data: item.data,
        server: server.clone(),
    };
    Call { from: callable(from), to: callable(to), from_ranges }
}
