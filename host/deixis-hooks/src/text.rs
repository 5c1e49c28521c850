//! How texts of the contract are written down in recordings.
//!
//! JSON that crosses as text is written as JSON where that gives back the very
//! same text, else as `{"$text": …}`. A state is written as JSON under the same
//! rule, else as `{"$hex": …}`. So a recording can be read, and nothing is lost.

use deixis_base::Encoding;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Value, json};

/// Key of an object that holds text that is not written as JSON.
const TEXT: &str = "$text";
/// Key of an object that holds bytes that are no JSON.
const HEX: &str = "$hex";

/// A text that is JSON, as it stands in a recording.
fn value_of(text: &str) -> Option<Value> {
    let value: Value = serde_json::from_str(text).ok()?;
    let marked = value.get(TEXT).is_some() || value.get(HEX).is_some();
    let again = value.to_string();
    (!marked && again == text).then_some(value)
}

fn json_value(text: &str) -> Value {
    value_of(text).unwrap_or_else(|| json!({ TEXT: text }))
}

fn json_text(value: &Value) -> String {
    match value.get(TEXT) {
        Some(Value::String(text)) => text.clone(),
        _ => value.to_string(),
    }
}

/// For fields of the type `Json`.
pub mod json {
    use super::*;

    /// Writes it.
    ///
    /// # Errors
    /// Those of the serialiser.
    pub fn serialize<S: Serializer>(text: &str, to: S) -> Result<S::Ok, S::Error> {
        json_value(text).serialize(to)
    }

    /// Reads it.
    ///
    /// # Errors
    /// Those of the deserialiser.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
        Ok(json_text(&Value::deserialize(from)?))
    }
}

/// For lists of JSON texts.
pub mod jsons {
    use super::*;

    /// Writes them.
    ///
    /// # Errors
    /// Those of the serialiser.
    pub fn serialize<S: Serializer>(texts: &[String], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(texts.iter().map(|text| json_value(text)))
    }

    /// Reads them.
    ///
    /// # Errors
    /// Those of the deserialiser.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
        Ok(Vec::<Value>::deserialize(from)?.iter().map(json_text).collect())
    }
}

/// For fields of the type `Option<Json>`, which are left out where there is none.
pub mod some_json {
    use super::*;

    /// Writes it.
    ///
    /// # Errors
    /// Those of the serialiser.
    pub fn serialize<S: Serializer>(text: &Option<String>, to: S) -> Result<S::Ok, S::Error> {
        text.as_deref().map(json_value).serialize(to)
    }

    /// Reads it.
    ///
    /// # Errors
    /// Those of the deserialiser.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
        // The field is there, so `null` is JSON, too.
        Ok(Some(json_text(&Value::deserialize(from)?)))
    }
}

/// For the states of reducers.
pub mod bytes {
    use super::*;

    /// Writes them.
    ///
    /// # Errors
    /// Those of the serialiser.
    pub fn serialize<S: Serializer>(bytes: &[u8], to: S) -> Result<S::Ok, S::Error> {
        let text = std::str::from_utf8(bytes).ok();
        let hex = || {
            let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            json!({ HEX: digits })
        };
        text.and_then(value_of).unwrap_or_else(hex).serialize(to)
    }

    /// Reads them.
    ///
    /// # Errors
    /// Those of the deserialiser, and digits that are none.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u8>, D::Error> {
        let value = Value::deserialize(from)?;
        let Some(Value::String(hex)) = value.get(HEX) else {
            return Ok(json_text(&value).into_bytes());
        };
        let pair = |at| hex.get(at..at + 2).and_then(|pair| u8::from_str_radix(pair, 16).ok());
        let bytes: Option<Vec<u8>> = (0..hex.len()).step_by(2).map(pair).collect();
        bytes.ok_or_else(|| D::Error::custom("$hex wants pairs of hexadecimal digits"))
    }
}

/// For what comes back of a request: `{"ok": …}` or `{"error": …}`.
pub(crate) mod outcome {
    use super::*;
    use crate::ResponseError;

    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Written {
        Ok(Value),
        Error(ResponseError),
    }

    pub(crate) fn serialize<S: Serializer>(
        outcome: &Result<String, ResponseError>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        match outcome {
            Ok(text) => Written::Ok(json_value(text)),
            Err(error) => Written::Error(error.clone()),
        }
        .serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Result<String, ResponseError>, D::Error> {
        Ok(match Written::deserialize(from)? {
            Written::Ok(value) => Ok(json_text(&value)),
            Written::Error(error) => Err(error),
        })
    }
}

/// For the unit of columns, by its name in LSP.
pub(crate) mod encoding {
    use super::*;

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives references")]
    pub(crate) fn serialize<S: Serializer>(encoding: &Encoding, to: S) -> Result<S::Ok, S::Error> {
        encoding.as_str().serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Encoding, D::Error> {
        let name = String::deserialize(from)?;
        Encoding::parse(&name).ok_or_else(|| D::Error::custom("no such position encoding"))
    }
}

#[cfg(test)]
mod tests {
    use crate::readiness::{Event, Step};
    use crate::{Notification, ResponseError};

    fn check(events: &[Event], written: &str) {
        let text = serde_json::to_string(events).expect("it is written");
        assert_eq!(text, written);
        let read: Vec<Event> = serde_json::from_str(&text).expect("it is read");
        assert_eq!(read, events);
    }

    #[test]
    fn json_is_written_as_json_where_nothing_is_lost() {
        check(
            &[
                Event::Initialized(r#"{"b":1,"a":[null,1.5]}"#.to_owned()),
                Event::Initialized("{ \"a\": 1}".to_owned()),
                Event::Initialized(r#"{"$text":"x"}"#.to_owned()),
                Event::Initialized("no JSON".to_owned()),
            ],
            concat!(
                r#"[{"initialized":{"b":1,"a":[null,1.5]}},{"initialized":{"$text":"{ \"a\": 1}"}},"#,
                r#"{"initialized":{"$text":"{\"$text\":\"x\"}"}},{"initialized":{"$text":"no JSON"}}]"#
            ),
        );
    }

    #[test]
    fn what_may_be_missing_is_left_out() {
        let sent = |params| Event::Notified(Notification { method: "m".to_owned(), params });
        let error = ResponseError { code: -1, message: "no".to_owned(), data: None };
        check(
            &[
                sent(None),
                sent(Some("null".to_owned())),
                Event::Answered { id: "1".to_owned(), outcome: Ok("[]".to_owned()) },
                Event::Answered { id: "2".to_owned(), outcome: Err(error) },
            ],
            concat!(
                r#"[{"notified":{"method":"m"}},{"notified":{"method":"m","params":null}},"#,
                r#"{"answered":{"id":"1","outcome":{"ok":[]}}},"#,
                r#"{"answered":{"id":"2","outcome":{"error":{"code":-1,"message":"no"}}}}]"#
            ),
        );
    }

    #[test]
    fn states_come_back_to_the_byte() {
        for state in [&b""[..], b"{\"a\":1}", b"{ }", b"\xff\x00", b"7", "é".as_bytes()] {
            let step = Step { state: state.to_vec(), ..Step::default() };
            let text = serde_json::to_string(&step).expect("it is written");
            let read: Step = serde_json::from_str(&text).expect("it is read");
            assert_eq!(read, step, "{text}");
        }
    }
}
