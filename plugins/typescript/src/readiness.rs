//! Requests are held until the project is loaded, unless the user wants the
//! syntactic server.
//!
//! Theory of operation. With one server the trust is `blocks` and the levels
//! are for people. With the syntactic server beside it, project-wide answers
//! are partial until the progress that begins with the first open file has
//! ended; native TypeScript has no such thing. A server that goes down ends
//! its progress as well, but then nothing is asked of it any more.

use deixis_plugin::{
    Effects, Event, Facts, Failure, Level, Readiness, Running, Status, Tracks, Trust, WorkDone,
    shortened,
};
use serde::{Deserialize, Serialize};

use crate::options::{Options, SyntaxServer};
use crate::{TypeScript, recipe};

/// Titles of the progress while a project is loaded, by their beginnings.
const LOADING: &[&str] = &["Initializing", "Analyzing", "Loading"];
/// Progress begins this soon after a file is open, or not at all.
const BEGINS_WITHIN_MS: u32 = 10_000;
const DEADLINE: &str = "load";

/// What is remembered.
#[derive(Debug, Serialize, Deserialize)]
pub struct Seen {
    alive: bool,
    /// Early answers come from a syntactic server.
    partial: bool,
    opened: bool,
    /// Progress that runs.
    loads: Running,
    /// What it says.
    words: Option<String>,
    loaded: bool,
}

impl Readiness for TypeScript {
    type State = Seen;

    fn start(facts: &Facts, _effects: &mut Effects) -> Result<Seen, Failure> {
        let options: Options = facts.options()?;
        let has_two = matches!(facts.recipe.as_str(), recipe::TSLS | recipe::VTSLS);
        Ok(Seen {
            alive: false,
            partial: has_two && options.syntax_server == SyntaxServer::Auto,
            opened: false,
            loads: Running::default(),
            words: None,
            loaded: false,
        })
    }

    fn observe(seen: &mut Seen, event: Event, effects: &mut Effects) -> Result<(), Failure> {
        match event {
            Event::Initialized(_) => seen.alive = true,
            Event::Opened(_) if !seen.opened => {
                seen.opened = true;
                effects.deadline(DEADLINE, BEGINS_WITHIN_MS);
            }
            Event::ProgressBegin(work) | Event::ProgressReport(work) if is_loading(&work) => {
                seen.runs(&work, effects);
            }
            Event::ProgressEnd(work) if is_loading(&work) => {
                seen.loads.end(&work.token);
                seen.loaded |= seen.loads.is_empty();
            }
            Event::Deadline(name) if name == DEADLINE => seen.loaded |= seen.loads.is_empty(),
            _ => {}
        }
        Ok(())
    }

    fn status(seen: &Seen) -> Status {
        let level = seen.level();
        let alive = if seen.alive { Level::Ready } else { Level::Unknown };
        let trust = if seen.partial { Trust::Partial } else { Trust::Blocks };
        Status {
            tracks: Tracks {
                alive,
                navigation: level.clone(),
                diagnostics: level.clone(),
                index: level,
            },
            navigation_trust: trust,
            index_trust: trust,
            signal_expected: seen.partial && seen.opened && !seen.loaded,
        }
    }
}

impl Seen {
    fn runs(&mut self, work: &WorkDone, effects: &mut Effects) {
        self.words = Some(shortened(&work.title));
        if self.loads.begin(&work.token) {
            effects.cancel_deadline(DEADLINE);
        }
    }

    fn level(&self) -> Level {
        if !self.alive {
            Level::Unknown
        } else if !self.loads.is_empty() {
            Level::busy(self.words.as_deref().unwrap_or("loading the project"))
        } else if self.loaded {
            Level::Ready
        } else if self.opened {
            Level::busy("loading the project")
        } else {
            Level::Unknown
        }
    }
}

fn is_loading(work: &WorkDone) -> bool {
    LOADING.iter().any(|title| work.title.starts_with(title))
}

#[cfg(test)]
mod tests {
    use super::*;
    use deixis_plugin::testing::{self, Reducer};

    fn begun(recipe: &str, options: &str) -> Reducer<TypeScript> {
        let mut reducer = Reducer::start(&testing::facts_with(recipe, options));
        reducer.observe(Event::Initialized("{}".to_owned()));
        reducer.observe(Event::Opened("src/a.ts".to_owned()));
        reducer
    }

    fn work(token: &str, title: &str) -> WorkDone {
        WorkDone { token: token.to_owned(), title: title.to_owned(), message: None, percent: None }
    }

    #[test]
    fn one_server_holds_its_requests() {
        for recipe in [recipe::TSLS, recipe::VTSLS, recipe::TSC, recipe::TSGO] {
            let status = begun(recipe, "{}").status();
            assert_eq!(
                (status.index_trust, status.signal_expected),
                (Trust::Blocks, false),
                "{recipe}"
            );
        }
        let native = begun(recipe::TSGO, r#"{"syntax_server": "auto"}"#).status();
        assert_eq!(native.index_trust, Trust::Blocks);
    }

    #[test]
    fn beside_a_syntactic_server_the_load_is_waited_for() {
        let mut reducer = begun(recipe::VTSLS, r#"{"syntax_server": "auto"}"#);
        assert_eq!(reducer.status().index_trust, Trust::Partial);
        assert!(reducer.status().signal_expected);
        reducer.observe(Event::ProgressBegin(work("1", "Analyzing 'a.ts' and its dependencies")));
        assert!(reducer.deadlines.is_empty());
        reducer.observe(Event::ProgressBegin(work("2", "Initializing 'tsconfig.json'")));
        let one_left =
            reducer.observe(Event::ProgressEnd(work("1", "Analyzing 'a.ts' and its dependencies")));
        assert_eq!(one_left.tracks.index, Level::busy("Initializing 'tsconfig.json'"));
        let loaded = reducer.observe(Event::ProgressEnd(work("2", "Initializing 'tsconfig.json'")));
        assert_eq!((loaded.tracks.index, loaded.signal_expected), (Level::Ready, false));
    }

    #[test]
    fn a_load_without_progress_has_a_deadline() {
        let mut reducer = begun(recipe::TSC, "{}");
        assert_eq!(reducer.deadlines.get(DEADLINE), Some(&BEGINS_WITHIN_MS));
        assert_eq!(
            reducer.observe(Event::Deadline(DEADLINE.to_owned())).tracks.index,
            Level::Ready
        );
    }

    #[test]
    fn progress_of_other_work_is_no_load() {
        let mut reducer = begun(recipe::VTSLS, r#"{"syntax_server": "auto"}"#);
        let after = reducer.observe(Event::ProgressEnd(work("9", "Finding references")));
        assert!(after.signal_expected);
    }
}
