//! Ready when the server has found the project's files.
//!
//! Theory of operation. pyright says `Found 8 source files` in its log, once,
//! when it knows the project; its progress only belongs to single requests. A
//! log level that hides the line is told from a slow start by a deadline. ty
//! is ready when it speaks.

use deixis_plugin::{Effects, Event, Facts, Failure, Level, Readiness, Status, Tracks, Trust};
use serde::{Deserialize, Serialize};

use crate::{Python, recipe};

const LOG: &str = "window/logMessage";
/// A project of many files takes its time to be listed.
const FOUND_WITHIN_MS: u32 = 60_000;
const DEADLINE: &str = "files";

/// What is remembered.
#[derive(Debug, Serialize, Deserialize)]
pub struct Seen {
    alive: bool,
    found: Found,
}

/// What is known of the project's files.
#[derive(Debug, Serialize, Deserialize)]
enum Found {
    /// Nothing yet.
    Waiting,
    /// The server knows them.
    Files,
    /// It says that there are none.
    Nothing,
    /// It never said.
    Unsaid,
}

#[derive(Deserialize)]
struct LogMessage {
    message: String,
}

impl Readiness for Python {
    type State = Seen;

    fn interests() -> Vec<String> {
        vec![LOG.to_owned()]
    }

    fn start(facts: &Facts, _effects: &mut Effects) -> Result<Seen, Failure> {
        let found = if facts.recipe == recipe::TY { Found::Files } else { Found::Waiting };
        Ok(Seen { alive: false, found })
    }

    fn observe(seen: &mut Seen, event: Event, effects: &mut Effects) -> Result<(), Failure> {
        match event {
            Event::Initialized(_) => {
                seen.alive = true;
                if matches!(seen.found, Found::Waiting) {
                    effects.deadline(DEADLINE, FOUND_WITHIN_MS);
                }
            }
            Event::Notified(notification) => {
                if let Some(found) =
                    notification.params().and_then(|log: LogMessage| found(&log.message))
                {
                    seen.found = found;
                    effects.cancel_deadline(DEADLINE);
                }
            }
            Event::Deadline(name) if name == DEADLINE && matches!(seen.found, Found::Waiting) => {
                seen.found = Found::Unsaid;
            }
            _ => {}
        }
        Ok(())
    }

    fn status(seen: &Seen) -> Status {
        let level = match seen.found {
            _ if !seen.alive => Level::Unknown,
            Found::Waiting => Level::busy("looking for source files"),
            Found::Files => Level::Ready,
            Found::Nothing => Level::Degraded(
                "the server found no source files: see include and exclude".to_owned(),
            ),
            Found::Unsaid => Level::Degraded(
                "the server never said that it has found the source files".to_owned(),
            ),
        };
        let alive = if seen.alive { Level::Ready } else { Level::Unknown };
        Status {
            tracks: Tracks {
                alive,
                navigation: level.clone(),
                diagnostics: level.clone(),
                index: level,
            },
            navigation_trust: Trust::Partial,
            index_trust: Trust::Partial,
            signal_expected: matches!(seen.found, Found::Waiting),
        }
    }
}

/// What a line of the log says of the project's files.
fn found(line: &str) -> Option<Found> {
    if line.starts_with("No source files found") {
        return Some(Found::Nothing);
    }
    let count = line.strip_prefix("Found ")?.split_once(" source file")?.0;
    count.bytes().all(|byte| byte.is_ascii_digit()).then_some(Found::Files)
}

#[cfg(test)]
mod tests {
    use super::*;
    use deixis_plugin::Notification;
    use deixis_plugin::testing::{self, Reducer};

    fn begun(recipe: &str) -> Reducer<Python> {
        let mut reducer = Reducer::start(&testing::facts(recipe));
        reducer.observe(Event::Initialized("{}".to_owned()));
        reducer
    }

    fn line(text: &str) -> Event {
        Event::Notified(Notification::new(LOG, &serde_json::json!({"type": 3, "message": text})))
    }

    #[test]
    fn ty_is_ready_at_once() {
        assert_eq!(begun(recipe::TY).status().tracks.index, Level::Ready);
        assert!(begun(recipe::TY).deadlines.is_empty());
    }

    #[test]
    fn pyright_is_ready_when_it_has_found_the_files() {
        for text in ["Found 8 source files", "Found 1 source file"] {
            let mut reducer = begun(recipe::PYRIGHT);
            assert!(reducer.status().signal_expected);
            assert!(
                reducer.observe(line("Loading pyproject.toml file at /project")).signal_expected
            );
            let ready = reducer.observe(line(text));
            assert_eq!(
                (ready.tracks.index, ready.signal_expected),
                (Level::Ready, false),
                "{text}"
            );
            assert!(reducer.deadlines.is_empty());
        }
    }

    #[test]
    fn without_files_or_words_it_is_degraded() {
        let nothing = begun(recipe::BASEDPYRIGHT).observe(line("No source files found."));
        assert!(matches!(nothing.tracks.index, Level::Degraded(_)));
        let unsaid = begun(recipe::BASEDPYRIGHT).observe(Event::Deadline(DEADLINE.to_owned()));
        assert!(matches!(unsaid.tracks.index, Level::Degraded(_)));
        assert!(!unsaid.signal_expected);
    }
}
