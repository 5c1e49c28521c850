//! The group `requests`: what the server asks of its client.

use serde_json::Value;

use crate::bindings::requests::exports::deixis::adapter::requests as wire;
use crate::{Facts, Failure};

pub use wire::Reply;

/// The hook group.
///
/// ```
/// use deixis_plugin::{Facts, Reply, Requests, testing};
/// use serde_json::{Value, json};
///
/// struct Scala;
///
/// impl Requests for Scala {
///     fn answer(_: &Facts, method: &str, params: &Value) -> Reply {
///         match method {
///             "window/showMessageRequest" => Reply::choose(params, &["Import build"]),
///             "metals/inputBox" => Reply::json(&json!({"cancelled": true})),
///             _ => Reply::Unknown,
///         }
///     }
/// }
///
/// let facts = testing::facts("metals");
/// let prompt = json!({"message": "New build", "actions": [{"title": "Not now"}, {"title": "Import build"}]});
/// let chosen = Scala::answer(&facts, "window/showMessageRequest", &prompt);
/// assert_eq!(chosen, Reply::json(&json!({"title": "Import build"})));
/// assert_eq!(Scala::answer(&facts, "other", &Value::Null), Reply::Unknown);
/// ```
pub trait Requests {
    /// What to answer to a request that the host does not know, or to
    /// `window/showMessageRequest`; [`Reply::Unknown`] leaves it to the host,
    /// which chooses no action and knows no further method. Absent parameters
    /// are `null`. The server waits meanwhile.
    #[must_use]
    fn answer(facts: &Facts, method: &str, params: &Value) -> Reply {
        let _ = (facts, method, params);
        Reply::Unknown
    }
}

impl<T: Requests> wire::Guest for T {
    fn answer(facts: Facts, method: String, params: Option<String>) -> Result<Reply, Failure> {
        crate::export::enter();
        let params = params.map_or(Ok(Value::Null), |params| serde_json::from_str(&params));
        let params =
            params.map_err(|error| Failure::new(format!("parameters of {method}: {error}")))?;
        Ok(T::answer(&facts, &method, &params))
    }
}

impl Reply {
    /// A result.
    #[must_use]
    pub fn json(result: &Value) -> Self {
        Self::Result(result.to_string())
    }

    /// The action of a `window/showMessageRequest` that has one of these
    /// titles, the first title first; [`Reply::Unknown`] if none has.
    #[must_use]
    pub fn choose(params: &Value, titles: &[&str]) -> Self {
        let actions = params["actions"].as_array().map(Vec::as_slice).unwrap_or_default();
        let titled = |title: &&str| actions.iter().find(|action| action["title"] == **title);
        titles.iter().find_map(titled).map_or(Self::Unknown, Self::json)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_first_title_that_is_there_is_chosen() {
        let params = json!({"actions": [{"title": "b", "id": 7}, {"title": "a"}]});
        assert_eq!(Reply::choose(&params, &["c", "a", "b"]), Reply::json(&json!({"title": "a"})));
        let whole = Reply::json(&json!({"title": "b", "id": 7}));
        assert_eq!(Reply::choose(&params, &["b"]), whole);
        assert_eq!(Reply::choose(&params, &["c"]), Reply::Unknown);
        assert_eq!(Reply::choose(&Value::Null, &["a"]), Reply::Unknown);
    }
}
