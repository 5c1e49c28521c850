//! Diagnostics: pushed, pulled or both, waited for until they are about the
//! present text and nothing more is to be expected.
//!
//! A publication is believed to be about the present text if the server says
//! so (its version), or if it came after the server was told of that text. It
//! is taken for settled when no other has followed for a short while: servers
//! publish in waves, and the first is often empty. No publication is never
//! the same as a clean file.

use std::sync::Arc;
use std::time::Duration;

use deixis_base::{RootedPath, Text};
use deixis_lsp::{Feature, call, wire};
use serde_json::json;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep_until, timeout_at};

use crate::aim::raw;
use crate::answer::{
    Answer, AnswerState, Availability, Counts, Diagnostic, DiagnosticSource, Diagnostics,
    FileDiagnostics, Severity,
};
use crate::ask::{self, Question};
use crate::fleet::Server;
use crate::places::{Places, line_text};
use crate::project::Project;
use crate::server::{Input, Report, Running, Sent, Track};
use crate::{CallContext, OpError};

/// How long a server must have been quiet about a file.
const QUIET: Duration = Duration::from_millis(400);
/// The same for a publication that names the present version.
const QUIET_VERSIONED: Duration = Duration::from_millis(150);
/// Related places that are kept per diagnostic.
const MAX_RELATED: usize = 8;

impl Project {
    /// Diagnostics of a file, or a summary over all files that are known,
    /// worst first. `wait_ms` bounds everything, the start of the server
    /// included.
    ///
    /// # Errors
    /// [`OpError`].
    pub async fn diagnostics(
        &self,
        cx: &CallContext,
        path: Option<&str>,
        server: Option<&str>,
        wait_ms: u64,
        min_severity: Severity,
    ) -> Result<Answer<Diagnostics>, OpError> {
        let until = cx.began + Duration::from_millis(wait_ms);
        let Some(path) = path else { return self.summary(server, min_severity).await };
        let (path, _) = self.file(path)?;
        let (name, _) = self.route(&path, server)?;
        let server = Arc::clone(self.fleet.server(&name)?);
        let running = match timeout_at(until, self.started(cx, &server)).await {
            Ok(running) => running?,
            Err(_) => {
                return Ok(Answer {
                    servers: vec![name.clone()],
                    state: AnswerState::default(),
                    value: not_yet(path, &name),
                });
            }
        };
        let mut waiting =
            Waiting { cx, project: self, server: &server, running: &running, path: &path, until };
        let (file, state) = waiting.file(min_severity).await?;
        Ok(Answer { servers: vec![name], state, value: Diagnostics::File(Box::new(file)) })
    }

    async fn summary(
        &self,
        server: Option<&str>,
        min_severity: Severity,
    ) -> Result<Answer<Diagnostics>, OpError> {
        if let Some(name) = server {
            self.fleet.server(name)?;
        }
        let mut files = Vec::new();
        let mut servers = Vec::new();
        for known in self
            .fleet
            .servers
            .values()
            .filter(|known| server.is_none_or(|name| &**known.name() == name))
        {
            let Some(running) = known.running() else { continue };
            servers.push(known.name().clone());
            for report in report(&running, None).await? {
                let settled = settled(&report, Instant::now());
                files.push(self.judge(
                    &report,
                    DiagnosticSource::Push,
                    settled,
                    Vec::new(),
                    min_severity,
                ));
            }
        }
        files.retain(|file| file.counts != Counts::default());
        files.sort_by_key(|file| {
            let counts = file.counts;
            (
                std::cmp::Reverse((counts.error, counts.warning, counts.information, counts.hint)),
                file.path.clone(),
            )
        });
        Ok(Answer { servers, state: AnswerState::default(), value: Diagnostics::Summary(files) })
    }

    /// Turns what is known of a file into an answer. `pulled` are items that
    /// were pulled for the present text.
    fn judge(
        &self,
        report: &Report,
        source: DiagnosticSource,
        settled: bool,
        pulled: Vec<wire::Diagnostic>,
        min_severity: Severity,
    ) -> FileDiagnostics {
        let text = match &report.document {
            Some((_, text, _)) => Some(text.clone()),
            None => self.texts.get(&report.path),
        };
        let current = is_current(report) || source != DiagnosticSource::Push;
        let availability = match (&report.published, current) {
            (_, true) => Availability::Current,
            (Some(_), false) => Availability::Stale,
            (None, false) => Availability::Unavailable(
                "the server has published nothing about this file".to_owned(),
            ),
        };
        let pushed =
            report.published.as_ref().map(|published| published.items.clone()).unwrap_or_default();
        let sent = Sent { text: text.clone(), encoding: report.encoding };
        let mut places = Places::new(&self.root, &self.texts, &sent, Some(&report.path));
        let mut all: Vec<Diagnostic> = Vec::new();
        for item in pulled.into_iter().chain(pushed) {
            let diagnostic = convert(&item, text.as_ref(), &sent, &mut places);
            let known = all.iter().any(|known| {
                known.range == diagnostic.range
                    && known.message == diagnostic.message
                    && known.severity == diagnostic.severity
            });
            if !known {
                all.push(diagnostic);
            }
        }
        let counts = count(&all);
        all.retain(|diagnostic| diagnostic.severity <= min_severity);
        all.sort_by_key(|diagnostic| (diagnostic.severity, diagnostic.range.start));
        FileDiagnostics {
            path: report.path.clone(),
            availability,
            settled: settled && current,
            source,
            counts,
            diagnostics: all,
        }
    }
}

/// One file's diagnostics, waited for.
struct Waiting<'a> {
    cx: &'a CallContext,
    project: &'a Project,
    server: &'a Arc<Server>,
    running: &'a Arc<Running>,
    path: &'a RootedPath,
    until: Instant,
}

impl Waiting<'_> {
    async fn file(
        &mut self,
        min_severity: Severity,
    ) -> Result<(FileDiagnostics, AnswerState), OpError> {
        let mut state = AnswerState::default();
        let passage = self.running.pass(self.cx, self.until).await?;
        state.incomplete.extend(passage.incomplete);
        state.degraded.extend(passage.degraded);
        let (pulled, (report, mut settled)) = loop {
            let pulled = self.pull().await?;
            if let Some(settled) = self.settle(pulled.is_some()).await? {
                break (pulled, settled);
            }
        };
        let source = match (&pulled, &report.published) {
            (Some(_), Some(published)) if !published.items.is_empty() => DiagnosticSource::Both,
            (Some(_), _) => DiagnosticSource::Pull,
            (None, _) => DiagnosticSource::Push,
        };
        let view = self.running.gauge.clone().settled().await;
        if pulled.is_some() {
            settled = true;
        }
        if view.busy(Track::Index) || view.signal_expected() && !view.settled(Track::Index) {
            settled = false;
        }
        if !settled {
            state.readiness = Some(view.readiness(Track::Index));
        }
        state.degraded.extend(view.degraded);
        let file =
            self.project.judge(&report, source, settled, pulled.unwrap_or_default(), min_severity);
        Ok((file, state))
    }

    /// Pulls, where the server offers it. A failed pull is an error, never a
    /// clean file.
    async fn pull(&mut self) -> Result<Option<Vec<wire::Diagnostic>>, OpError> {
        let (reply, peeked) = oneshot::channel();
        if let Err(error) = self.running.peer.send(Input::Peek(reply)) {
            return Err(self.running.refused(error).await);
        }
        let Ok(peek) = peeked.await else { return Err(self.running.exited().await) };
        if !peek.features.contains(&Feature::PullDiagnostics) {
            return Ok(None);
        }
        self.ready().await?;
        let mut all = Vec::new();
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
                Ok(asked) => all.extend(asked.output.items.items),
                Err(OpError::Timeout { .. }) => return Ok(None),
                Err(error) => return Err(error),
            }
        }
        Ok(Some(all))
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
        loop {
            news.borrow_and_update();
            let mut reports = report(self.running, Some(self.path.clone())).await?;
            let Some(report) = reports.pop() else { return Err(self.running.exited().await) };
            let now = Instant::now();
            if pulled || settled(&report, now) {
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
            let wake = quiet.map_or(self.until, |quiet| quiet.min(self.until));
            tokio::select! {
                changed = news.changed() => if changed.is_err() { return Ok(Some((report, false))) },
                () = sleep_until(wake) => {}
                () = self.cx.cancel.cancelled() => return Err(OpError::Canceled),
            }
        }
    }
}

/// Asks the driver what is known; brings documents up to date first.
async fn report(running: &Running, path: Option<RootedPath>) -> Result<Vec<Report>, OpError> {
    let (reply, reported) = oneshot::channel();
    if let Err(error) = running.peer.send(Input::Report(path, reply)) {
        return Err(running.refused(error).await);
    }
    match reported.await {
        Ok(reports) => reports,
        Err(_) => Err(running.exited().await),
    }
}

/// Whether a publication is about the text that the server has now.
fn is_current(report: &Report) -> bool {
    let (Some(published), Some((version, _, told))) = (&report.published, &report.document) else {
        return false;
    };
    match published.version {
        Some(of) => of >= *version,
        None => published.at >= *told,
    }
}

/// When a current publication has been followed by enough silence.
fn quiet_at(report: &Report) -> Option<Instant> {
    let published = report.published.as_ref().filter(|_| is_current(report))?;
    Some(published.at + if published.version.is_some() { QUIET_VERSIONED } else { QUIET })
}

/// A publication from before the last change of anything, this file or another,
/// may be about to be replaced.
fn settled(report: &Report, now: Instant) -> bool {
    let published = report.published.as_ref().map(|published| published.at);
    let after_all = published.is_some_and(|at| report.told.is_none_or(|told| at >= told));
    after_all && quiet_at(report).is_some_and(|quiet| quiet <= now)
}

fn not_yet(path: RootedPath, server: &str) -> Diagnostics {
    Diagnostics::File(Box::new(FileDiagnostics {
        path,
        availability: Availability::Unavailable(format!("{server} is still starting")),
        settled: false,
        source: DiagnosticSource::Push,
        counts: Counts::default(),
        diagnostics: Vec::new(),
    }))
}

fn convert(
    item: &wire::Diagnostic,
    text: Option<&Text>,
    sent: &Sent,
    places: &mut Places<'_>,
) -> Diagnostic {
    let range =
        text.map(|text| text.range_from_wire(item.range, sent.encoding)).unwrap_or_default();
    let severity = match item.severity.0 {
        Some(2) => Severity::Warning,
        Some(3) => Severity::Information,
        Some(4) => Severity::Hint,
        // Absent and unknown severities are shown, not hidden.
        _ => Severity::Error,
    };
    let related = item.related_information.items.iter().take(MAX_RELATED).filter_map(|related| {
        Some((places.place(&related.location.clone().location()?), related.message.clone()))
    });
    Diagnostic {
        range,
        severity,
        code: item.code_text(),
        source: item.source.0.clone(),
        message: item.message_text(),
        text: text.and_then(|text| line_text(text, range.start.line)),
        related: related.collect(),
    }
}

fn count(all: &[Diagnostic]) -> Counts {
    let mut counts = Counts::default();
    for diagnostic in all {
        match diagnostic.severity {
            Severity::Error => counts.error += 1,
            Severity::Warning => counts.warning += 1,
            Severity::Information => counts.information += 1,
            Severity::Hint => counts.hint += 1,
        }
    }
    counts
}
