//! One file's diagnostics: pulled where the server offers it, pushed ones waited
//! for until they have settled.

use std::sync::Arc;

use deixis_base::{RootedPath, Text};
use deixis_hooks::diagnostics::{Fetched, Settled, Source};
use deixis_lsp::{Feature, call, wire};
use serde_json::json;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep_until};

use super::Pull;
use super::known::{is_current, quiet_at, report, settled};
use super::normal::{normalised, note};
use crate::aim::raw;
use crate::answer::{AnswerState, FileDiagnostics};
use crate::ask::{self, Question};
use crate::fleet::Server;
use crate::project::Project;
use crate::server::{Input, Pulled, Report, Running, Track, hear};
use crate::{CallContext, OpError};

/// One file's diagnostics, waited for.
pub(super) struct Waiting<'a> {
    pub(super) cx: &'a CallContext,
    pub(super) project: &'a Project,
    pub(super) server: &'a Arc<Server>,
    pub(super) running: &'a Arc<Running>,
    pub(super) path: &'a RootedPath,
    pub(super) until: Instant,
}

impl Waiting<'_> {
    /// What is known when the wait is over.
    pub(super) async fn file(&mut self) -> Result<(FileDiagnostics, AnswerState), OpError> {
        let mut state = AnswerState::default();
        let passage = self.running.pass(self.cx, self.until).await?;
        state.incomplete.extend(passage.incomplete);
        note(self.running, &mut state);
        state.note_bypassed(passage.degraded);
        let (pull, (report, mut settled)) = loop {
            let pull = self.pull(&mut state).await?;
            if matches!(pull, Pull::Unasked) {
                let mut reports = report(self.running, Some(self.path.clone())).await?;
                let Some(report) = reports.pop() else { return Err(self.running.exited().await) };
                break (pull, (report, false));
            }
            if let Some(settled) = self.settle(matches!(pull, Pull::Now(_))).await? {
                break (pull, settled);
            }
        };
        let view = self.running.gauge.clone().settled().await;
        if view.diagnoses() {
            settled = false;
        }
        if !settled {
            state.readiness = Some(view.readiness(Track::Index));
        }
        state.incomplete.extend(view.diagnostics_hole());
        state.note_bypassed(view.degraded);
        let language = self.server.configured.routes.language(self.path).cloned();
        let file = self.project.judge(&report, pull, settled);
        let file = normalised(self.running, language, file, &mut state).await;
        Ok((file, state))
    }

    /// Pulls, where the server offers it. A failed pull is an error, never a
    /// clean file.
    async fn pull(&mut self, state: &mut AnswerState) -> Result<Pull, OpError> {
        let (reply, peeked) = oneshot::channel();
        if let Err(error) = self.running.peer.send(Input::Peek(reply)) {
            return Err(self.running.refused(error).await);
        }
        let Ok(peek) = peeked.await else { return Err(self.running.exited().await) };
        let plan = self.running.diagnostics.as_ref();
        if plan.is_some_and(|plan| plan.source == Source::Fetch) {
            return self.fetch(state).await;
        }
        let pushed_only = plan.is_some_and(|plan| plan.source == Source::Push);
        if pushed_only || !peek.features.contains(&Feature::PullDiagnostics) {
            return Ok(Pull::No);
        }
        self.ready().await?;
        let mut all: Vec<wire::Diagnostic> = Vec::new();
        let mut text = None;
        for identifier in peek.pull_identifiers {
            let build: ask::Build = Arc::new(move |subject| {
                let uri = subject.document.map(|(uri, _)| uri);
                let mut params = json!({"textDocument": {"uri": uri}});
                if let Some(identifier) = &identifier {
                    params["identifier"] = json!(identifier);
                }
                raw(&params)
            });
            let question = Question {
                track: Track::Navigation,
                document: Some(self.path.clone()),
                build,
                deadline: self.until,
            };
            match ask::ask::<call::PullDiagnostics>(self.cx, self.running, &question).await {
                Ok(asked) => {
                    all.extend(asked.output.items.items);
                    text = asked.sent.text;
                }
                Err(OpError::Timeout { .. }) => return Ok(Pull::Late),
                Err(error) => return Err(error),
            }
        }
        self.keep(&all, text);
        Ok(Pull::Now(all))
    }

    /// Keeps what was said for later: a server that is slow then may have answered now.
    fn keep(&self, items: &[wire::Diagnostic], text: Option<Text>) {
        if let Some(text) = text {
            let pulled = Pulled { items: items.to_vec(), text };
            let _ = self.running.peer.send(Input::Pulled(self.path.clone(), pulled));
        }
    }

    /// Asks in the adapter's words. Where they cannot be had, nothing is known.
    async fn fetch(&self, state: &mut AnswerState) -> Result<Pull, OpError> {
        let adapter = self.running.adapter.as_ref();
        let Some((adapter, hooks)) =
            adapter.and_then(|adapter| Some((adapter, adapter.diagnostics()?)))
        else {
            return Ok(Pull::Unasked);
        };
        self.ready().await?;
        let (facts, path) = (&self.running.facts, self.path.to_string());
        let uri = self.project.root.uri_of(self.path);
        let (asks, bypassed) = hear(adapter, hooks.fetch(facts.clone(), path.clone(), uri)).await;
        state.note_bypassed(bypassed);
        let Ok(asks) = asks else { return Ok(Pull::Unasked) };
        let mut answers = Vec::new();
        let mut text = None;
        for request in asks {
            let document = Some(self.path.clone());
            match ask::fetch(self.cx, self.running, request, document, self.until).await {
                Ok((answer, sent)) => {
                    answers.push(answer);
                    text = sent.text;
                }
                Err(OpError::Timeout { .. }) => return Ok(Pull::Late),
                Err(error) => return Err(error),
            }
        }
        let (found, bypassed) = hear(adapter, hooks.fetched(facts.clone(), path, answers)).await;
        state.note_bypassed(bypassed);
        let Ok(Fetched(found)) = found else { return Ok(Pull::Unasked) };
        let found = serde_json::from_str::<wire::Many<wire::Diagnostic>>(&found);
        let found = found.unwrap_or_default();
        if found.unreadable > 0 {
            let (count, name) = (found.unreadable, &self.running.name);
            state.incomplete.push(format!("{count} diagnostics of {name} could not be read"));
        }
        self.keep(&found.items, text);
        Ok(Pull::Now(found.items))
    }

    /// Waits, within the bound, for a server that says it will be ready.
    async fn ready(&self) -> Result<(), OpError> {
        let mut gauge = self.running.gauge.clone();
        tokio::select! {
            _ = gauge.wait_for(|view| view.settled(Track::Navigation) || !view.signal_expected() && !view.busy(Track::Navigation)) => Ok(()),
            () = sleep_until(self.until) => Ok(()),
            () = self.cx.cancel.cancelled() => Err(OpError::Canceled),
        }
    }

    /// Waits until publications about the present text have settled. With
    /// pulled diagnostics at hand, pushed ones are taken as they are. `None`
    /// if a pull provider has been registered meanwhile.
    async fn settle(&self, pulled: bool) -> Result<Option<(Report, bool)>, OpError> {
        let mut news = self.running.news.clone();
        let mut verdicts = self.running.verdicts.clone();
        loop {
            news.borrow_and_update();
            let mut reports = report(self.running, Some(self.path.clone())).await?;
            let Some(report) = reports.pop() else { return Err(self.running.exited().await) };
            let now = Instant::now();
            // The adapter's word counts before the native rules.
            let verdict = verdicts.of(self.path).await;
            let settled = match verdict {
                Settled::Yes => pulled || is_current(&report),
                Settled::NotYet => false,
                Settled::Unknown => pulled || settled(&report, now),
            };
            if settled {
                return Ok(Some((report, true)));
            }
            if now >= self.until || self.server.running().is_none() {
                return Ok(Some((report, false)));
            }
            if report.pulls && !pulled {
                return Ok(None);
            }
            // Beyond its own silence, only news can settle a file.
            let quiet = quiet_at(&report).filter(|quiet| *quiet > now);
            let quiet = quiet.filter(|_| verdict == Settled::Unknown);
            let wake = quiet.map_or(self.until, |quiet| quiet.min(self.until));
            tokio::select! {
                changed = news.changed() => if changed.is_err() { return Ok(Some((report, false))) },
                () = verdicts.changed() => {}
                () = sleep_until(wake) => {}
                () = self.cx.cancel.cancelled() => return Err(OpError::Canceled),
            }
        }
    }
}
