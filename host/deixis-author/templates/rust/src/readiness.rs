//! Busy while the server says so by a progress, ready when the last one has ended.
//!
//! If your server begins the same work again, or sends a notification of its own when it is
//! ready, say so here: see `interests`, and `Status::signal_expected`.

use deixis_plugin::{
    Effects, Event, Facts, Failure, Level, Progress, Readiness, Status, Tracks, Trust,
};
use serde::{Deserialize, Serialize};

use crate::Adapter;

/// What is remembered between events.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Seen {
    alive: bool,
    /// Progresses that are open.
    open: u32,
    /// What the last of them said.
    percent: Option<u8>,
    /// There was one, and all have ended.
    ended: bool,
}

impl Readiness for Adapter {
    type State = Seen;

    fn start(_facts: &Facts, _effects: &mut Effects) -> Result<Seen, Failure> {
        Ok(Seen::default())
    }

    fn observe(seen: &mut Seen, event: Event, _effects: &mut Effects) -> Result<(), Failure> {
        match event {
            Event::Initialized(_) => seen.alive = true,
            Event::ProgressBegin(work) => {
                seen.open += 1;
                seen.percent = work.percent;
                seen.ended = false;
            }
            Event::ProgressReport(work) if seen.open > 0 => seen.percent = work.percent,
            Event::ProgressEnd(_) if seen.open > 0 => {
                seen.open -= 1;
                seen.ended = seen.open == 0;
                if seen.ended {
                    seen.percent = None;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn status(seen: &Seen) -> Status {
        let level = if seen.open > 0 {
            Level::Busy(Progress {
                message: None,
                percent: seen.percent,
            })
        } else if seen.ended {
            Level::Ready
        } else {
            Level::Unknown
        };
        Status {
            tracks: Tracks {
                alive: if seen.alive {
                    Level::Ready
                } else {
                    Level::Unknown
                },
                navigation: level.clone(),
                index: level,
                diagnostics: Level::Unknown,
            },
            // Of a server that nobody knows, an early "nothing" is worth nothing.
            navigation_trust: Trust::Empty,
            index_trust: Trust::Empty,
            signal_expected: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deixis_plugin::{WorkDone, testing};

    fn work(percent: Option<u8>) -> WorkDone {
        WorkDone {
            token: "1".to_owned(),
            title: "Indexing".to_owned(),
            message: None,
            percent,
        }
    }

    #[test]
    fn the_last_progress_that_ends_is_readiness() {
        let mut reducer = testing::Reducer::<Adapter>::start(&testing::facts("{{server}}"));
        let mut index = |event| reducer.observe(event).tracks.index;
        let busy = |percent| {
            Level::Busy(Progress {
                message: None,
                percent,
            })
        };
        assert_eq!(index(Event::Initialized("{}".to_owned())), Level::Unknown);
        assert_eq!(index(Event::ProgressBegin(work(None))), busy(None));
        assert_eq!(index(Event::ProgressBegin(work(Some(0)))), busy(Some(0)));
        assert_eq!(index(Event::ProgressReport(work(Some(40)))), busy(Some(40)));
        assert_eq!(index(Event::ProgressEnd(work(Some(40)))), busy(Some(40)));
        assert_eq!(index(Event::ProgressEnd(work(None))), Level::Ready);
        assert_eq!(index(Event::ProgressEnd(work(None))), Level::Ready);
    }
}
