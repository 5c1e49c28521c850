//! The summary over all files that are known, worst first: what servers have
//! published, and, of servers that are pulled, what they say of open files.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use deixis_base::RootedPath;
use deixis_hooks::diagnostics::Settled;
use futures_util::future::join_all;
use tokio::time::{Instant, sleep_until};

use super::Pull;
use super::known::{is_current, quiet_at, report, settled};
use super::merge::{Said, merged, shown};
use super::normal::{normalised, note};
use super::waiting::Waiting;
use crate::answer::{
    Answer, AnswerState, Availability, Counts, DiagnosticSource, Diagnostics, FileDiagnostics,
    Severity,
};
use crate::fleet::Server;
use crate::ops::state::join;
use crate::project::Project;
use crate::server::{Report, Running, Track, View};
use crate::{CallContext, OpError};

/// How long after a change a server that is not busy may take to publish anew
/// for the files that it concerns. It publishes nothing for the others, so
/// there is nothing to wait for beyond that.
const REACTION: Duration = Duration::from_millis(1_500);

/// What is known from one server.
type Known = (Vec<FileDiagnostics>, AnswerState);

impl Project {
    pub(super) async fn summary(
        &self,
        cx: &CallContext,
        server: Option<&str>,
        until: Instant,
        min_severity: Severity,
    ) -> Result<Answer<Diagnostics>, OpError> {
        if let Some(name) = server {
            self.fleet.server(name)?;
        }
        let wanted = |known: &&Arc<Server>| server.is_none_or(|name| &**known.name() == name);
        let asked: Vec<(&Arc<Server>, Arc<Running>)> = self
            .fleet
            .servers
            .values()
            .filter(wanted)
            .filter_map(|known| Some((known, known.running()?)))
            .collect();
        let all = asked.iter().map(|(server, running)| self.known_from(cx, server, running, until));
        let mut answer = Answer {
            servers: asked.iter().map(|(server, _)| server.name().clone()).collect(),
            state: AnswerState::default(),
            value: Diagnostics::Summary(Vec::new()),
        };
        let mut said: BTreeMap<RootedPath, Vec<Said>> = BTreeMap::new();
        for ((server, _), known) in asked.iter().zip(join_all(all).await) {
            match known {
                Ok((more, state)) => {
                    for file in more {
                        let of_file = said.entry(file.path.clone()).or_default();
                        of_file.push((server.name().clone(), file));
                    }
                    join(&mut answer.state, state);
                }
                Err(error) if asked.len() == 1 => return Err(error),
                Err(error) => answer.state.incomplete.push(error.to_string()),
            }
        }
        let mut files: Vec<FileDiagnostics> = said
            .into_values()
            .filter_map(|mut of_file| {
                // The main server's word first.
                of_file.sort_by_key(|(server, _)| self.is_companion(server));
                let others = of_file.split_off(1);
                // Of a file that is not open a companion need not know anything.
                let file = merged(of_file.pop()?, others, &mut AnswerState::default());
                Some(shown(file, min_severity)).filter(is_news)
            })
            .collect();
        files.sort_by_key(|file| {
            let Counts { error, warning, information, hint } = file.counts;
            (Reverse((error, warning, information, hint)), file.path.clone())
        });
        answer.value = Diagnostics::Summary(files);
        Ok(answer)
    }

    async fn known_from(
        &self,
        cx: &CallContext,
        server: &Arc<Server>,
        running: &Arc<Running>,
        until: Instant,
    ) -> Result<Known, OpError> {
        let mut state = AnswerState::default();
        let passage = running.pass(cx, until).await?;
        state.incomplete.extend(passage.incomplete);
        note(running, &mut state);
        state.note_bypassed(passage.degraded);
        let reports = settle(cx, running, until).await?;
        let mut files = Vec::new();
        let mut pulled = Vec::new();
        for report in reports {
            if report.pulls && report.document.is_some() {
                pulled.push(report.path);
                continue;
            }
            let settled = match running.verdicts.clone().of(&report.path).await {
                Settled::Yes => is_current(&report),
                Settled::NotYet => false,
                Settled::Unknown => settled(&report, Instant::now()),
            };
            let language = server.configured.routes.language(&report.path).cloned();
            let file = self.judge(&report, Pull::No, settled);
            files.push(normalised(running, language, file, &mut state).await);
        }
        let pulling = pulled.iter().map(|path| async move {
            let mut waiting = Waiting { cx, project: self, server, running, path, until };
            waiting.file().await
        });
        for file in join_all(pulling).await {
            let (file, of_file) = file?;
            files.push(file);
            join(&mut state, of_file);
        }
        let view = running.gauge.clone().settled().await;
        if view.diagnoses() {
            state.readiness = Some(view.readiness(Track::Index));
            files.iter_mut().for_each(|file| file.settled = false);
        }
        // What is pulled has said it already.
        let hole = view.diagnostics_hole().filter(|hole| !state.incomplete.contains(hole));
        state.incomplete.extend(hole);
        state.note_bypassed(view.degraded);
        Ok((files, state))
    }
}

/// How long a first publication may take after a change.
fn reaction(running: &Running) -> Duration {
    let said = running.diagnostics.as_ref().and_then(|plan| plan.react_ms);
    said.map_or(REACTION, |ms| Duration::from_millis(ms.into()))
}

/// Whether a file belongs into the summary: something is known of it, or its text
/// has changed since something was, or a server that is to be asked is late.
fn is_news(file: &FileDiagnostics) -> bool {
    file.counts != Counts::default()
        || match file.availability {
            Availability::Current => false,
            Availability::Stale => true,
            Availability::Unavailable(_) => {
                matches!(file.source, DiagnosticSource::Pull | DiagnosticSource::Fetched)
            }
        }
}

/// Waits for publications that a change is about to bring.
async fn settle(
    cx: &CallContext,
    running: &Running,
    until: Instant,
) -> Result<Vec<Report>, OpError> {
    let mut news = running.news.clone();
    loop {
        news.borrow_and_update();
        let reports = report(running, None).await?;
        let now = Instant::now();
        let open: Vec<&Report> =
            reports.iter().filter(|report| !report.pulls && !settled(report, now)).collect();
        let busy = running.gauge.peek(View::diagnoses);
        let told = reports.first().and_then(|report| report.told);
        let last = match told {
            _ if busy => until,
            Some(told) => until.min(told + reaction(running)),
            None => now,
        };
        let quiet = open.iter().filter_map(|report| quiet_at(report)).max();
        let last = quiet.map_or(last, |quiet| until.min(last.max(quiet)));
        if open.is_empty() && !busy || now >= last {
            return Ok(reports);
        }
        tokio::select! {
            changed = news.changed() => if changed.is_err() { return Ok(reports) },
            () = sleep_until(last) => {}
            () = cx.cancel.cancelled() => return Err(OpError::Canceled),
        }
    }
}
