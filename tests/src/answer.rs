//! A tool's answer, and what tests ask of it.

use serde_json::Value;

/// A tool's answer.
#[derive(Debug, Clone)]
pub struct Answer(pub Value);

impl Answer {
    /// Whether the tool failed.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.0["isError"] == true
    }

    /// The structured part; null when there is none.
    #[must_use]
    pub fn structured(&self) -> &Value {
        &self.0["structuredContent"]
    }

    /// The code of a tool's error; empty when it did not fail.
    #[must_use]
    pub fn error_code(&self) -> &str {
        self.structured()["error"]["code"].as_str().unwrap_or_default()
    }

    /// The error, or `null`.
    #[must_use]
    pub fn error(&self) -> &serde_json::Value {
        &self.structured()["error"]
    }

    /// The text part.
    #[must_use]
    pub fn text(&self) -> String {
        let blocks = self.0["content"].as_array().into_iter().flatten();
        blocks.filter_map(|block| block["text"].as_str()).collect::<Vec<_>>().join("\n")
    }

    /// The `at` of every item in a list of the structured part, sorted.
    ///
    /// # Panics
    ///
    /// When the answer is an error or has no such list.
    #[must_use]
    pub fn places(&self, list: &str) -> Vec<String> {
        assert!(!self.is_error(), "an error: {}", self.text());
        let items = self.structured()[list].as_array();
        let items = items.unwrap_or_else(|| panic!("no {list} in {}", self.0));
        let at = |item: &Value| item["at"].as_str().map_or_else(|| item.to_string(), str::to_owned);
        let mut places: Vec<String> = items.iter().map(at).collect();
        places.sort();
        places
    }
}
