//! Deadlines that an adapter has asked for, by name.

use std::collections::BTreeMap;
use std::time::Duration;

use deixis_hooks::Deadline;
use tokio::time::Instant;

/// Deadlines of one reducer; more are ignored.
const MAX_DEADLINES: usize = 16;

/// The deadlines of one reducer.
#[derive(Default)]
pub(crate) struct Timers(BTreeMap<String, Instant>);

impl Timers {
    /// Sets and removes deadlines; a later one of the same name replaces the earlier.
    pub(crate) fn set(&mut self, deadlines: impl IntoIterator<Item = Deadline>) {
        let now = Instant::now();
        for Deadline { name, after_ms } in deadlines {
            if after_ms == 0 {
                self.0.remove(&name);
            } else if self.0.len() < MAX_DEADLINES || self.0.contains_key(&name) {
                self.0.insert(name, now + Duration::from_millis(after_ms.into()));
            }
        }
    }

    /// The earliest.
    pub(crate) fn next(&self) -> Option<Instant> {
        self.0.values().min().copied()
    }

    /// Takes the names of those that are over.
    pub(crate) fn expire(&mut self) -> Vec<String> {
        let now = Instant::now();
        self.0.extract_if(.., |_, at| *at <= now).map(|(name, _)| name).collect()
    }
}

/// Ends at that moment, or never.
pub(crate) async fn until(timer: Option<Instant>) {
    match timer {
        Some(at) => tokio::time::sleep_until(at).await,
        None => std::future::pending().await,
    }
}
