//! When clangd's answers are complete.
//!
//! Theory of operation. Two ways lead to "ready", whichever is first.
//!
//! - Every file of a small project is open and parsed. A document-symbol
//!   request on each says when: its answer comes after the parse.
//! - The background index has ended. Its progress begins as soon as a file is
//!   open, but only if there is something to index, so after the first parsed
//!   file a short silence means that the index on disk is fresh.
//!
//! Without a compilation database and with more files than can be opened there
//! is no second way: then the index stays degraded, and says why.

use std::collections::BTreeMap;

use deixis_plugin::{
    Effects, Event, Facts, Failure, Level, Progress, Readiness, Status, Tracks, Trust, WorkDone,
    file_uri,
};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::Cpp;
use crate::files::{Database, Seeds};
use crate::options::Options;

const INDEX_TOKEN: &str = "backgroundIndexProgress";
/// Silence after the first parsed file that means: nothing to index.
const INDEX_BEGINS_WITHIN_MS: u32 = 1_500;
const INDEX_DEADLINE: &str = "index";
/// Seeds are opened right after `initialized`; those that are not by then never
/// will be.
const OPENED_WITHIN_MS: u32 = 5_000;
const OPEN_DEADLINE: &str = "open";

/// What the background index does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
enum Index {
    /// Not heard of yet.
    Silent,
    Running {
        message: Option<String>,
        percent: Option<u8>,
    },
    Done,
    /// There will be none.
    Never,
}

/// What is remembered.
#[derive(Debug, Serialize, Deserialize)]
pub struct Seen {
    alive: bool,
    root_uri: String,
    /// Seeds that are not parsed yet, and whether they were opened.
    unparsed: BTreeMap<String, bool>,
    /// The seeds are all files of the project.
    all: bool,
    /// Some file is parsed.
    parsed: bool,
    index: Index,
}

impl Readiness for Cpp {
    type State = Seen;

    fn start(facts: &Facts, _effects: &mut Effects) -> Result<Seen, Failure> {
        let options: Options = facts.options()?;
        let seeds = Seeds::find();
        let lists_files = Database::find(&options).lists_files();
        Ok(Seen {
            alive: false,
            root_uri: facts.root_uri.clone(),
            unparsed: seeds.paths.into_iter().map(|path| (path, false)).collect(),
            all: seeds.all,
            parsed: false,
            index: if lists_files { Index::Silent } else { Index::Never },
        })
    }

    fn observe(seen: &mut Seen, event: Event, effects: &mut Effects) -> Result<(), Failure> {
        match event {
            Event::Initialized(_) => {
                seen.alive = true;
                effects.deadline(OPEN_DEADLINE, OPENED_WITHIN_MS);
            }
            Event::Opened(path) => seen.opened(&path, effects),
            // An error is an answer as well: it came after the parse.
            Event::Answered(answered) => seen.answered(&answered.id, effects),
            Event::ProgressBegin(work) | Event::ProgressReport(work)
                if work.token == INDEX_TOKEN =>
            {
                seen.runs(work, effects);
            }
            Event::ProgressEnd(work) if work.token == INDEX_TOKEN => seen.index = Index::Done,
            Event::Deadline(name) => seen.late(&name),
            Event::Notified(_)
            | Event::ProgressBegin(_)
            | Event::ProgressReport(_)
            | Event::ProgressEnd(_) => {}
        }
        Ok(())
    }

    fn status(seen: &Seen) -> Status {
        let index = seen.level();
        let alive = if seen.alive { Level::Ready } else { Level::Unknown };
        Status {
            signal_expected: !matches!(index, Level::Ready | Level::Degraded(_)),
            tracks: Tracks { navigation: alive.clone(), diagnostics: alive.clone(), alive, index },
            navigation_trust: Trust::Blocks,
            index_trust: Trust::Partial,
        }
    }
}

impl Seen {
    /// Asks for the symbols of a seed, or of the first file at all, to know
    /// when it is parsed.
    fn opened(&mut self, path: &str, effects: &mut Effects) {
        let is_first = !self.parsed && self.unparsed.values().all(|opened| !opened);
        let is_seed =
            self.unparsed.get_mut(path).is_some_and(|opened| !std::mem::replace(opened, true));
        if is_seed || is_first {
            let uri = file_uri(&self.root_uri, path);
            effects.request(
                path,
                "textDocument/documentSymbol",
                &json!({"textDocument": {"uri": uri}}),
            );
        }
    }

    fn answered(&mut self, id: &str, effects: &mut Effects) {
        self.unparsed.remove(id);
        if !self.parsed && self.index == Index::Silent {
            effects.deadline(INDEX_DEADLINE, INDEX_BEGINS_WITHIN_MS);
        }
        self.parsed = true;
    }

    fn runs(&mut self, work: WorkDone, effects: &mut Effects) {
        if self.index == Index::Silent {
            effects.cancel_deadline(INDEX_DEADLINE);
        }
        self.index = Index::Running { message: work.message, percent: work.percent };
    }

    fn late(&mut self, deadline: &str) {
        if deadline == INDEX_DEADLINE && self.index == Index::Silent {
            self.index = Index::Done;
        } else if deadline == OPEN_DEADLINE {
            // A seed that is gone by now, or that the host would not open.
            self.unparsed.retain(|_, opened| *opened);
        }
    }

    fn level(&self) -> Level {
        if !self.alive {
            return Level::Unknown;
        }
        match &self.index {
            _ if self.all && self.unparsed.is_empty() => Level::Ready,
            Index::Done => Level::Ready,
            Index::Running { message, percent } => Level::Busy(Progress {
                message: Some(
                    format!("indexing {}", message.as_deref().unwrap_or_default())
                        .trim_end()
                        .to_owned(),
                ),
                percent: *percent,
            }),
            Index::Never if !self.all && (self.parsed || self.unparsed.is_empty()) => {
                Level::Degraded("no compile_commands.json: only open files are searched".to_owned())
            }
            Index::Silent | Index::Never => Level::busy("parsing"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deixis_plugin::testing::{self, Reducer};
    use deixis_plugin::{Action, Answered};

    fn begun(files: &[(&str, &str)]) -> Reducer<Cpp> {
        let mut reducer =
            testing::with_project(files, || Reducer::start(&testing::facts("clangd")));
        reducer.observe(Event::Initialized("{}".to_owned()));
        reducer
    }

    fn large() -> Reducer<Cpp> {
        let names: Vec<String> = (0..40).map(|number| format!("f{number:02}.cpp")).collect();
        let mut files: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "")).collect();
        files.push(("compile_commands.json", "[]"));
        begun(&files)
    }

    fn parsed(path: &str) -> Event {
        Event::Answered(Answered { id: path.to_owned(), outcome: Ok("[]".to_owned()) })
    }

    fn index(message: Option<&str>) -> WorkDone {
        WorkDone {
            token: INDEX_TOKEN.to_owned(),
            title: "indexing".to_owned(),
            message: message.map(ToOwned::to_owned),
            percent: Some(5),
        }
    }

    #[test]
    fn a_small_project_is_ready_when_every_file_is_parsed() {
        let mut reducer = begun(&[("a.cpp", ""), ("a.h", "")]);
        assert!(reducer.status().signal_expected);
        reducer.observe(Event::Opened("a.cpp".to_owned()));
        let Some(Action::Request(ask)) = reducer.actions.first() else {
            panic!("{:?}", reducer.actions)
        };
        assert_eq!(
            (ask.id.as_str(), ask.method.as_str()),
            ("a.cpp", "textDocument/documentSymbol")
        );
        reducer.observe(Event::Opened("a.h".to_owned()));
        assert_eq!(reducer.observe(parsed("a.h")).tracks.index, Level::busy("parsing"));
        let ready = reducer.observe(parsed("a.cpp"));
        assert_eq!(ready.tracks.index, Level::Ready);
        assert!(!ready.signal_expected);
    }

    #[test]
    fn a_seed_that_never_opens_is_not_waited_for() {
        let mut reducer = begun(&[("a.cpp", ""), ("gone.cpp", "")]);
        reducer.observe(Event::Opened("a.cpp".to_owned()));
        reducer.observe(parsed("a.cpp"));
        assert_eq!(reducer.deadlines.get(OPEN_DEADLINE), Some(&OPENED_WITHIN_MS));
        assert_eq!(
            reducer.observe(Event::Deadline(OPEN_DEADLINE.to_owned())).tracks.index,
            Level::Ready
        );
    }

    #[test]
    fn a_large_project_waits_for_its_index() {
        let mut reducer = large();
        reducer.observe(Event::Opened("f00.cpp".to_owned()));
        let running = reducer.observe(Event::ProgressReport(index(Some("1/40"))));
        let expected = Progress { message: Some("indexing 1/40".to_owned()), percent: Some(5) };
        assert_eq!(running.tracks.index, Level::Busy(expected));
        reducer.observe(parsed("f00.cpp"));
        assert_eq!(reducer.deadlines.get(INDEX_DEADLINE), None);
        assert_eq!(reducer.observe(Event::ProgressEnd(index(None))).tracks.index, Level::Ready);
    }

    #[test]
    fn a_fresh_index_on_disk_is_known_by_silence() {
        let mut reducer = large();
        reducer.observe(Event::Opened("f00.cpp".to_owned()));
        assert!(reducer.observe(parsed("f00.cpp")).signal_expected);
        assert_eq!(reducer.deadlines.get(INDEX_DEADLINE), Some(&INDEX_BEGINS_WITHIN_MS));
        assert_eq!(
            reducer.observe(Event::Deadline(INDEX_DEADLINE.to_owned())).tracks.index,
            Level::Ready
        );
        // A change later on starts it again.
        assert!(matches!(
            reducer.observe(Event::ProgressBegin(index(None))).tracks.index,
            Level::Busy(_)
        ));
    }

    #[test]
    fn without_a_database_a_large_project_stays_degraded() {
        let names: Vec<String> = (0..40).map(|number| format!("f{number:02}.cpp")).collect();
        let files: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "")).collect();
        let mut reducer = begun(&files);
        reducer.observe(Event::Opened("f00.cpp".to_owned()));
        let after = reducer.observe(parsed("f00.cpp"));
        assert!(matches!(after.tracks.index, Level::Degraded(_)));
        assert!(!after.signal_expected);
    }
}
