//! One file's diagnostics: pulled where the server offers it, pushed ones waited
//! for until they have settled.

use std::sync::Arc;

use deixis_base::RootedPath;
use deixis_hooks::diagnostics::{Settled, Source};
use deixis_lsp::{Feature, call, wire};
use serde_json::json;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep_until};

use super::Pull;
use super::known::{is_current, quiet_at, report, settled};
use super::normal::{normalised, note};
use crate::aim::raw;
use crate::answer::{AnswerState, FileDiagnostics, Severity};
use crate::ask::{self, Question};
use crate::fleet::Server;
use crate::project::Project;
use crate::server::{Input, Pulled, Report, Running, Track};
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
    pub(super) async fn file(
        &mut self,
        min_severity: Severity,
    ) -> Result<(FileDiagnostics, AnswerState), OpError> {
        let mut state = AnswerState::default();
        let passage = self.running.pass(self.cx, self.until).await?;
        state.incomplete.extend(passage.incomplete);
        note(self.running, &mut state);
        state.note_bypassed(passage.degraded);
        let (pull, (report, mut settled)) = loop {
            let pull = self.pull().await?;
            if let Some(settled) = self.settle(matches!(pull, Pull::Now(_))).await? {
                break (pull, settled);
            }
        };
        let view = self.running.gauge.clone().settled().await;
        if view.busy(Track::Index) || view.signal_expected() && !view.settled(Track::Index) {
            settled = false;
        }
        if !settled {
            state.readiness = Some(view.readiness(Track::Index));
        }
        state.incomplete.extend(view.diagnostics_hole());
        state.note_bypassed(view.degraded);
        let language = self.server.configured.routes.language(self.path).cloned();
        let file = self.project.judge(&report, pull, settled);
        let file = normalised(self.running, language, file, min_severity, &mut state).await;
        Ok((file, state))
    }

    /// Pulls, where the server offers it. A failed pull is an error, never a
    /// clean file.
    async fn pull(&mut self) -> Result<Pull, OpError> {
        let (reply, peeked) = oneshot::channel();
        if let Err(error) = self.running.peer.send(Input::Peek(reply)) {
            return Err(self.running.refused(error).await);
        }
        let Ok(peek) = peeked.await else { return Err(self.running.exited().await) };
        let plan = self.running.diagnostics.as_ref();
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
        if let Some(text) = text {
            let pulled = Pulled { items: all.clone(), text };
            // For later: a server that is slow then may have answered now.
            let _ = self.running.peer.send(Input::Pulled(self.path.clone(), pulled));
        }
        Ok(Pull::Now(all))
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
