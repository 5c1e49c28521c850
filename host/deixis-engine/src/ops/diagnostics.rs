//! Diagnostics: pushed, pulled or both, waited for until they are about the
//! present text and nothing more is to be expected.
//!
//! A publication is believed to be about the present text if the server says
//! so (its version), or if it came after the server was told of that text. It
//! is taken for settled when no other has followed for a short while: servers
//! publish in waves, and the first is often empty. No publication is never
//! the same as a clean file.

mod known;
mod merge;
mod normal;
mod summary;
mod waiting;

use std::sync::Arc;
use std::time::Duration;

use deixis_base::{RootedPath, Text};
use deixis_lsp::wire;
use futures_util::future::join_all;
use tokio::time::{Instant, timeout_at};

use self::known::is_current;
use self::merge::{merged, shown};
use self::waiting::Waiting;
use crate::answer::{
    Answer, AnswerState, Availability, Counts, Diagnostic, DiagnosticSource, Diagnostics,
    FileDiagnostics, ServerName, Severity,
};
use crate::ops::state::join;
use crate::places::{Places, line_text};
use crate::project::Project;
use crate::scope::DIAGNOSTICS;
use crate::server::{Report, Sent};
use crate::{CallContext, OpError};

/// What came of asking the server for a file's diagnostics.
enum Pull {
    /// It does not offer that.
    No,
    /// It did not answer in time.
    Late,
    /// Only the adapter knows how to ask, and it failed.
    Unasked,
    /// For the present text.
    Now(Vec<wire::Diagnostic>),
}

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
        self.in_place()?;
        let Some(path) = path else {
            return self.summary(cx, server, until, min_severity).await;
        };
        let (path, _) = self.file(path)?;
        let (main, _) = self.route(&path, server, DIAGNOSTICS)?;
        let mut servers = vec![main.clone()];
        if server.is_none() {
            let companions = self.router.companions(&path, DIAGNOSTICS);
            servers.extend(companions.into_iter().filter(|name| *name != main));
        }
        let asked = servers.iter().map(|name| self.of_file(cx, name, &path, until));
        let mut others = Vec::new();
        let mut first = None;
        let mut state = AnswerState::default();
        for (name, answer) in servers.iter().zip(join_all(asked).await) {
            match answer {
                Ok((file, more)) => {
                    join(&mut state, more);
                    let said = (name.clone(), file);
                    if *name == main { first = Some(said) } else { others.push(said) }
                }
                // Without the main server's word the others' would look like all there is.
                Err(error) if *name == main => return Err(error),
                Err(error) => state.incomplete.push(error.to_string()),
            }
        }
        let Some(first) = first else { return Err(OpError::Canceled) };
        let file = shown(merged(first, others, &mut state), min_severity);
        Ok(Answer { servers, state, value: Diagnostics::File(Box::new(file)) })
    }

    /// What one server says of a file.
    async fn of_file(
        &self,
        cx: &CallContext,
        name: &ServerName,
        path: &RootedPath,
        until: Instant,
    ) -> Result<(FileDiagnostics, AnswerState), OpError> {
        let server = Arc::clone(self.fleet.server(name)?);
        match timeout_at(until, self.started(cx, &server)).await {
            Ok(running) => {
                let (server, running) = (&server, &running?);
                Waiting { cx, project: self, server, running, path, until }.file().await
            }
            Err(_) => Ok((not_yet(path.clone(), name), AnswerState::default())),
        }
    }

    fn is_companion(&self, server: &str) -> bool {
        self.fleet.server(server).is_ok_and(|known| known.configured.scope.is_companion)
    }

    /// Turns what is known of a file into an answer, of every severity.
    fn judge(&self, report: &Report, pull: Pull, settled: bool) -> FileDiagnostics {
        let text = match &report.document {
            Some((_, text, _)) => Some(text.clone()),
            None => self.texts.get(&report.path),
        };
        let said = report.published.as_ref().is_some_and(|published| !published.items.is_empty());
        let late = matches!(pull, Pull::Late);
        let is_unasked = matches!(pull, Pull::Unasked);
        let asked = if report.fetches { DiagnosticSource::Fetched } else { DiagnosticSource::Pull };
        let (source, pulled, current) = match pull {
            Pull::Now(items) if said => (DiagnosticSource::Both, items, true),
            Pull::Now(items) => (asked, items, true),
            Pull::Late => {
                let before = report.pulled.as_ref();
                let same = before.is_some_and(|before| {
                    text.as_ref().is_some_and(|text| text.as_str() == before.text.as_str())
                });
                let items = before.map(|before| before.items.clone()).unwrap_or_default();
                (asked, items, same)
            }
            Pull::Unasked => (asked, Vec::new(), false),
            Pull::No => (DiagnosticSource::Push, Vec::new(), is_current(report)),
        };
        let known = report.published.is_some() || late && report.pulled.is_some();
        let availability = match (current, known) {
            (true, _) => Availability::Current,
            (false, true) => Availability::Stale,
            (false, false) => Availability::Unavailable(
                match (late, is_unasked) {
                    (true, _) => {
                        "the server has not answered yet: ask again, or say a longer waitMs"
                    }
                    (false, true) => "the adapter knows how to ask for them, and failed",
                    (false, false) => "the server has published nothing about this file",
                }
                .to_owned(),
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
        FileDiagnostics {
            path: report.path.clone(),
            availability,
            settled: settled && current && !late,
            source,
            counts: Counts::default(),
            diagnostics: all,
        }
    }
}

fn not_yet(path: RootedPath, server: &str) -> FileDiagnostics {
    FileDiagnostics {
        path,
        availability: Availability::Unavailable(format!("{server} is still starting")),
        settled: false,
        source: DiagnosticSource::Push,
        counts: Counts::default(),
        diagnostics: Vec::new(),
    }
}

fn convert(
    item: &wire::Diagnostic,
    text: Option<&Text>,
    sent: &Sent,
    places: &mut Places<'_>,
) -> Diagnostic {
    let range =
        text.map(|text| text.range_from_wire(item.range, sent.encoding)).unwrap_or_default();
    let related = item.related_information.items.iter().take(MAX_RELATED).filter_map(|related| {
        Some((places.place(&related.location.clone().location()?), related.message.clone()))
    });
    Diagnostic {
        range,
        severity: Severity::of(item.severity.0),
        code: item.code_text(),
        source: item.source.0.clone(),
        message: item.message_text(),
        tags: item.tags.items.clone(),
        text: text.and_then(|text| line_text(text, range.start.line)),
        related: related.collect(),
        server: None,
    }
}
