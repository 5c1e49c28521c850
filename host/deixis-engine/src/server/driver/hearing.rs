//! What the server says unasked: progress, diagnostics, messages.

use deixis_base::Located;
use deixis_hooks::diagnostics::{Event as Noted, Publication, Work};
use deixis_hooks::readiness::{Event, WorkDone};
use deixis_lsp::wire::{Progress, ProgressParams, PublishDiagnostics};
use serde_json::value::RawValue;
use tokio::time::Instant;

use super::Driver;

/// Progress tokens that are open at once; more are ignored.
const MAX_PROGRESS: usize = 256;
/// Bytes kept of the last message that the server showed.
const MAX_SHOWN: usize = 1024;

impl Driver {
    pub(super) fn progress(&mut self, params: &RawValue) {
        let Ok(params) = serde_json::from_str::<ProgressParams>(params.get()) else { return };
        let token = params.token.to_string();
        let Some(value) = params.value.0 else { return };
        let event = match value.kind.as_str() {
            "begin" if self.state.progress.len() < MAX_PROGRESS => {
                let work = begin(&token, value);
                self.notes.all(|| Noted::ProgressBegin(noted(&work)));
                self.state.progress.insert(token, work.clone());
                Event::ProgressBegin(work)
            }
            "report" => {
                // A report without a begin is taken for one: some servers omit it.
                let work = self
                    .state
                    .progress
                    .entry(token.clone())
                    .or_insert_with(|| WorkDone { token, ..WorkDone::default() });
                update(work, &value);
                Event::ProgressReport(work.clone())
            }
            "end" => {
                let mut work = self
                    .state
                    .progress
                    .remove(&token)
                    .unwrap_or(WorkDone { token, ..WorkDone::default() });
                update(&mut work, &value);
                self.notes.all(|| Noted::ProgressEnd(noted(&work)));
                Event::ProgressEnd(work)
            }
            _ => return,
        };
        self.events.put(event);
    }

    pub(super) fn publish(&mut self, params: &RawValue) {
        match serde_json::from_str::<PublishDiagnostics>(params.get()) {
            Ok(publication) => {
                if let Located::Inside(path) = self.root.locate(&publication.uri) {
                    let count = publication.diagnostics.items.len();
                    let count = u32::try_from(count).unwrap_or(u32::MAX);
                    let version = publication.version.0;
                    self.state.store.put(path.clone(), publication);
                    self.notes.about(&path, Noted::Published(Publication { version, count }));
                }
                self.news.send_modify(|count| *count += 1);
            }
            Err(error) => {
                tracing::warn!(target: "deixis::engine", server = %self.name, %error, "published diagnostics could not be read");
            }
        }
    }

    pub(super) fn show(&mut self, message: &str) {
        let mut end = message.len().min(MAX_SHOWN);
        while !message.is_char_boundary(end) {
            end -= 1;
        }
        self.state.shown = Some((Instant::now(), message[..end].to_owned()));
        tracing::info!(target: "deixis::server", server = %self.name, "{}", deixis_base::redact::redact(&message[..end]));
    }
}

fn noted(work: &WorkDone) -> Work {
    Work { token: work.token.clone(), title: work.title.clone() }
}

fn begin(token: &str, value: Progress) -> WorkDone {
    let percent = value.percent();
    WorkDone {
        token: token.to_owned(),
        title: value.title.0.unwrap_or_default(),
        message: value.message.0,
        percent,
    }
}

fn update(work: &mut WorkDone, value: &Progress) {
    if value.message.0.is_some() {
        work.message.clone_from(&value.message.0);
    }
    work.percent = value.percent().or(work.percent);
}
