//! `log`: lines of a guest, bounded, in the host's own log.
//!
//! Lines go to `tracing` under the target `deixis::adapter`. A guest cannot
//! flood it: lines are cut, and beyond a number of lines per window they are
//! only counted; the count is written when the window ends. The last errors
//! of a call are remembered, as a guest that panics says why just before it traps.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use deixis_base::redact::redact;

use crate::health::Clock;
use crate::limits::{LOG_LINE, LOG_LINES, LOG_WINDOW};
use crate::witness::Witness;

/// Lines that are remembered of a failing call. A panic in a guest with WASI
/// takes two: where, and what.
const ERRORS: usize = 3;
/// How Rust ends a panic message, which helps nobody here.
const BACKTRACE_NOTE: &str = "note: run with `RUST_BACKTRACE";

/// Importance of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Level {
    Error,
    Warn,
    Info,
    Debug,
    Trace,
}

/// The log of one adapter at one server. Cloning shares it.
#[derive(Clone)]
pub(crate) struct Log(Arc<Inner>);

struct Inner {
    adapter: String,
    server: String,
    clock: Clock,
    witness: Witness,
    lines: Mutex<Lines>,
}

struct Lines {
    window: Window,
    /// The last errors of the call in flight.
    errors: VecDeque<String>,
}

impl Log {
    /// A log for an adapter, by its name and that of its server.
    pub(crate) fn new(adapter: &str, server: &str, clock: Clock, witness: Witness) -> Self {
        let lines = Lines { window: Window::new(clock()), errors: VecDeque::new() };
        Self(Arc::new(Inner {
            adapter: adapter.to_owned(),
            server: server.to_owned(),
            clock,
            witness,
            lines: Mutex::new(lines),
        }))
    }

    /// Writes the lines of a message.
    pub(crate) fn write(&self, level: Level, message: &str) {
        for line in message.lines().filter(|line| !line.trim().is_empty()) {
            self.line(level, line);
        }
    }

    /// Forgets the errors of earlier calls.
    pub(crate) fn begin_call(&self) {
        self.lines().errors.clear();
    }

    /// The last errors that were written since the call began.
    pub(crate) fn last_errors(&self) -> Option<String> {
        let lines = self.lines();
        let errors: Vec<_> = lines.errors.iter().map(String::as_str).collect();
        (!errors.is_empty()).then(|| errors.join(" "))
    }

    /// Reports lines that were dropped, if their window has ended.
    pub(crate) fn end_call(&self) {
        let dropped = self.lines().window.turn((self.0.clock)());
        self.report(dropped);
    }

    fn line(&self, level: Level, line: &str) {
        self.0.witness.logged(line);
        let now = (self.0.clock)();
        let (dropped, admitted) = {
            let mut lines = self.lines();
            (lines.window.turn(now), lines.window.admit())
        };
        self.report(dropped);
        // A line that nobody will see costs no more than counting it.
        if !admitted && level != Level::Error {
            return;
        }
        let line = redact(cut(line, LOG_LINE));
        let line = clean(&line);
        if level == Level::Error && !line.starts_with(BACKTRACE_NOTE) {
            let mut lines = self.lines();
            if lines.errors.len() == ERRORS {
                lines.errors.pop_front();
            }
            lines.errors.push_back(line.clone().into_owned());
        }
        if admitted {
            self.emit(level, &line);
        }
    }

    fn report(&self, dropped: u64) {
        if dropped > 0 {
            self.emit(Level::Warn, &format!("{dropped} log lines of this adapter were dropped"));
        }
    }

    fn emit(&self, level: Level, line: &str) {
        let Inner { adapter, server, .. } = &*self.0;
        match level {
            Level::Error => {
                tracing::error!(target: "deixis::adapter", adapter, server, "{line}");
            }
            Level::Warn => tracing::warn!(target: "deixis::adapter", adapter, server, "{line}"),
            Level::Info => tracing::info!(target: "deixis::adapter", adapter, server, "{line}"),
            Level::Debug => {
                tracing::debug!(target: "deixis::adapter", adapter, server, "{line}");
            }
            Level::Trace => {
                tracing::trace!(target: "deixis::adapter", adapter, server, "{line}");
            }
        }
    }

    fn lines(&self) -> MutexGuard<'_, Lines> {
        self.0.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        let lines = self.lines.get_mut().unwrap_or_else(PoisonError::into_inner);
        let dropped = std::mem::take(&mut lines.window.dropped);
        if dropped > 0 {
            let Self { adapter, server, .. } = self;
            tracing::warn!(
                target: "deixis::adapter", adapter, server,
                "{dropped} log lines of this adapter were dropped"
            );
        }
    }
}

/// Counts lines.
#[derive(Debug)]
struct Window {
    start: Instant,
    lines: u32,
    dropped: u64,
}

impl Window {
    fn new(start: Instant) -> Self {
        Self { start, lines: 0, dropped: 0 }
    }

    /// Starts a new window if this one has ended, and says how many lines were
    /// dropped in it.
    fn turn(&mut self, now: Instant) -> u64 {
        if now.saturating_duration_since(self.start) < LOG_WINDOW {
            return 0;
        }
        let dropped = self.dropped;
        *self = Self::new(now);
        dropped
    }

    /// Whether one more line may be written.
    fn admit(&mut self) -> bool {
        if self.lines < LOG_LINES {
            self.lines += 1;
            return true;
        }
        self.dropped += 1;
        false
    }
}

/// The longest prefix of at most so many bytes that ends between characters.
pub(crate) fn cut(text: &str, max: usize) -> &str {
    &text[..text.floor_char_boundary(max)]
}

/// Text without control characters: a guest must not move the cursor of
/// whoever reads the log.
pub(crate) fn clean(text: &str) -> Cow<'_, str> {
    if !text.contains(char::is_control) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn lines_beyond_the_window_are_counted_and_reported_once() {
        let start = Instant::now();
        let mut window = Window::new(start);
        let admitted = (0..LOG_LINES + 10).filter(|_| window.admit()).count();
        assert_eq!(admitted, LOG_LINES as usize);
        assert_eq!(window.turn(start + LOG_WINDOW - Duration::from_nanos(1)), 0);
        assert_eq!(window.turn(start + LOG_WINDOW), 10);
        assert_eq!(window.turn(start + LOG_WINDOW * 3), 0);
        assert!(window.admit());
    }

    #[test]
    fn text_is_cut_between_characters() {
        for (text, max, expected) in [("abc", 3, "abc"), ("abc", 2, "ab"), ("aé", 2, "a")] {
            assert_eq!(cut(text, max), expected);
        }
    }

    #[test]
    fn control_characters_become_spaces() {
        assert_eq!(clean("a\u{1b}[2Jb\tc"), "a [2Jb c");
        assert!(matches!(clean("plain é"), Cow::Borrowed(_)));
    }
}
