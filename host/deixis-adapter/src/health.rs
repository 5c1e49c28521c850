//! Counts failures and decides about quarantine, purely: time comes in as a
//! value.
//!
//! Three failures within a minute leave an adapter out for a minute. When that
//! is over it is on probation: one failure sends it back, for twice as long,
//! up to ten minutes. Ten minutes of probation without a failure forget all
//! that.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use deixis_hooks::Health;

use crate::limits::{FAILURE_WINDOW, FAILURES, QUARANTINE_MAX, QUARANTINE_MIN};

/// Where time comes from.
pub(crate) type Clock = Arc<dyn Fn() -> Instant + Send + Sync>;

/// The record of one adapter at one server.
#[derive(Debug, Default)]
pub(crate) struct Record {
    total: u64,
    first: Option<String>,
    /// The last failures, at most [`FAILURES`] of them.
    recent: VecDeque<Instant>,
    /// The first failure of the window, in words.
    reason: String,
    quarantine: Option<Quarantine>,
}

#[derive(Debug, Clone, Copy)]
struct Quarantine {
    until: Instant,
    length: Duration,
}

impl Record {
    /// Whether a call may be made; otherwise why not.
    pub(crate) fn admit(&self, now: Instant) -> Result<(), String> {
        match self.quarantine {
            Some(Quarantine { until, .. }) if now < until => Err(self.reason.clone()),
            _ => Ok(()),
        }
    }

    /// Takes note of a failure, and where its call is kept. True if it starts a quarantine.
    pub(crate) fn failed(&mut self, now: Instant, message: &str, case: Option<PathBuf>) -> bool {
        self.total += 1;
        self.first.get_or_insert_with(|| match case {
            Some(case) => {
                format!("{message}; see it again: deixis plugin replay {}", case.display())
            }
            None => message.to_owned(),
        });
        self.quarantine.take_if(|past| now >= past.until + QUARANTINE_MAX);
        self.recent.retain(|past| now.saturating_duration_since(*past) < FAILURE_WINDOW);
        if self.recent.is_empty() && self.quarantine.is_none() {
            message.clone_into(&mut self.reason);
        }
        if self.recent.len() == FAILURES {
            self.recent.pop_front();
        }
        self.recent.push_back(now);
        self.start_quarantine(now)
    }

    fn start_quarantine(&mut self, now: Instant) -> bool {
        let length = match self.quarantine {
            // A call that was admitted before the quarantine began.
            Some(Quarantine { until, .. }) if now < until => return false,
            Some(Quarantine { length, .. }) => (length * 2).min(QUARANTINE_MAX),
            None if self.recent.len() < FAILURES => return false,
            None => QUARANTINE_MIN,
        };
        self.quarantine = Some(Quarantine { until: now + length, length });
        true
    }

    /// The record for people.
    pub(crate) fn health(&self, now: Instant) -> Health {
        Health {
            quarantined: self.admit(now).err(),
            failures: self.total,
            first_failure: self.first.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays failures and looks, given as seconds, and compares what is seen.
    fn check(script: &[(u64, Event)]) {
        let start = Instant::now();
        let mut record = Record::default();
        for (at, event) in script {
            let now = start + Duration::from_secs(*at);
            match event {
                Event::Fails(starts) => {
                    assert_eq!(record.failed(now, &format!("at {at}"), None), *starts, "at {at}");
                }
                Event::Admitted => assert_eq!(record.admit(now), Ok(()), "at {at}"),
                Event::Refused(reason) => {
                    assert_eq!(record.admit(now), Err((*reason).to_owned()), "at {at}");
                }
            }
        }
    }

    enum Event {
        Fails(bool),
        Admitted,
        Refused(&'static str),
    }
    use Event::{Admitted, Fails, Refused};

    #[test]
    fn three_failures_in_a_minute() {
        check(&[
            (0, Admitted),
            (0, Fails(false)),
            (1, Fails(false)),
            (59, Fails(true)),
            (59, Refused("at 0")),
            (118, Refused("at 0")),
            (119, Admitted),
        ]);
    }

    #[test]
    fn failures_far_apart_do_no_harm() {
        check(&[(0, Fails(false)), (30, Fails(false)), (90, Fails(false)), (151, Fails(false))]);
    }

    #[test]
    fn probation_doubles_up_to_ten_minutes() {
        check(&[
            (0, Fails(false)),
            (0, Fails(false)),
            (0, Fails(true)),
            (60, Admitted),
            (60, Fails(true)),
            (179, Refused("at 0")),
            (180, Fails(true)),
            (419, Refused("at 0")),
            (420, Fails(true)),
            (899, Refused("at 0")),
            (900, Fails(true)),
            (1499, Refused("at 0")),
            (1500, Admitted),
            (1501, Fails(true)),
            (2100, Refused("at 0")),
            (2101, Admitted),
        ]);
    }

    #[test]
    fn ten_quiet_minutes_of_probation_forget() {
        check(&[
            (0, Fails(false)),
            (0, Fails(false)),
            (0, Fails(true)),
            (660, Admitted),
            (660, Fails(false)),
            (661, Fails(false)),
            (662, Fails(true)),
            (662, Refused("at 660")),
        ]);
    }

    #[test]
    fn calls_admitted_before_do_not_prolong() {
        check(&[
            (0, Fails(false)),
            (0, Fails(false)),
            (0, Fails(true)),
            (1, Fails(false)),
            (60, Admitted),
        ]);
    }

    #[test]
    fn health_keeps_the_first_failure() {
        let now = Instant::now();
        let mut record = Record::default();
        assert_eq!(record.health(now), Health::default());
        record.failed(now, "one", Some("/c/1.jsonl".into()));
        record.failed(now, "two", Some("/c/2.jsonl".into()));
        record.failed(now, "three", None);
        let seen = record.health(now);
        assert_eq!(seen.failures, 3);
        let first = "one; see it again: deixis plugin replay /c/1.jsonl";
        assert_eq!(seen.first_failure.as_deref(), Some(first));
        assert_eq!(seen.quarantined.as_deref(), Some("one"));
    }
}
