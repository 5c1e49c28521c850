//! Published without a version, after a silence of 400 ms, by a job that shows
//! its progress.
//!
//! Theory of operation. A change starts "Publish Diagnostics" anew: it begins,
//! publishes each document that is open, and ends. So a publication is about
//! the text only if the job began after the text was sent. A job that does not
//! begin leaves the judgement to the host.

use deixis_plugin::{
    Deadlines, Diagnostic, Diagnostics, DiagnosticsEvent as Event, DiagnosticsPlan,
    DiagnosticsSource as Source, Facts, Failure, Fate, Settled,
};
use serde::{Deserialize, Serialize};

use crate::Java;

/// The job is there this soon after a change, or not at all.
const BEGINS_WITHIN_MS: u32 = 5_000;
const BEGIN: &str = "begin";
/// A build publishes again when it has ended.
const QUIET_MS: u32 = 800;
const JOB: &str = "Publish Diagnostics";
/// Said of files of which only the syntax is checked.
const NOT_CHECKED: &[&str] = &["is a non-project file", "is not on the classpath of project"];

/// What is known of the job, for one document.
#[derive(Debug, Default, Serialize, Deserialize)]
pub enum Job {
    /// None is awaited.
    #[default]
    Idle,
    /// The text was sent, and none has begun since.
    Awaited,
    /// It runs, under this token, and whether the document was published.
    Running(String, bool),
    /// It ended, and this is what it had to say.
    Done,
}

impl Diagnostics for Java {
    type State = Job;

    fn plan(_facts: &Facts) -> Result<DiagnosticsPlan, Failure> {
        Ok(DiagnosticsPlan::new(Source::Push).react_ms(BEGINS_WITHIN_MS).quiet_ms(QUIET_MS))
    }

    fn observe(_: &Facts, _: &str, job: &mut Job, event: Event, deadlines: &mut Deadlines) {
        match event {
            Event::Told(_) => {
                *job = Job::Awaited;
                deadlines.set(BEGIN, BEGINS_WITHIN_MS);
            }
            Event::ProgressBegin(work) if work.title == JOB && !matches!(job, Job::Idle) => {
                *job = Job::Running(work.token, false);
                deadlines.cancel(BEGIN);
            }
            Event::Published(_) => {
                if let Job::Running(_, published) = job {
                    *published = true;
                }
            }
            Event::ProgressEnd(work) => {
                let ended = matches!(job, Job::Running(token, _) if *token == work.token);
                let published = matches!(job, Job::Running(_, true));
                if ended {
                    *job = if published { Job::Done } else { Job::Idle };
                }
            }
            Event::Deadline(name) if name == BEGIN && matches!(job, Job::Awaited) => {
                *job = Job::Idle;
            }
            _ => {}
        }
    }

    /// Even when the job is done a build may say more: the host's silence
    /// decides then.
    fn settled(job: &Job) -> Settled {
        match job {
            Job::Idle | Job::Done => Settled::Unknown,
            Job::Awaited | Job::Running(..) => Settled::NotYet,
        }
    }

    fn normalise(_language: &str, _path: &str, diagnostic: &Diagnostic) -> Fate {
        if !NOT_CHECKED.iter().any(|words| diagnostic.message.contains(words)) {
            return Fate::Keep;
        }
        let message = format!(
            "{}. No build file leads to this file: other errors in it are not found.",
            diagnostic.message.trim_end_matches('.')
        );
        Fate::Change(Diagnostic { message, ..diagnostic.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deixis_plugin::testing::{self, Settling};
    use deixis_plugin::{Publication, Work};

    fn job(token: &str) -> Work {
        Work { token: token.to_owned(), title: JOB.to_owned() }
    }

    fn run(steps: Vec<(Event, Settled)>) -> Settling<Java> {
        let mut reducer = Settling::new(&testing::facts("jdtls"), "src/A.java");
        for (step, (event, expected)) in steps.into_iter().enumerate() {
            assert_eq!(reducer.observe(event.clone()), expected, "{step}: {event:?}");
        }
        reducer
    }

    #[test]
    fn a_publication_counts_after_its_own_job() {
        let (open, wait) = (Settled::Unknown, Settled::NotYet);
        let published = || Event::Published(Publication { version: None, count: 1 });
        let reducer = run(vec![
            (Event::ProgressBegin(job("0")), open),
            (Event::Told(1), wait),
            // Of an earlier text.
            (published(), wait),
            (Event::ProgressEnd(job("0")), wait),
            (Event::ProgressBegin(job("1")), wait),
            (published(), wait),
            (Event::ProgressEnd(job("1")), open),
        ]);
        assert!(reducer.deadlines.is_empty());
    }

    #[test]
    fn without_a_job_the_host_judges() {
        let begin = Event::Deadline(BEGIN.to_owned());
        run(vec![(Event::Told(1), Settled::NotYet), (begin, Settled::Unknown)]);
    }

    #[test]
    fn files_outside_of_projects_are_said() {
        let hole =
            testing::diagnostic(2, "A.java is a non-project file, only syntax errors are reported");
        let Fate::Change(changed) = Java::normalise("java", "A.java", &hole) else { panic!() };
        assert!(changed.message.contains("not found"), "{}", changed.message);
        let plain = testing::diagnostic(1, "Foo cannot be resolved to a type");
        assert_eq!(Java::normalise("java", "A.java", &plain), Fate::Keep);
    }
}
