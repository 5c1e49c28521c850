//! The group `diagnostics`: conversion, calls, and long lists in parts.

use deixis_hooks::diagnostics::{
    Diagnostic, Diagnostics, Event, Fate, Fetched, Judgement, Plan, Settled, Source, Work,
};
use deixis_hooks::{Ask, Facts, Hook, Json, Span};
use deixis_recording::inputs::{
    DiagnosticsFetch, DiagnosticsFetched, DiagnosticsInterests, DiagnosticsNormalise,
    DiagnosticsPlan, DiagnosticsSettle,
};

use super::bindings::deixis::adapter::types as wit;
use super::bindings::exports::deixis::adapter::diagnostics as guest;
use super::groups::{checked, group, notification_size};
use super::{check, check_shown, convert};
use crate::attached::Attached;
use crate::host::log::cut;
use crate::limits::{CHUNK_BYTES, CHUNK_DIAGNOSTICS, DIAGNOSTIC_TEXT, TAGS};

impl Diagnostics for Attached {
    fn plan(&self, facts: Facts) -> Hook<'_, Plan> {
        self.call("diagnostics.plan", DiagnosticsPlan { facts }, |live, input| {
            let facts = convert::facts(input.facts.clone());
            let answer = live.ask(|guests, store| {
                group(guests.diagnostics.as_ref())?.call_plan(store, &facts)
            })?;
            checked(plan_out(answer), check_shown::plan)
        })
    }

    fn interests(&self) -> Hook<'_, Vec<String>> {
        self.call("diagnostics.interests", DiagnosticsInterests {}, |live, _| {
            let methods = live
                .call(|guests, store| group(guests.diagnostics.as_ref())?.call_interests(store))?;
            checked(methods, |methods| check::interests(methods))
        })
    }

    fn settle(
        &self,
        facts: Facts,
        path: String,
        state: Vec<u8>,
        events: Vec<Event>,
    ) -> Hook<'_, Judgement> {
        let input = DiagnosticsSettle { facts, path, state, events };
        self.call("diagnostics.settle", input, |live, input| {
            let DiagnosticsSettle { facts, path, state, events } = input;
            live.fits(path.len() + state.len() + events.iter().map(event_size).sum::<usize>())?;
            let facts = convert::facts(facts.clone());
            let events: Vec<_> = events.iter().cloned().map(event_in).collect();
            let answer = live.ask(|guests, store| {
                let diagnostics = group(guests.diagnostics.as_ref())?;
                diagnostics.call_settle(store, &facts, path, state, &events)
            })?;
            checked(judgement_out(answer), check_shown::judgement)
        })
    }

    fn fetch(&self, facts: Facts, path: String, uri: String) -> Hook<'_, Vec<Ask>> {
        let input = DiagnosticsFetch { facts, path, uri };
        self.call("diagnostics.fetch", input, |live, input| {
            let DiagnosticsFetch { facts, path, uri } = input;
            live.fits(path.len() + uri.len())?;
            let facts = convert::facts(facts.clone());
            let asks = live.ask(|guests, store| {
                group(guests.diagnostics.as_ref())?.call_fetch(store, &facts, path, uri)
            })?;
            let asks = asks.into_iter().map(convert::ask_out).collect();
            checked(asks, |asks: &Vec<Ask>| check_shown::fetches(asks))
        })
    }

    fn fetched(&self, facts: Facts, path: String, answers: Vec<Json>) -> Hook<'_, Fetched> {
        let input = DiagnosticsFetched { facts, path, answers };
        self.call("diagnostics.fetched", input, |live, input| {
            let DiagnosticsFetched { facts, path, answers } = input;
            live.fits(path.len() + answers.iter().map(String::len).sum::<usize>())?;
            let facts = convert::facts(facts.clone());
            let found = live.ask(|guests, store| {
                group(guests.diagnostics.as_ref())?.call_fetched(store, &facts, path, answers)
            })?;
            checked(Fetched(found), check_shown::fetched)
        })
    }

    fn normalise(
        &self,
        language: String,
        path: String,
        diagnostics: Vec<Diagnostic>,
    ) -> Hook<'_, Vec<Fate>> {
        let input = DiagnosticsNormalise { language, path, diagnostics };
        self.call("diagnostics.normalise", input, |live, input| {
            let DiagnosticsNormalise { language, path, diagnostics } = input;
            let mut fates = Vec::with_capacity(diagnostics.len());
            for part in parts(diagnostics) {
                live.fits(path.len() + part.iter().map(size).sum::<usize>())?;
                let sent: Vec<_> = part.iter().map(diagnostic_in).collect();
                let answer = live.ask(|guests, store| {
                    let diagnostics = group(guests.diagnostics.as_ref())?;
                    diagnostics.call_normalise(store, language, path, &sent)
                })?;
                let answer: Vec<_> = answer.into_iter().map(fate_out).collect();
                fates.extend(checked(answer, |fates| check_shown::fates(fates, part))?);
            }
            Ok(fates)
        })
    }
}

/// A list, cut to what one call may carry.
fn parts(diagnostics: &[Diagnostic]) -> Vec<&[Diagnostic]> {
    let mut parts = Vec::new();
    let mut rest = diagnostics;
    while !rest.is_empty() {
        let mut bytes = 0;
        let fitting = rest.iter().take(CHUNK_DIAGNOSTICS).take_while(|diagnostic| {
            bytes += size(diagnostic);
            bytes <= CHUNK_BYTES
        });
        // One goes in any case.
        let (part, later) = rest.split_at(fitting.count().max(1));
        parts.push(part);
        rest = later;
    }
    parts
}

/// Bytes of text that are sent.
fn size(diagnostic: &Diagnostic) -> usize {
    let Diagnostic { code, source, message, .. } = diagnostic;
    let sent = |text: Option<&String>| text.map_or(0, |text| text.len().min(DIAGNOSTIC_TEXT));
    sent(code.as_ref()) + sent(source.as_ref()) + sent(Some(message))
}

fn event_size(event: &Event) -> usize {
    match event {
        Event::Told(_) | Event::Saved | Event::Published(_) => 0,
        Event::Notified(sent) => notification_size(sent),
        Event::ProgressBegin(work) | Event::ProgressEnd(work) => {
            work.token.len() + work.title.len()
        }
        Event::Deadline(name) => name.len(),
    }
}

fn event_in(event: Event) -> guest::Event {
    match event {
        Event::Told(version) => guest::Event::Told(version),
        Event::Saved => guest::Event::Saved,
        Event::Published(published) => guest::Event::Published(guest::Publication {
            version: published.version,
            count: published.count,
        }),
        Event::Notified(sent) => guest::Event::Notified(convert::notification_in(sent)),
        Event::ProgressBegin(work) => guest::Event::ProgressBegin(work_in(work)),
        Event::ProgressEnd(work) => guest::Event::ProgressEnd(work_in(work)),
        Event::Deadline(name) => guest::Event::Deadline(name),
    }
}

fn work_in(work: Work) -> guest::Work {
    let Work { token, title } = work;
    guest::Work { token, title }
}

fn diagnostic_in(diagnostic: &Diagnostic) -> guest::Diagnostic {
    let text = |text: &String| cut(text, DIAGNOSTIC_TEXT).to_owned();
    guest::Diagnostic {
        range: convert::range_in(diagnostic.range),
        severity: diagnostic.severity,
        code: diagnostic.code.as_ref().map(text),
        source: diagnostic.source.as_ref().map(text),
        message: text(&diagnostic.message),
        tags: diagnostic.tags.iter().copied().take(TAGS).collect(),
    }
}

fn plan_out(plan: guest::DiagnosticsPlan) -> Plan {
    Plan {
        source: match plan.source {
            guest::Source::Push => Source::Push,
            guest::Source::Pull => Source::Pull,
            guest::Source::Both => Source::Both,
            guest::Source::Fetch => Source::Fetch,
        },
        needs_save: plan.needs_save,
        quiet_ms: plan.quiet_ms,
        react_ms: plan.react_ms,
        incomplete: plan.incomplete,
    }
}

fn judgement_out(judgement: guest::Judgement) -> Judgement {
    Judgement {
        state: judgement.state,
        settled: match judgement.settled {
            guest::Settled::Unknown => Settled::Unknown,
            guest::Settled::NotYet => Settled::NotYet,
            guest::Settled::Yes => Settled::Yes,
        },
        deadlines: judgement.deadlines.into_iter().map(convert::deadline_out).collect(),
    }
}

fn fate_out(fate: guest::Fate) -> Fate {
    match fate {
        guest::Fate::Keep => Fate::Keep,
        guest::Fate::Drop => Fate::Drop,
        guest::Fate::Change(instead) => {
            let guest::Diagnostic { range, severity, code, source, message, tags } = instead;
            let range = range_out(range);
            Fate::Change(Diagnostic { range, severity, code, source, message, tags })
        }
    }
}

fn range_out(range: wit::Range) -> Span {
    let position = |position: wit::Position| (position.line, position.column);
    Span { start: position(range.start), end: position(range.end) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(sizes: &[usize], expected: &[usize]) {
        let one = |size: &usize| Diagnostic { source: Some("s".repeat(*size)), ..<_>::default() };
        let list: Vec<_> = sizes.iter().map(one).collect();
        let found: Vec<_> = parts(&list).iter().map(|part| part.len()).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn lists_are_cut_by_count_and_by_bytes() {
        check(&[], &[]);
        check(&[1, 1], &[2]);
        check(&vec![1; 2 * CHUNK_DIAGNOSTICS + 1], &[CHUNK_DIAGNOSTICS, CHUNK_DIAGNOSTICS, 1]);
        let fitting = CHUNK_BYTES / DIAGNOSTIC_TEXT;
        check(&vec![DIAGNOSTIC_TEXT; fitting + 1], &[fitting, 1]);
    }

    #[test]
    fn texts_count_as_they_are_sent() {
        let text = "é".repeat(DIAGNOSTIC_TEXT);
        let one = Diagnostic { message: text.clone(), code: Some(text), ..<_>::default() };
        assert_eq!(size(&one), 2 * DIAGNOSTIC_TEXT);
        assert_eq!(diagnostic_in(&one).message, "é".repeat(DIAGNOSTIC_TEXT / 2));
    }
}
