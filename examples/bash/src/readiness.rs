//! Ready when the log says that the background analysis is done.
//!
//! The server has no progress; what it tells stands in its log. Every analysis ends by one of
//! four lines, within ten seconds. That shellcheck is missing is said at the first check, before
//! its diagnostics are published.

use deixis_plugin::{Effects, Event, Facts, Failure, Level, Readiness, Status, Tracks, Trust};
use serde::{Deserialize, Serialize};

use crate::Adapter;

const LOG: &str = "window/logMessage";
/// The server gives itself ten seconds for the analysis.
const SAID_WITHIN_MS: u32 = 60_000;
const DEADLINE: &str = "analysis";

/// What is remembered between events.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Seen {
    alive: bool,
    analysis: Analysis,
    /// Diagnostics are empty, whatever is wrong.
    unchecked: bool,
}

/// How far the scripts of the project are read.
#[derive(Debug, Default, Serialize, Deserialize)]
enum Analysis {
    #[default]
    Runs,
    Done,
    /// It ended before its end; why.
    Partial(String),
}

#[derive(Deserialize)]
struct LogMessage {
    message: String,
}

impl Readiness for Adapter {
    type State = Seen;

    fn interests() -> Vec<String> {
        vec![LOG.to_owned()]
    }

    fn start(_facts: &Facts, _effects: &mut Effects) -> Result<Seen, Failure> {
        Ok(Seen::default())
    }

    fn observe(seen: &mut Seen, event: Event, effects: &mut Effects) -> Result<(), Failure> {
        match event {
            Event::Initialized(_) => {
                seen.alive = true;
                effects.deadline(DEADLINE, SAID_WITHIN_MS);
            }
            Event::Notified(notification) => {
                if let Some(log) = notification.params::<LogMessage>() {
                    seen.reads(&log.message, effects);
                }
            }
            Event::Deadline(name) if name == DEADLINE => seen.ended(Analysis::Partial(
                "the server never said that it has read the project's scripts".to_owned(),
            )),
            _ => {}
        }
        Ok(())
    }

    fn status(seen: &Seen) -> Status {
        let alive = if seen.alive { Level::Ready } else { Level::Unknown };
        let level = match &seen.analysis {
            _ if !seen.alive => Level::Unknown,
            Analysis::Runs => Level::busy("reading the project's scripts"),
            Analysis::Done => Level::Ready,
            Analysis::Partial(why) => Level::Degraded(why.clone()),
        };
        let diagnostics = if seen.unchecked {
            Level::Degraded(
                "shellcheck is missing, so nothing is checked: install it, or name it in \
                 options.shellcheck_path"
                    .to_owned(),
            )
        } else {
            alive.clone()
        };
        Status {
            tracks: Tracks { alive, navigation: level.clone(), index: level, diagnostics },
            navigation_trust: Trust::Empty,
            index_trust: Trust::Partial,
            signal_expected: matches!(seen.analysis, Analysis::Runs),
        }
    }
}

impl Seen {
    /// A line of the log: time, level, sentence.
    fn reads(&mut self, line: &str, effects: &mut Effects) {
        self.unchecked |= line.contains("ShellCheck: disabling linting");
        let Some((_, said)) = line.split_once("BackgroundAnalysis: ") else { return };
        let begins = |words: &str| said.starts_with(words);
        if begins("Completed") {
            self.ended(Analysis::Done);
        } else if begins("stopped") || begins("failed") || begins("skipping") {
            self.ended(Analysis::Partial(format!("the server's analysis {said}")));
        } else {
            return;
        }
        effects.cancel_deadline(DEADLINE);
    }

    /// What was stopped is completed as well, by the log; it stays partial.
    fn ended(&mut self, analysis: Analysis) {
        if matches!(self.analysis, Analysis::Runs) {
            self.analysis = analysis;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deixis_plugin::Notification;
    use deixis_plugin::testing::{self, Reducer};

    fn log(text: &str) -> Event {
        let message = format!("10:04:10.345 INFO {text}");
        Event::Notified(Notification::new(LOG, &serde_json::json!({"type": 3, "message": message})))
    }

    fn begun() -> Reducer<Adapter> {
        let mut reducer = Reducer::start(&testing::facts("bash-language-server"));
        reducer.observe(Event::Initialized("{}".to_owned()));
        reducer
    }

    #[test]
    fn the_end_of_the_analysis_is_readiness() {
        let mut reducer = begun();
        let early = reducer.observe(log("BackgroundAnalysis: Glob resolved with 3 files"));
        assert_eq!(early.tracks.index, Level::busy("reading the project's scripts"));
        assert!(early.signal_expected);
        let done = reducer.observe(log("BackgroundAnalysis: Completed after 0.016 seconds."));
        assert_eq!((done.tracks.index, done.signal_expected), (Level::Ready, false));
        assert!(reducer.deadlines.is_empty());
    }

    #[test]
    fn an_analysis_that_was_stopped_stays_partial() {
        let mut reducer = begun();
        reducer.observe(log("BackgroundAnalysis: stopped after 10000ms; symbols may be missing"));
        let done = reducer.observe(log("BackgroundAnalysis: Completed after 10 seconds."));
        let Level::Degraded(why) = done.tracks.index else { panic!("{done:?}") };
        assert!(why.contains("stopped after 10000ms"), "{why}");
        let silent = begun().observe(Event::Deadline(DEADLINE.to_owned()));
        assert!(matches!(silent.tracks.index, Level::Degraded(_)) && !silent.signal_expected);
    }

    #[test]
    fn without_shellcheck_nothing_is_checked() {
        let mut reducer = begun();
        assert_eq!(reducer.status().tracks.diagnostics, Level::Ready);
        let after = reducer.observe(log(
            "ShellCheck: disabling linting as no executable was found at path 'shellcheck'",
        ));
        let Level::Degraded(why) = after.tracks.diagnostics else { panic!("{after:?}") };
        assert!(why.contains("shellcheck is missing"), "{why}");
    }
}
