//! A binary that may die before it answers, by a hand that is not [`Deixis::kill`].

use std::sync::mpsc::RecvTimeoutError;

use crate::answer::Answer;
use crate::client::{Deixis, PATIENCE};
use crate::processes::wait_until_gone;

impl Deixis {
    /// Waits for the answer to a call, or for the end of the output: `None` says that the
    /// process is gone, and owes no answer any more.
    ///
    /// # Panics
    ///
    /// When neither comes within [`PATIENCE`], or the call is answered by an error of the protocol.
    pub fn finish_or_die(&mut self, id: u64) -> Option<Answer> {
        loop {
            if let Some(answer) = self.seen.answers.remove(&id) {
                let result = answer.get("result").cloned();
                return Some(Answer(
                    result.unwrap_or_else(|| panic!("a call was answered {answer}")),
                ));
            }
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => self.seen.take(line),
                Err(RecvTimeoutError::Disconnected) => {
                    self.seen.waiting.clear();
                    return None;
                }
                Err(problem) => {
                    panic!("neither an answer nor an end: {problem}\n{}", self.stderr.text())
                }
            }
        }
    }

    /// Asserts that it is gone, with everything that it started.
    ///
    /// # Panics
    ///
    /// When something lives on beyond [`PATIENCE`].
    pub fn assert_gone(&self, context: &str) {
        let left = wait_until_gone(&self.mark, PATIENCE);
        assert!(left.is_empty(), "{context}: left alive: {left:?}");
    }
}
