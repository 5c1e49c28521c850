//! Progress of a call, for the client that asked for it.
//!
//! The engine reports as often as it likes; a report only replaces the last one. [`Ticker::drive`]
//! runs beside the call, in the call's own task, and sends at most one notification per
//! [`SHORTEST`], and one per [`LONGEST`] even when nothing was reported, because clients count
//! silence as a hang. A notification that is on its way when the call ends is waited for, so that
//! none comes after the answer.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use deixis_engine::ProgressSink;
use rmcp::RoleServer;
use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::service::Peer;
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

use crate::render::clean;

/// Shortest time between two notifications.
const SHORTEST: Duration = Duration::from_millis(500);

/// Longest time without one while a call runs.
const LONGEST: Duration = Duration::from_secs(5);

/// The progress value of a finished call.
const WHOLE: f64 = 100.0;

/// How much a notification without a higher percentage moves on: progress must always increase.
const STEP: f64 = 0.01;

#[derive(Debug, Clone, Default, PartialEq)]
struct Report {
    message: String,
    percent: Option<u8>,
}

/// The sink that a call's context carries.
#[derive(Debug)]
struct Sink(watch::Sender<Report>);

impl ProgressSink for Sink {
    fn report(&self, message: &str, percent: Option<u8>) {
        let report = Report { message: message.to_owned(), percent };
        self.0.send_if_modified(|last| {
            let changed = *last != report;
            *last = report;
            changed
        });
    }
}

/// Sends a call's progress.
#[derive(Debug)]
pub(crate) struct Ticker {
    peer: Peer<RoleServer>,
    token: ProgressToken,
    reports: watch::Receiver<Report>,
    /// Last value that was sent.
    reached: f64,
}

impl Ticker {
    /// A sink for the call's context, and the ticker that forwards what it gets.
    pub(crate) fn new(
        peer: Peer<RoleServer>,
        token: ProgressToken,
    ) -> (Arc<dyn ProgressSink>, Self) {
        let (sender, reports) = watch::channel(Report::default());
        (Arc::new(Sink(sender)), Self { peer, token, reports, reached: 0.0 })
    }

    /// Runs the call to its end, notifying meanwhile.
    pub(crate) async fn drive<F: Future>(mut self, call: F) -> F::Output {
        let mut call = pin!(call);
        let mut last = Instant::now();
        let mut sent_any = false;
        loop {
            tokio::select! {
                output = &mut call => return output,
                () = self.due(last, sent_any) => {}
            }
            let notification = self.next();
            let mut send = pin!(self.peer.notify_progress(notification));
            tokio::select! {
                biased;
                output = &mut call => {
                    // The client may be gone; then there is nobody to tell.
                    let _ = send.await;
                    return output;
                }
                _ = &mut send => {}
            }
            last = Instant::now();
            sent_any = true;
        }
    }

    /// Waits until the next notification is due.
    async fn due(&mut self, last: Instant, sent_any: bool) {
        tokio::select! {
            () = sleep_until(last + LONGEST) => return,
            changed = self.reports.changed() => {
                // The call holds the sink for as long as it runs.
                if changed.is_err() {
                    sleep_until(last + LONGEST).await;
                    return;
                }
            }
        }
        if sent_any {
            sleep_until(last + SHORTEST).await;
        }
    }

    fn next(&mut self) -> ProgressNotificationParam {
        let report = self.reports.borrow_and_update().clone();
        let percent = report.percent.map(|percent| f64::from(percent.min(99)));
        let moved = (self.reached + STEP).min(WHOLE);
        self.reached = percent.filter(|percent| *percent > self.reached).unwrap_or(moved);
        let mut notification = ProgressNotificationParam::new(self.token.clone(), self.reached);
        if percent.is_some() {
            notification = notification.with_total(WHOLE);
        }
        let message = match (report.message.as_str(), report.percent) {
            ("", _) => "waiting for the language server".to_owned(),
            (message, Some(percent)) => format!("{} ({percent}%)", clean::line(message)),
            (message, None) => clean::line(message).into_owned(),
        };
        notification.with_message(message)
    }
}
