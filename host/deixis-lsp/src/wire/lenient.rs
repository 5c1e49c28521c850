//! Reading that survives a bad element.

use std::fmt;
use std::marker::PhantomData;

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
        match text.as_bytes().first() {
            Some(b'[') => match serde_json::from_str::<Vec<T>>(text) {
                Ok(items) => Ok(Self { items, unreadable: 0 }),
                Err(_) => element_by_element(text).map_err(de::Error::custom),
            },
            Some(b'n') => Ok(Self::default()),
            _ => Ok(match serde_json::from_str(text) {
                Ok(item) => Self { items: vec![item], unreadable: 0 },
                Err(_) => Self { items: Vec::new(), unreadable: 1 },
            }),
        }
    }
}

fn element_by_element<T: DeserializeOwned>(text: &str) -> serde_json::Result<Many<T>> {
    struct Elements<T>(PhantomData<T>);
    impl<'de, T: DeserializeOwned> Visitor<'de> for Elements<T> {
        type Value = Many<T>;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list")
        }
        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Many<T>, A::Error> {
            let mut many = Many::default();
            while let Some(raw) = list.next_element::<&RawValue>()? {
                match serde_json::from_str(raw.get()) {
                    Ok(item) => many.items.push(item),
                    Err(_) if raw.get() == "null" => {}
                    Err(_) => many.unreadable += 1,
                }
            }
            Ok(many)
        }
    }
    serde_json::Deserializer::from_str(text).deserialize_seq(Elements(PhantomData))
}
