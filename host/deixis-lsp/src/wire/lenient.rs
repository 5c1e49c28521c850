//! Reading that survives a bad element.

use std::fmt;

use serde::de::{DeserializeOwned, Deserializer, SeqAccess, Visitor};
use serde::{Deserialize, de};
use serde_json::value::RawValue;

/// A value that may be of the wrong shape: then it is absent.
#[derive(Debug, Clone, PartialEq)]
pub struct Lenient<T>(pub Option<T>);

impl<T> Default for Lenient<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for Lenient<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        Ok(Self(serde_json::from_str(raw.get()).ok()))
    }
}

/// `null`, one value, or a list of values: always a list here. Elements of the
/// wrong shape are left out and counted.
#[derive(Debug, Clone, PartialEq)]
pub struct Many<T> {
    /// The elements that could be read, in order.
    pub items: Vec<T>,
    /// How many could not.
    pub unreadable: usize,
}

impl<T> Default for Many<T> {
    fn default() -> Self {
        Self { items: Vec::new(), unreadable: 0 }
    }
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for Many<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        let text = raw.get();
        // Nearly every list is all good and read at once; one that is not is read twice.
        if text.starts_with('[')
            && let Ok(items) = serde_json::from_str::<Vec<T>>(text)
        {
            return Ok(Self { items, unreadable: 0 });
        }
        Self::read(text, |element| serde_json::from_str(element)).map_err(de::Error::custom)
    }
}

impl<T> Many<T> {
    /// Reads JSON text, each element by `read`, which is called once for each: what
    /// holds lists of itself must not read them twice, or the work doubles with
    /// every level of nesting.
    pub(super) fn read(
        text: &str,
        mut read: impl FnMut(&str) -> serde_json::Result<T>,
    ) -> serde_json::Result<Self> {
        let mut many = Self::default();
        let mut add = |element: &str| match read(element) {
            Ok(item) => many.items.push(item),
            Err(_) if element == "null" => {}
            Err(_) => many.unreadable += 1,
        };
        match text.as_bytes().first() {
            Some(b'[') => {
                serde_json::Deserializer::from_str(text).deserialize_seq(Elements(&mut add))?;
            }
            Some(b'n') => {}
            _ => add(text),
        }
        Ok(many)
    }
}

/// Hands the text of each element on.
struct Elements<F>(F);

impl<'de, F: FnMut(&'de str)> Visitor<'de> for Elements<F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<(), A::Error> {
        while let Some(raw) = list.next_element::<&RawValue>()? {
            (self.0)(raw.get());
        }
        Ok(())
    }
}
