//! Ready when rust-analyzer says `quiescent`, and not before.
//!
//! Theory of operation. `experimental/serverStatus` is sure to come. Progress
//! only gives the words for "busy": the same tokens begin and end several
//! times, with gaps between them in which nothing is open. Diagnostics have a
//! second producer, `cargo check`, with a progress of its own that begins some
//! time after `quiescent`, or not at all.

use deixis_plugin::{
    Effects, Event, Facts, Failure, Level, Notification, Progress, Readiness, Running, Status,
    Tracks, Trust, WorkDone, shortened,
};
use serde::{Deserialize, Serialize};

use crate::Rust;
use crate::options::Options;

/// How long to wait for the first check to begin.
const CHECK_BEGINS_WITHIN_MS: u32 = 5_000;
const CHECK_DEADLINE: &str = "check";
const STATUS: &str = "experimental/serverStatus";
pub(crate) const CHECK_TOKEN: &str = "rust-analyzer/flycheck/";

/// What is remembered.
#[derive(Debug, Serialize, Deserialize)]
pub struct Seen {
    alive: bool,
    quiescent: bool,
    /// It has been quiescent before: a reload keeps what was known.
    was_quiescent: bool,
    /// What is wrong though it is quiescent.
    complaint: Option<String>,
    /// Words of the last progress.
    work: Option<(String, Option<u8>)>,
    /// Tokens of the checks that run.
    checks: Running,
    /// No check is to be waited for any more.
    checked: bool,
}

#[derive(Deserialize)]
struct ServerStatus {
    #[serde(default)]
    health: String,
    quiescent: bool,
    message: Option<String>,
}

impl Readiness for Rust {
    type State = Seen;

    fn interests() -> Vec<String> {
        vec![STATUS.to_owned()]
    }

    fn start(facts: &Facts, _effects: &mut Effects) -> Result<Seen, Failure> {
        let options: Options = facts.options()?;
        Ok(Seen {
            alive: false,
            quiescent: false,
            was_quiescent: false,
            complaint: None,
            work: None,
            checks: Running::default(),
            checked: !options.check,
        })
    }

    fn observe(seen: &mut Seen, event: Event, effects: &mut Effects) -> Result<(), Failure> {
        match event {
            Event::Initialized(_) => seen.alive = true,
            Event::Notified(notification) => seen.server_status(&notification, effects),
            Event::ProgressBegin(work) => seen.progress(&work, effects),
            Event::ProgressReport(work) => seen.words(&work),
            Event::ProgressEnd(work) => seen.progress_end(&work),
            Event::Deadline(name) if name == CHECK_DEADLINE => seen.checked = true,
            Event::Deadline(_) | Event::Opened(_) | Event::Answered(_) => {}
        }
        Ok(())
    }

    fn status(seen: &Seen) -> Status {
        let level = seen.level();
        Status {
            tracks: Tracks {
                alive: if seen.alive { Level::Ready } else { Level::Unknown },
                navigation: level.clone(),
                diagnostics: seen.diagnostics(&level),
                index: level,
            },
            navigation_trust: if seen.was_quiescent { Trust::Empty } else { Trust::Partial },
            index_trust: Trust::Partial,
            signal_expected: !seen.quiescent,
        }
    }
}

impl Seen {
    fn server_status(&mut self, notification: &Notification, effects: &mut Effects) {
        let Some(status) = notification.params::<ServerStatus>() else { return };
        self.complaint = match status.health.as_str() {
            "ok" | "" => None,
            health => {
                let said = || format!("rust-analyzer reports {health}");
                Some(shortened(&status.message.unwrap_or_else(said)))
            }
        };
        if status.quiescent && !self.quiescent && !self.checked && self.checks.is_empty() {
            effects.deadline(CHECK_DEADLINE, CHECK_BEGINS_WITHIN_MS);
        }
        self.quiescent = status.quiescent;
        self.was_quiescent |= status.quiescent;
    }

    fn progress(&mut self, work: &WorkDone, effects: &mut Effects) {
        self.words(work);
        if work.token.starts_with(CHECK_TOKEN) && self.checks.begin(&work.token) {
            effects.cancel_deadline(CHECK_DEADLINE);
        }
    }

    fn progress_end(&mut self, work: &WorkDone) {
        if self.checks.end(&work.token) {
            self.checked = true;
        }
    }

    /// Words for "busy". What follows a colon in a message is a folder or a
    /// crate of this moment, which tells nobody anything.
    fn words(&mut self, work: &WorkDone) {
        if work.token.starts_with(CHECK_TOKEN) {
            return;
        }
        let message = work.message.as_deref().and_then(|message| message.split(':').next());
        let words = WorkDone { message: message.map(ToOwned::to_owned), ..work.clone() };
        if let Level::Busy(Progress { message: Some(message), percent }) = Level::progress(&words) {
            self.work = Some((shortened(&message), percent));
        }
    }

    fn level(&self) -> Level {
        if !self.alive {
            return Level::Unknown;
        }
        if !self.quiescent {
            let (message, percent) = self.work.clone().unzip();
            return Level::Busy(Progress {
                message: Some(message.unwrap_or_else(|| "loading the workspace".to_owned())),
                percent: percent.flatten(),
            });
        }
        match &self.complaint {
            Some(complaint) => Level::Degraded(complaint.clone()),
            None => Level::Ready,
        }
    }

    fn diagnostics(&self, level: &Level) -> Level {
        if self.quiescent && (!self.checks.is_empty() || !self.checked) {
            Level::busy("running cargo check")
        } else {
            level.clone()
        }
    }
}

#[cfg(test)]
mod tests;
