//! The hook groups: each call converts, asks the guest, converts back, and
//! checks the answer.

use deixis_hooks::errors::{Context, Errors, Verdict};
use deixis_hooks::info::Descriptor;
use deixis_hooks::launch::{Launch, Plan};
use deixis_hooks::readiness::{Event, Readiness, Step};
use deixis_hooks::symbols::{Normalised, Origin, Query, Symbol, Symbols};
use deixis_hooks::watch::{Translation, Watch};
use deixis_hooks::{Change, Facts, Hook, Notification, ResponseError};
use deixis_recording::inputs::{
    ErrorsClassify, LaunchPlan, ReadinessInterests, ReadinessStart, ReadinessStep,
    SymbolsNormalise, SymbolsRewrite, WatchTranslate,
};

use super::bindings::exports::deixis::adapter as guest;
use super::check::{self, Checked};
use super::check_descriptor;
use super::check_shown;
use super::chunks::Chunk;
use super::convert;
use crate::attached::Attached;
use crate::failure::Failure;
use crate::limits::{AWAITED, CHUNK_CHANGES, SENTENCES, TEXT_BYTES};
use crate::live::Live;

/// Asks a component what it is.
pub(crate) fn describe(live: &mut Live) -> Result<Descriptor, Failure> {
    let answer = live.call(|guests, store| guests.info.call_describe(store))?;
    checked(convert::descriptor_out(answer), check_descriptor::descriptor)
}

impl Launch for Attached {
    fn plan(&self, facts: Facts) -> Hook<'_, Plan> {
        self.call("launch.plan", LaunchPlan { facts }, |live, input| {
            let facts = convert::facts(input.facts.clone());
            let answer =
                live.ask(|guests, store| group(guests.launch.as_ref())?.call_plan(store, &facts))?;
            checked(convert::plan_out(answer), check::plan)
        })
    }
}

impl Readiness for Attached {
    fn interests(&self) -> Hook<'_, Vec<String>> {
        self.call("readiness.interests", ReadinessInterests {}, |live, _| {
            let methods =
                live.call(|guests, store| group(guests.readiness.as_ref())?.call_interests(store))?;
            checked(methods, |methods| check::interests(methods))
        })
    }

    fn start(&self, facts: Facts) -> Hook<'_, Step> {
        self.call("readiness.start", ReadinessStart { facts }, |live, input| {
            let facts = convert::facts(input.facts.clone());
            let answer = live
                .ask(|guests, store| group(guests.readiness.as_ref())?.call_start(store, &facts))?;
            checked(convert::step_out(answer), check::step)
        })
    }

    fn step(&self, state: Vec<u8>, events: Vec<Event>) -> Hook<'_, Step> {
        self.call("readiness.step", ReadinessStep { state, events }, |live, input| {
            live.fits(input.events.iter().map(event_size).sum())?;
            let events: Vec<_> = input.events.iter().cloned().map(convert::event_in).collect();
            let answer = live.ask(|guests, store| {
                group(guests.readiness.as_ref())?.call_step(store, &input.state, &events)
            })?;
            checked(convert::step_out(answer), check::step)
        })
    }
}

impl Symbols for Attached {
    fn normalise(
        &self,
        language: String,
        origin: Origin,
        symbols: Vec<Symbol>,
    ) -> Hook<'_, Vec<Normalised>> {
        let input = SymbolsNormalise { language, origin, symbols };
        self.call("symbols.normalise", input, |live, input| {
            let SymbolsNormalise { language, origin, symbols } = input;
            let mut normalised = Vec::with_capacity(symbols.len());
            for chunk in Chunk::cut(symbols) {
                normalised.extend(normalise(live, language, *origin, symbols, &chunk)?);
            }
            Ok(normalised)
        })
    }

    /// A name that is longer than a query may be is sent as it is.
    fn rewrite(&self, name: String) -> Hook<'_, Query> {
        if name.len() > TEXT_BYTES {
            return Box::pin(async move { Ok(Query { text: name, cap: None }) });
        }
        self.call("symbols.rewrite", SymbolsRewrite { name }, |live, input| {
            let answer = live.ask(|guests, store| {
                group(guests.symbols.as_ref())?.call_rewrite(store, &input.name)
            })?;
            checked(convert::query_out(answer), check::query)
        })
    }
}

impl Errors for Attached {
    fn classify(&self, context: Context, error: ResponseError) -> Hook<'_, Verdict> {
        self.call("errors.classify", ErrorsClassify { context, error }, |live, input| {
            let ErrorsClassify { context, error } = input.clone();
            live.fits(error_size(&error))?;
            let Context { method, path, attempt } = context;
            let context = guest::errors::Context { method, path, attempt };
            let error = convert::error_in(error);
            let answer = live.ask(|guests, store| {
                group(guests.errors.as_ref())?.call_classify(store, &context, &error)
            })?;
            checked(convert::verdict_out(answer), check::verdict)
        })
    }
}

impl Watch for Attached {
    fn translate(
        &self,
        facts: Facts,
        changes: Vec<Change>,
        open: Vec<String>,
    ) -> Hook<'_, Translation> {
        let input = WatchTranslate { facts, changes, open };
        self.call("watch.translate", input, |live, input| {
            let WatchTranslate { facts, changes, open } = input;
            let open_size: usize = open.iter().map(String::len).sum();
            let facts = convert::facts(facts.clone());
            let mut whole = Translation::default();
            for part in changes.chunks(CHUNK_CHANGES) {
                live.fits(open_size + part.iter().map(|change| change.path.len()).sum::<usize>())?;
                let changes: Vec<_> = part.iter().map(convert::change_in).collect();
                let answer = live.ask(|guests, store| {
                    group(guests.watch.as_ref())?.call_translate(store, &facts, &changes, open)
                })?;
                let answer = checked(convert::translation_out(answer), |translation| {
                    check::translation(translation, part.len())
                })?;
                append(&mut whole, answer);
            }
            Ok(whole)
        })
    }
}

fn normalise(
    live: &mut Live,
    language: &str,
    origin: Origin,
    batch: &[Symbol],
    chunk: &Chunk,
) -> Result<impl Iterator<Item = Normalised> + use<>, Failure> {
    let sent: Vec<_> = chunk
        .members(batch)
        .into_iter()
        .map(|(index, parent)| convert::symbol_in(&batch[index], parent))
        .collect();
    let origin = convert::origin_in(origin);
    let answer = live.ask(|guests, store| {
        group(guests.symbols.as_ref())?.call_normalise(store, language, origin, &sent)
    })?;
    let (expected, dropped) = chunk.answers();
    let answer: Vec<_> = answer.into_iter().map(convert::normalised_out).collect();
    let answer = checked(answer, |names| check_shown::normalised(names, expected))?;
    Ok(answer.into_iter().skip(dropped))
}

/// Puts the translations of two parts of a batch together. What is awaited is
/// bounded as a whole, and what falls over the bound is said to be a hole.
fn append(whole: &mut Translation, part: Translation) {
    let Translation { report, actions, awaited, incomplete } = part;
    whole.report.extend(report);
    whole.actions.extend(actions);
    let room = AWAITED - whole.awaited.len();
    let over = awaited.len().saturating_sub(room);
    whole.awaited.extend(awaited.into_iter().take(room));
    let mut sentences = incomplete;
    if over > 0 {
        sentences.push("so many files changed that the server was not asked about each".to_owned());
    }
    add_sentences(&mut whole.incomplete, sentences);
}

/// Adds what is not said yet, as far as there is room.
pub(super) fn add_sentences(said: &mut Vec<String>, more: Vec<String>) {
    for sentence in more {
        if said.len() < SENTENCES && !said.contains(&sentence) {
            said.push(sentence);
        }
    }
}

pub(super) fn checked<T>(answer: T, check: impl FnOnce(&T) -> Checked) -> Result<T, Failure> {
    check(&answer).map_err(Failure::Invalid)?;
    Ok(answer)
}

/// The functions of an exported group. Only exported groups are handed out, so
/// that a missing one is a mistake of ours.
pub(super) fn group<T>(group: Option<&T>) -> wasmtime::Result<&T> {
    group.ok_or_else(|| wasmtime::format_err!("the component does not export this group"))
}

fn event_size(event: &Event) -> usize {
    match event {
        Event::Initialized(text) | Event::Opened(text) | Event::Deadline(text) => text.len(),
        Event::Notified(sent) => notification_size(sent),
        Event::ProgressBegin(work) | Event::ProgressReport(work) | Event::ProgressEnd(work) => {
            work.token.len() + work.title.len() + work.message.as_ref().map_or(0, String::len)
        }
        Event::Answered { id, outcome } => {
            id.len() + outcome.as_ref().map_or_else(error_size, String::len)
        }
    }
}

pub(super) fn notification_size(sent: &Notification) -> usize {
    sent.method.len() + sent.params.as_ref().map_or(0, String::len)
}

fn error_size(error: &ResponseError) -> usize {
    error.message.len() + error.data.as_ref().map_or(0, String::len)
}
