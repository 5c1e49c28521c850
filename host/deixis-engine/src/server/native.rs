//! The native readiness reducer: what can be said of a server that nobody
//! knows. It is busy while it says so by `$/progress`; silence is neither
//! readiness nor its absence.

use std::collections::BTreeMap;

use deixis_hooks::readiness::{Event, Level, Step, Tracks, Trust, WorkDone};

/// Progress tokens that are open at the same time, at most; more are ignored.
const MAX_OPEN: usize = 256;

/// State of the reducer.
#[derive(Debug, Default)]
pub(crate) struct Native {
    initialized: bool,
    open: BTreeMap<String, WorkDone>,
}

impl Native {
    /// Takes events in order.
    pub(crate) fn step(&mut self, events: &[Event]) -> Step {
        for event in events {
            match event {
                Event::Initialized(_) => self.initialized = true,
                Event::ProgressBegin(work) | Event::ProgressReport(work)
                    if self.open.len() < MAX_OPEN =>
                {
                    self.open.insert(work.token.clone(), work.clone());
                }
                Event::ProgressEnd(work) => {
                    self.open.remove(&work.token);
                }
                _ => {}
            }
        }
        self.view()
    }

    fn view(&self) -> Step {
        let alive = if self.initialized { Level::Ready } else { Level::Unknown };
        let work = self.open.values().next_back().map_or(Level::Unknown, |work| Level::Busy {
            message: Some(describe(work)),
            percent: work.percent,
        });
        Step {
            tracks: Tracks {
                alive,
                navigation: work.clone(),
                index: work.clone(),
                diagnostics: work,
            },
            navigation_trust: Trust::Empty,
            index_trust: Trust::Empty,
            ..Step::default()
        }
    }
}

/// A progress value in one line.
fn describe(work: &WorkDone) -> String {
    match &work.message {
        Some(message) if work.title.is_empty() => message.clone(),
        Some(message) => format!("{}: {message}", work.title),
        None => work.title.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn work(token: &str, percent: Option<u8>) -> WorkDone {
        WorkDone { token: token.to_owned(), title: "Indexing".to_owned(), message: None, percent }
    }

    #[test]
    fn busy_as_long_as_any_progress_is_open() {
        let mut native = Native::default();
        let step = native.step(&[
            Event::ProgressBegin(work("a", None)),
            Event::ProgressBegin(work("b", Some(5))),
        ]);
        assert_eq!(
            step.tracks.index,
            Level::Busy { message: Some("Indexing".to_owned()), percent: Some(5) }
        );
        let step = native.step(&[Event::ProgressEnd(work("b", None))]);
        assert!(matches!(step.tracks.index, Level::Busy { .. }));
        let step = native
            .step(&[Event::ProgressEnd(work("a", None)), Event::ProgressEnd(work("never", None))]);
        assert_eq!(step.tracks.index, Level::Unknown, "an ended progress is no readiness");
    }
}
