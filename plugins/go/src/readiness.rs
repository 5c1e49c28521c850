//! Loaded when "Setting up workspace" has ended; until then requests wait by
//! themselves.
//!
//! Theory of operation. Trust is `blocks` throughout, so the levels are for
//! people and for diagnostics. A project that does not load has a progress of
//! its own, "Error loading workspace", which stays open as long as it holds.

use deixis_plugin::{
    Effects, Event, Facts, Failure, Level, Readiness, Running, Status, Tracks, Trust, WorkDone,
    shortened,
};
use serde::{Deserialize, Serialize};

use crate::Go;

const SETUP: &str = "Setting up workspace";
const BROKEN: &str = "Error loading workspace";
const DIAGNOSING: &str = "diagnosing ";

/// What is remembered.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Seen {
    alive: bool,
    loaded: bool,
    /// The error that the load ended with, or that is shown now.
    error: Option<String>,
    /// Rounds of diagnostics that run.
    rounds: Running,
    /// A round has ended.
    diagnosed: bool,
}

impl Readiness for Go {
    type State = Seen;

    fn start(_facts: &Facts, _effects: &mut Effects) -> Result<Seen, Failure> {
        Ok(Seen::default())
    }

    fn observe(seen: &mut Seen, event: Event, _effects: &mut Effects) -> Result<(), Failure> {
        match event {
            Event::Initialized(_) => seen.alive = true,
            Event::ProgressBegin(work) | Event::ProgressReport(work) => seen.goes_on(work),
            Event::ProgressEnd(work) => seen.ends(work),
            Event::Notified(_) | Event::Opened(_) | Event::Deadline(_) | Event::Answered(_) => {}
        }
        Ok(())
    }

    fn status(seen: &Seen) -> Status {
        let level = match &seen.error {
            _ if !seen.alive => Level::Unknown,
            Some(error) => Level::Degraded(error.clone()),
            None if seen.loaded => Level::Ready,
            None => Level::busy("loading packages"),
        };
        let diagnostics = match level {
            Level::Ready if seen.rounds.is_empty() && seen.diagnosed => Level::Ready,
            Level::Ready => Level::busy("computing diagnostics"),
            _ => level.clone(),
        };
        let alive = if seen.alive { Level::Ready } else { Level::Unknown };
        Status {
            tracks: Tracks { alive, navigation: level.clone(), index: level, diagnostics },
            navigation_trust: Trust::Blocks,
            index_trust: Trust::Blocks,
            signal_expected: false,
        }
    }
}

impl Seen {
    fn goes_on(&mut self, work: WorkDone) {
        if work.title == BROKEN {
            self.error = Some(shortened(&work.message.unwrap_or(work.title)));
        } else if work.title.starts_with(DIAGNOSING) {
            self.rounds.begin(&work.token);
        }
    }

    fn ends(&mut self, work: WorkDone) {
        if work.title == SETUP {
            self.loaded = true;
            let failed = |message: &String| message.starts_with("Error loading packages");
            self.error = work.message.filter(failed).map(|message| shortened(&message));
        } else if work.title == BROKEN {
            self.error = None;
        } else if work.title.starts_with(DIAGNOSING) {
            self.rounds.end(&work.token);
            self.diagnosed = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deixis_plugin::testing::{self, Reducer};

    fn work(token: &str, title: &str, message: &str) -> WorkDone {
        WorkDone {
            token: token.to_owned(),
            title: title.to_owned(),
            message: Some(message.to_owned()),
            percent: None,
        }
    }

    fn begun() -> Reducer<Go> {
        let mut reducer = Reducer::start(&testing::facts("gopls"));
        reducer.observe(Event::Initialized("{}".to_owned()));
        reducer.observe(Event::ProgressBegin(work("1", SETUP, "Loading packages...")));
        reducer
    }

    #[test]
    fn requests_wait_by_themselves_until_the_load_ends() {
        let mut reducer = begun();
        assert_eq!(reducer.status().index_trust, Trust::Blocks);
        assert_eq!(reducer.status().tracks.index, Level::busy("loading packages"));
        let loaded =
            reducer.observe(Event::ProgressEnd(work("1", SETUP, "Finished loading packages.")));
        assert_eq!(loaded.tracks.index, Level::Ready);
    }

    #[test]
    fn errors_are_shown_as_long_as_they_hold() {
        let mut reducer = begun();
        let failed =
            reducer.observe(Event::ProgressEnd(work("1", SETUP, "Error loading packages: no go")));
        assert_eq!(
            failed.tracks.index,
            Level::Degraded("Error loading packages: no go".to_owned())
        );

        let mut broken = begun();
        broken.observe(Event::ProgressEnd(work("1", SETUP, "Finished loading packages.")));
        let shown = broken.observe(Event::ProgressBegin(work("2", BROKEN, "go.mod: bad")));
        assert_eq!(shown.tracks.index, Level::Degraded("go.mod: bad".to_owned()));
        assert_eq!(
            broken.observe(Event::ProgressEnd(work("2", BROKEN, "Done."))).tracks.index,
            Level::Ready
        );
    }

    #[test]
    fn diagnostics_are_settled_between_rounds() {
        let mut reducer = begun();
        reducer.observe(Event::ProgressEnd(work("1", SETUP, "Finished loading packages.")));
        let round = "diagnosing initial workspace load";
        let running = reducer.observe(Event::ProgressBegin(work("2", round, "")));
        assert_eq!(running.tracks.diagnostics, Level::busy("computing diagnostics"));
        assert_eq!(
            reducer.observe(Event::ProgressEnd(work("2", round, ""))).tracks.diagnostics,
            Level::Ready
        );
    }
}
