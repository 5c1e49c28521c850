//! Two producers: rust-analyzer itself, which is asked, and `cargo check`,
//! which publishes after a save.
//!
//! Theory of operation. The check is final when its progress has ended and
//! nothing was published for a short while, as publications can lag behind the
//! end. A save restarts a check that runs: it ends and begins again under the
//! same token, so an end counts only if a begin came after the last save. A
//! check that does not begin leaves the judgement to the host.

use deixis_plugin::{
    Deadlines, Diagnostics, DiagnosticsEvent as Event, DiagnosticsPlan,
    DiagnosticsSource as Source, Facts, Failure, Running, Settled, Work,
};
use serde::{Deserialize, Serialize};

use crate::Rust;
use crate::options::Options;
use crate::readiness::CHECK_TOKEN;

/// A check begins this soon after a save, or not at all.
const BEGINS_WITHIN_MS: u32 = 3_000;
const BEGIN: &str = "begin";
/// Publications lag behind the end of a check.
const QUIET_MS: u32 = 600;
const QUIET: &str = "quiet";

/// What is known of the check, for one document.
#[derive(Debug, Default, Serialize, Deserialize)]
pub enum Check {
    /// None is awaited.
    #[default]
    Idle,
    /// It was saved, and none has begun since.
    Awaited,
    /// These run: a workspace can have several.
    Running(Running),
    /// The last has ended just now.
    Ended,
    /// All is published.
    Done,
}

impl Diagnostics for Rust {
    type State = Check;

    fn plan(facts: &Facts) -> Result<DiagnosticsPlan, Failure> {
        let options: Options = facts.options()?;
        Ok(if options.check {
            DiagnosticsPlan::new(Source::Both).needs_save()
        } else {
            DiagnosticsPlan::new(Source::Pull).incomplete(
                "the check is switched off (option check): errors that only the compiler finds are missing",
            )
        })
    }

    fn observe(
        facts: &Facts,
        _path: &str,
        check: &mut Check,
        event: Event,
        deadlines: &mut Deadlines,
    ) {
        match event {
            Event::Saved if checks(facts) => {
                *check = Check::Awaited;
                deadlines.cancel(QUIET);
                deadlines.set(BEGIN, BEGINS_WITHIN_MS);
            }
            // What the check has said is about an earlier text.
            Event::Told(_) => {
                *check = Check::Idle;
                deadlines.cancel(QUIET);
                deadlines.cancel(BEGIN);
            }
            Event::ProgressBegin(work) if is_check(&work) => {
                check.begin(&work.token);
                deadlines.cancel(QUIET);
                deadlines.cancel(BEGIN);
            }
            Event::ProgressEnd(work) if is_check(&work) => check.end(&work.token, deadlines),
            Event::Published(_) if matches!(check, Check::Ended) => {
                deadlines.set(QUIET, QUIET_MS);
            }
            Event::Deadline(name) => check.late(&name),
            _ => {}
        }
    }

    fn settled(check: &Check) -> Settled {
        match check {
            Check::Idle => Settled::Unknown,
            Check::Awaited | Check::Running(_) | Check::Ended => Settled::NotYet,
            Check::Done => Settled::Yes,
        }
    }
}

impl Check {
    fn begin(&mut self, token: &str) {
        match self {
            Self::Running(tokens) => drop(tokens.begin(token)),
            _ => {
                let mut tokens = Running::default();
                tokens.begin(token);
                *self = Self::Running(tokens);
            }
        }
    }

    fn end(&mut self, token: &str, deadlines: &mut Deadlines) {
        let Self::Running(tokens) = self else { return };
        tokens.end(token);
        if tokens.is_empty() {
            *self = Self::Ended;
            deadlines.set(QUIET, QUIET_MS);
        }
    }

    fn late(&mut self, deadline: &str) {
        match (&self, deadline) {
            (Self::Awaited, BEGIN) => *self = Self::Idle,
            (Self::Ended, QUIET) => *self = Self::Done,
            _ => {}
        }
    }
}

/// Whether saves make a check run.
fn checks(facts: &Facts) -> bool {
    facts.options().is_ok_and(|options: Options| options.check)
}

fn is_check(work: &Work) -> bool {
    work.token.starts_with(CHECK_TOKEN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use deixis_plugin::Publication;
    use deixis_plugin::testing::{self, Settling};

    fn reducer(options: &str) -> Settling<Rust> {
        Settling::new(&testing::facts_with("rust-analyzer", options), "src/lib.rs")
    }

    fn check(id: u32) -> Work {
        Work { token: format!("{CHECK_TOKEN}{id}"), title: "cargo check".to_owned() }
    }

    fn begin(id: u32) -> Event {
        Event::ProgressBegin(check(id))
    }

    fn end(id: u32) -> Event {
        Event::ProgressEnd(check(id))
    }

    fn late(name: &str) -> Event {
        Event::Deadline(name.to_owned())
    }

    fn published() -> Event {
        Event::Published(Publication { version: Some(2), count: 1 })
    }

    fn run(options: &str, steps: Vec<(Event, Settled)>) -> Settling<Rust> {
        let mut reducer = reducer(options);
        for (step, (event, expected)) in steps.into_iter().enumerate() {
            assert_eq!(reducer.observe(event.clone()), expected, "{step}: {event:?}");
        }
        reducer
    }

    #[test]
    fn the_plan_goes_by_the_option() {
        let plan = |options| Rust::plan(&testing::facts_with("rust-analyzer", options)).unwrap();
        let usual = plan("{}");
        assert_eq!((usual.source, usual.needs_save), (Source::Both, true));
        let without = plan(r#"{"check": false}"#);
        assert_eq!((without.source, without.needs_save), (Source::Pull, false));
        assert_eq!((usual.incomplete.len(), without.incomplete.len()), (0, 1));
    }

    #[test]
    fn a_check_is_final_after_its_end_and_a_silence() {
        let (open, wait) = (Settled::Unknown, Settled::NotYet);
        let mut reducer = run(
            "{}",
            vec![
                (Event::Told(1), open),
                (published(), open),
                (Event::Told(2), open),
                (Event::Saved, wait),
                (begin(0), wait),
                (begin(1), wait),
                (end(0), wait),
                (published(), wait),
                (end(1), wait),
            ],
        );
        assert_eq!(reducer.deadlines.keys().collect::<Vec<_>>(), [QUIET]);
        assert_eq!(reducer.observe(published()), wait);
        assert_eq!(reducer.observe(late(QUIET)), Settled::Yes);
        // The next text is another matter, and so is the check of another file.
        assert_eq!(reducer.observe(begin(0)), wait);
        assert_eq!(reducer.observe(Event::Told(3)), open);
    }

    #[test]
    fn the_end_of_an_earlier_check_does_not_count() {
        let wait = Settled::NotYet;
        let reducer = run(
            "{}",
            vec![
                (Event::Saved, wait),
                (begin(0), wait),
                (Event::Saved, wait),
                (end(0), wait),
                (late(QUIET), wait),
                (begin(0), wait),
                (end(0), wait),
                (late(QUIET), Settled::Yes),
            ],
        );
        assert!(reducer.deadlines.is_empty());
    }

    #[test]
    fn without_a_check_the_host_judges() {
        let steps = vec![(Event::Saved, Settled::NotYet), (late(BEGIN), Settled::Unknown)];
        assert!(run("{}", steps).deadlines.is_empty());
        let steps = vec![(Event::Told(1), Settled::Unknown), (Event::Saved, Settled::Unknown)];
        assert!(run(r#"{"check": false}"#, steps).deadlines.is_empty());
        let other =
            Work { token: "rustAnalyzer/Fetching".to_owned(), title: "Fetching".to_owned() };
        run("{}", vec![(Event::ProgressBegin(other), Settled::Unknown)]);
    }
}
