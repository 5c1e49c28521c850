//! What is known of a file's diagnostics, and whether it can be believed.

use std::time::Duration;

use deixis_base::RootedPath;
use tokio::sync::oneshot;
use tokio::time::Instant;

use crate::OpError;
use crate::server::{Input, Report, Running};

/// How long a server must have been quiet about a file.
const QUIET: Duration = Duration::from_millis(400);
/// The same for a publication that names the present version.
const QUIET_VERSIONED: Duration = Duration::from_millis(150);

/// Asks the driver what is known; brings documents up to date first.
pub(super) async fn report(
    running: &Running,
    path: Option<RootedPath>,
) -> Result<Vec<Report>, OpError> {
    let (reply, reported) = oneshot::channel();
    if let Err(error) = running.peer.send(Input::Report(path, reply)) {
        return Err(running.refused(error).await);
    }
    match reported.await {
        Ok(reports) => reports,
        Err(_) => Err(running.exited().await),
    }
}

/// Whether a publication is about the text that the server has now. Of a file
/// that is not open, the server reads the text itself: then it is if it came
/// after the server was last told of any change.
pub(super) fn is_current(report: &Report) -> bool {
    let Some(published) = &report.published else { return false };
    match (&report.document, published.version) {
        (Some((version, ..)), Some(of)) => of >= *version,
        (Some((_, _, told)), None) => published.at >= *told,
        (None, _) => report.told.is_none_or(|told| published.at >= told),
    }
}

/// When a current publication has been followed by enough silence.
pub(super) fn quiet_at(report: &Report) -> Option<Instant> {
    let published = report.published.as_ref().filter(|_| is_current(report))?;
    let native = if published.version.is_some() { QUIET_VERSIONED } else { QUIET };
    Some(published.at + report.quiet.unwrap_or(native))
}

/// A publication from before the last change of anything, this file or another,
/// may be about to be replaced.
pub(super) fn settled(report: &Report, now: Instant) -> bool {
    let published = report.published.as_ref().map(|published| published.at);
    let after_all = published.is_some_and(|at| report.told.is_none_or(|told| at >= told));
    after_all && quiet_at(report).is_some_and(|quiet| quiet <= now)
}
