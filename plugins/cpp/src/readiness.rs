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
                if seen.unparsed.is_empty() {
                    // Nothing will be opened, so no index will be heard of.
                    effects.deadline(INDEX_DEADLINE, INDEX_BEGINS_WITHIN_MS);
                }
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
mod tests;
