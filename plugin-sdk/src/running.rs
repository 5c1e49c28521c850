//! Progress that runs, for states that must stay small.

use serde::{Deserialize, Serialize};

/// Tokens that are remembered. Together with [`TOKEN_BYTES`] they fit into the
/// smallest state, however they are escaped.
const TOKENS: usize = 32;
/// Bytes of a token by which it is told from others.
const TOKEN_BYTES: usize = 64;

/// The tokens of progress that has begun and not ended. What a server begins
/// beyond a few dozens at once is not remembered.
///
/// ```
/// let mut running = deixis_plugin::Running::default();
/// assert!(running.begin("a"));
/// assert!(!running.begin("a"), "it runs already");
/// assert!(running.end("a"));
/// assert!(running.is_empty());
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Running(Vec<String>);

impl Running {
    /// Remembers a token; true if it was not there.
    pub fn begin(&mut self, token: &str) -> bool {
        let token = told_by(token);
        let is_new = self.0.len() < TOKENS && !self.0.iter().any(|known| known == token);
        if is_new {
            self.0.push(token.to_owned());
        }
        is_new
    }

    /// Forgets a token; true if it was there.
    pub fn end(&mut self, token: &str) -> bool {
        let before = self.0.len();
        self.0.retain(|known| known != told_by(token));
        self.0.len() < before
    }

    /// Whether nothing runs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

fn told_by(token: &str) -> &str {
    &token[..token.floor_char_boundary(TOKEN_BYTES)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_cannot_make_it_grow() {
        let mut running = Running::default();
        for number in 0..1_000 {
            running.begin(&format!("{number} {}", "\0".repeat(10_000)));
        }
        let bytes = serde_json::to_vec(&running).expect("it is written").len();
        assert!(bytes < 16 << 10, "{bytes}");
        assert!(running.end(&format!("0 {}", "\0".repeat(10_000))));
    }
}
