//! The restart budget: how often a server that died is started again.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// Allows at most so many restarts within a sliding window, and, where asked,
/// so many in all. The first start of a server is not a restart.
///
/// Pure: time is handed in, and must not run backwards.
#[derive(Debug, Clone)]
pub struct RestartBudget {
    max_restarts: u32,
    window: Duration,
    session_left: Option<u32>,
    recent: VecDeque<Instant>,
}

/// The answer to "may it be started again now?".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Admission {
    /// Yes, and it has been counted.
    Granted,
    /// Not before this instant.
    DeniedUntil(Instant),
    /// Never again in this session.
    Exhausted,
}

impl RestartBudget {
    /// At most `max_restarts` within any stretch of `window`.
    ///
    /// With `max_restarts` 0 nothing is ever restarted.
    #[must_use]
    pub fn new(max_restarts: u32, window: Duration) -> Self {
        Self { max_restarts, window, session_left: None, recent: VecDeque::new() }
    }

    /// And at most `limit` as long as this budget lives.
    #[must_use]
    pub fn with_session_limit(mut self, limit: u32) -> Self {
        self.session_left = Some(limit);
        self
    }

    /// Asks for one restart at `now`, and counts it when granted.
    pub fn admit(&mut self, now: Instant) -> Admission {
        if self.max_restarts == 0 || self.session_left == Some(0) {
            return Admission::Exhausted;
        }
        while let Some(&oldest) = self.recent.front()
            && now.saturating_duration_since(oldest) >= self.window
        {
            self.recent.pop_front();
        }
        if self.recent.len() >= self.max_restarts as usize
            && let Some(&oldest) = self.recent.front()
        {
            return Admission::DeniedUntil(oldest + self.window);
        }
        self.recent.push_back(now);
        self.session_left = self.session_left.map(|left| left - 1);
        Admission::Granted
    }

    /// Restarts counted within the window that ends at `now`.
    #[must_use]
    pub fn used(&self, now: Instant) -> usize {
        let inside = |at: &&Instant| now.saturating_duration_since(**at) < self.window;
        self.recent.iter().filter(inside).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asks at each second; `+` granted, a number: denied until that second,
    /// `x` exhausted.
    fn check(mut budget: RestartBudget, seconds: &[u64], expected: &str) {
        let start = Instant::now();
        let answers: Vec<String> = seconds
            .iter()
            .map(|second| match budget.admit(start + Duration::from_secs(*second)) {
                Admission::Granted => "+".to_owned(),
                Admission::DeniedUntil(at) => (at - start).as_secs().to_string(),
                Admission::Exhausted => "x".to_owned(),
            })
            .collect();
        assert_eq!(answers.join(" "), expected);
    }

    #[test]
    fn budgets_slide() {
        let minute = Duration::from_secs(60);
        check(RestartBudget::new(3, minute), &[0, 1, 2, 3, 59], "+ + + 60 60");
        check(RestartBudget::new(3, minute), &[0, 1, 2, 60, 60, 61], "+ + + + 61 +");
        check(RestartBudget::new(1, minute), &[0, 59, 60, 61, 120], "+ 60 + 120 +");
        check(RestartBudget::new(0, minute), &[0, 1000], "x x");
        check(RestartBudget::new(9, minute).with_session_limit(2), &[0, 1, 2, 900], "+ + x x");
        check(RestartBudget::new(1, minute).with_session_limit(2), &[0, 1, 60, 120], "+ 60 + x");
    }
}
