//! `$/progress` of work done.

use serde::Deserialize;
use serde_json::Value;

use super::Lenient;

/// Token, number or string.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Deserialize)]
#[serde(untagged)]
pub enum ProgressToken {
    /// Number.
    Number(i64),
    /// Text.
    Text(String),
}

impl std::fmt::Display for ProgressToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Text(text) => f.write_str(text),
        }
    }
}

/// `ProgressParams`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct ProgressParams {
    /// Token.
    pub token: ProgressToken,
    /// Value; only work-done values are known here.
    #[serde(default)]
    pub value: Lenient<Progress>,
}

/// A work-done value.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Progress {
    /// `begin`, `report` or `end`.
    pub kind: String,
    /// Title, with `begin`.
    #[serde(default)]
    pub title: Lenient<String>,
    /// Message.
    #[serde(default)]
    pub message: Lenient<String>,
    /// Percentage; may be a float or out of range.
    #[serde(default)]
    pub percentage: Value,
}

impl Progress {
    /// The percentage as a whole number from 0 to 100.
    #[must_use]
    pub fn percent(&self) -> Option<u8> {
        let number = self.percentage.as_f64()?;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "clamped to 0..=100"
        )]
        Some(number.clamp(0.0, 100.0) as u8)
    }
}
