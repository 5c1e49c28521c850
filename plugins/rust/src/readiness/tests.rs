//! Readiness, event by event.

use super::*;
use deixis_plugin::testing::{self, Reducer};

fn status(quiescent: bool, health: &str, message: Option<&str>) -> Event {
    let params = serde_json::json!({"health": health, "quiescent": quiescent, "message": message});
    Event::Notified(Notification::new(STATUS, &params))
}

fn work(token: &str, title: &str) -> WorkDone {
    WorkDone { token: token.to_owned(), title: title.to_owned(), message: None, percent: None }
}

fn begun() -> Reducer<Rust> {
    let mut reducer = Reducer::start(&testing::facts("rust-analyzer"));
    reducer.observe(Event::Initialized("{}".to_owned()));
    reducer
}

#[test]
fn silence_and_ended_progress_are_not_readiness() {
    let mut reducer = begun();
    assert!(reducer.status().signal_expected);
    reducer.observe(status(false, "ok", None));
    reducer.observe(Event::ProgressBegin(work("rustAnalyzer/Fetching", "Fetching")));
    let after = reducer.observe(Event::ProgressEnd(work("rustAnalyzer/Fetching", "Fetching")));
    assert_eq!(after.tracks.index, Level::busy("Fetching"));
    assert_eq!(after.index_trust, Trust::Partial);
    assert!(after.signal_expected);
}

#[test]
fn busy_says_what_and_how_far_but_no_folders() {
    let mut reducer = begun();
    let scanned = WorkDone {
        message: Some("14/15: /home/me/x".to_owned()),
        percent: Some(93),
        ..work("t", "Roots Scanned")
    };
    let expected = Progress { message: Some("Roots Scanned: 14/15".to_owned()), percent: Some(93) };
    assert_eq!(reducer.observe(Event::ProgressReport(scanned)).tracks.index, Level::Busy(expected));
}

#[test]
fn quiescent_is_ready_and_can_be_lost_again() {
    let mut reducer = begun();
    let ready = reducer.observe(status(true, "ok", None));
    assert_eq!((ready.tracks.index, ready.tracks.navigation), (Level::Ready, Level::Ready));
    assert!(!ready.signal_expected);
    let again = reducer.observe(status(false, "ok", None));
    assert_eq!((again.signal_expected, again.navigation_trust), (true, Trust::Empty));
}

#[test]
fn bad_health_is_degraded_with_its_message() {
    let mut reducer = begun();
    let after = reducer.observe(status(true, "error", Some("Failed to load workspaces.")));
    assert_eq!(after.tracks.index, Level::Degraded("Failed to load workspaces.".to_owned()));
}

#[test]
fn diagnostics_wait_for_the_check_or_its_deadline() {
    let mut reducer = begun();
    let quiescent = reducer.observe(status(true, "ok", None));
    assert_eq!(quiescent.tracks.diagnostics, Level::busy("running cargo check"));
    assert_eq!(reducer.deadlines.get(CHECK_DEADLINE), Some(&CHECK_BEGINS_WITHIN_MS));
    reducer.observe(Event::ProgressBegin(work("rust-analyzer/flycheck/0", "cargo check")));
    assert!(reducer.deadlines.is_empty());
    let ended =
        reducer.observe(Event::ProgressEnd(work("rust-analyzer/flycheck/0", "cargo check")));
    assert_eq!(ended.tracks.diagnostics, Level::Ready);

    let mut silent = begun();
    silent.observe(status(true, "ok", None));
    assert_eq!(
        silent.observe(Event::Deadline(CHECK_DEADLINE.to_owned())).tracks.diagnostics,
        Level::Ready
    );
}
