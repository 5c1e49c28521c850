//! Ready when the import is over and nothing is built or indexed.
//!
//! Theory of operation. `ServiceReady` ends the import of the projects, and is
//! sure to come unless `Error` does. Before it, most capabilities are not there
//! yet, so an early answer may be anything. After it, searches wait for the
//! index by themselves. The words of `Starting` are for people; progress has
//! about twenty tokens, of which only building says something about
//! diagnostics. A build file that does not make sense leaves the project
//! without a classpath: `ProjectStatus` says `WARNING`.

use deixis_plugin::{
    Effects, Event, Facts, Failure, Level, Notification, Progress, Readiness, Status, Tracks,
    Trust, WorkDone,
};
use serde::{Deserialize, Serialize};

use crate::Java;

const STATUS: &str = "language/status";
/// Titles of progress in which diagnostics come about.
const BUILDING: &[&str] = &["Building", "Validate documents", "Publish Diagnostics"];

/// What is remembered.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Seen {
    alive: bool,
    ready: bool,
    /// Words of the start.
    words: Option<String>,
    percent: Option<u8>,
    /// The server gave up, for this reason.
    error: Option<String>,
    /// Build files do not make sense.
    warned: bool,
    /// Tokens of the builds that run.
    builds: Vec<String>,
    /// A build has ended.
    built: bool,
}

#[derive(Deserialize)]
struct LanguageStatus {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    message: String,
}

impl Readiness for Java {
    type State = Seen;

    fn interests() -> Vec<String> {
        vec![STATUS.to_owned()]
    }

    fn start(_facts: &Facts, _effects: &mut Effects) -> Result<Seen, Failure> {
        Ok(Seen::default())
    }

    fn observe(seen: &mut Seen, event: Event, _effects: &mut Effects) -> Result<(), Failure> {
        match event {
            Event::Initialized(_) => seen.alive = true,
            Event::Notified(notification) => seen.language_status(&notification),
            Event::ProgressBegin(work) if is_build(&work) && !seen.builds.contains(&work.token) => {
                seen.builds.push(work.token);
            }
            Event::ProgressEnd(work) => {
                let before = seen.builds.len();
                seen.builds.retain(|token| *token != work.token);
                seen.built |= seen.ready && seen.builds.len() < before;
            }
            _ => {}
        }
        Ok(())
    }

    fn status(seen: &Seen) -> Status {
        let level = seen.level();
        let diagnostics = match level {
            Level::Ready if !seen.builds.is_empty() || !seen.built => Level::busy("building"),
            _ => level.clone(),
        };
        let alive = if seen.alive { Level::Ready } else { Level::Unknown };
        Status {
            tracks: Tracks { alive, navigation: level.clone(), index: level, diagnostics },
            navigation_trust: Trust::Partial,
            index_trust: Trust::Partial,
            signal_expected: !seen.ready && seen.error.is_none(),
        }
    }
}

impl Seen {
    fn language_status(&mut self, notification: &Notification) {
        let Some(status) = notification.params::<LanguageStatus>() else { return };
        match status.kind.as_str() {
            "Starting" => {
                let (percent, words) = split(&status.message);
                self.percent = percent;
                self.words = Some(words.to_owned());
            }
            "ServiceReady" => self.ready = true,
            "ProjectStatus" => self.warned = status.message == "WARNING",
            "Error" => self.error = Some(status.message),
            _ => {}
        }
    }

    fn level(&self) -> Level {
        if !self.alive {
            return Level::Unknown;
        }
        match &self.error {
            Some(error) => Level::Degraded(error.clone()),
            None if self.ready && self.warned => Level::Degraded(
                "jdtls has trouble with the build files: diagnostics of pom.xml or build.gradle say more".to_owned(),
            ),
            None if self.ready => Level::Ready,
            None => Level::Busy(Progress {
                message: Some(self.words.clone().unwrap_or_else(|| "importing projects".to_owned())),
                percent: self.percent,
            }),
        }
    }
}

fn is_build(work: &WorkDone) -> bool {
    BUILDING.contains(&work.title.as_str())
}

/// `20% Starting Java Language Server` is a number and words.
fn split(message: &str) -> (Option<u8>, &str) {
    let parts = message.split_once("% ");
    let number =
        parts.and_then(|(number, _)| number.parse().ok()).filter(|percent| *percent <= 100);
    match (number, parts) {
        (Some(percent), Some((_, words))) => (Some(percent), words),
        _ => (None, message),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deixis_plugin::testing::{self, Reducer};
    use serde_json::json;

    fn status(kind: &str, message: &str) -> Event {
        Event::Notified(Notification::new(STATUS, &json!({"type": kind, "message": message})))
    }

    fn work(token: &str, title: &str) -> WorkDone {
        WorkDone { token: token.to_owned(), title: title.to_owned(), message: None, percent: None }
    }

    fn begun() -> Reducer<Java> {
        let mut reducer = Reducer::start(&testing::facts("jdtls"));
        reducer.observe(Event::Initialized("{}".to_owned()));
        reducer
    }

    #[test]
    fn the_service_is_ready_when_it_says_so() {
        let mut reducer = begun();
        assert!(reducer.status().signal_expected);
        let busy = reducer.observe(status("Starting", "20% Starting Java Language Server"));
        let words = Level::Busy(Progress {
            message: Some("Starting Java Language Server".to_owned()),
            percent: Some(20),
        });
        assert_eq!((busy.tracks.index, busy.index_trust), (words, Trust::Partial));
        assert!(reducer.observe(status("Started", "Ready")).signal_expected);
        let ready = reducer.observe(status("ServiceReady", "ServiceReady"));
        assert_eq!((&ready.tracks.index, ready.signal_expected), (&Level::Ready, false));
        assert_eq!(ready.tracks.diagnostics, Level::busy("building"));
        reducer.observe(Event::ProgressBegin(work("1", "Building")));
        let built = reducer.observe(Event::ProgressEnd(work("1", "Building")));
        assert_eq!(built.tracks.diagnostics, Level::Ready);
        // Progress that is no build says nothing.
        let searching = reducer.observe(Event::ProgressBegin(work("2", "Searching...")));
        assert_eq!(searching.tracks.diagnostics, Level::Ready);
    }

    #[test]
    fn trouble_is_shown_as_long_as_it_holds() {
        let mut reducer = begun();
        reducer.observe(status("ServiceReady", "ServiceReady"));
        let warned = reducer.observe(status("ProjectStatus", "WARNING"));
        assert!(matches!(warned.tracks.index, Level::Degraded(_)));
        assert_eq!(reducer.observe(status("ProjectStatus", "OK")).tracks.index, Level::Ready);

        let mut broken = begun();
        let failed = broken.observe(status("Error", "no workspace"));
        assert_eq!(failed.tracks.index, Level::Degraded("no workspace".to_owned()));
        assert!(!failed.signal_expected);
    }
}
