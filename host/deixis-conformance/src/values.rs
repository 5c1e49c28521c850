//! Inputs of the contract's types, as a recording writes them.

use deixis_hooks::text;
use serde_json::{Map, Value, json, value::Serializer};
use wit_parser::Type;

use crate::contract::{Contract, Hook, Shape};
use crate::dice::Dice;
use crate::words::{Style, Words, is_path};

/// Entries of a long list.
const LONG: usize = 1_200;
/// Bytes that an entry counts at least.
const ENTRY: usize = 24;
/// Lists of which the contract says that they are never empty.
const NEVER_EMPTY: [&str; 2] = ["events", "changes"];

/// Makes inputs.
pub(crate) struct Generator<'g> {
    pub(crate) contract: &'g Contract,
    pub(crate) words: &'g Words,
    /// The facts as they are, which most inputs hold.
    pub(crate) facts: &'g Value,
    pub(crate) dice: &'g mut Dice,
    pub(crate) style: Style,
    /// Bytes that are left.
    pub(crate) left: usize,
}

impl Generator<'_> {
    /// An input of a hook.
    pub(crate) fn input(&mut self, hook: &Hook) -> Value {
        let mut fields = Map::new();
        for (name, ty) in &hook.params {
            self.field(&mut fields, name, *ty);
        }
        Value::Object(fields)
    }

    /// What is `none` is left out.
    fn field(&mut self, fields: &mut Map<String, Value>, name: &str, ty: Type) {
        if let Shape::Option(some) = self.contract.shape(ty) {
            let is_there = match self.style {
                Style::Empty => false,
                Style::Huge => true,
                _ => !self.dice.one_in(3),
            };
            if is_there {
                let value = self.value(some, name);
                fields.insert(name.to_owned(), value);
            }
            return;
        }
        let value = self.value(ty, name);
        fields.insert(name.to_owned(), value);
    }

    fn value(&mut self, ty: Type, name: &str) -> Value {
        match self.contract.shape(ty) {
            Shape::Json => {
                let json = self.words.json(self.dice, self.style, name);
                // Cut JSON is none, which is one more thing to try.
                written(|to| text::json::serialize(&self.take(json), to))
            }
            // A state is the adapter's own; at first there is none.
            Shape::Bytes => written(|to| text::bytes::serialize(&[], to)),
            Shape::Text => {
                let text = self.words.text(self.dice, self.style, name);
                // What is cut is no path any more.
                if is_path(name) {
                    let text = if text.len() <= self.left { text } else { "a".to_owned() };
                    self.left = self.left.saturating_sub(text.len());
                    return text.into();
                }
                self.take(text).into()
            }
            Shape::Bool => self.dice.one_in(2).into(),
            Shape::Number(least, most) => self.number(least, most).into(),
            Shape::List(item) => self.list(item, name),
            // Not a field, so what is `none` has no way to be left out.
            Shape::Option(some) => self.value(some, name),
            Shape::Result(ok, error) => {
                if self.dice.one_in(2) {
                    json!({ "ok": self.value(ok, name) })
                } else {
                    json!({ "error": self.value(error, name) })
                }
            }
            Shape::Record("facts", fields) => self.some_facts(&fields),
            Shape::Record("position", fields) => {
                fields.iter().map(|(name, ty)| self.value(*ty, name)).collect()
            }
            Shape::Record(_, fields) => self.record(&fields),
            Shape::Variant("encoding", _) => {
                (*self.dice.pick(&["utf-8", "utf-16", "utf-32"])).into()
            }
            Shape::Variant(_, cases) => {
                let (case, ty) = self.dice.pick(&cases);
                match ty {
                    Some(ty) => json!({ case: self.value(*ty, case) }),
                    None => case.as_str().into(),
                }
            }
        }
    }

    fn record(&mut self, fields: &[(String, Type)]) -> Value {
        let mut record = Map::new();
        for (name, ty) in fields {
            self.field(&mut record, name, *ty);
        }
        Value::Object(record)
    }

    /// Mostly the facts as they are, with other options; now and then anything.
    fn some_facts(&mut self, fields: &[(String, Type)]) -> Value {
        if self.style == Style::Strange && self.dice.one_in(3) {
            return self.record(fields);
        }
        let mut facts = self.facts.clone();
        for (name, ty) in fields.iter().filter(|(name, _)| name == "options" || name == "recipe") {
            facts[name] = self.value(*ty, name);
        }
        facts
    }

    fn list(&mut self, item: Type, name: &str) -> Value {
        let least = usize::from(NEVER_EMPTY.contains(&name));
        let (count, inner) = match self.style {
            Style::Empty => (0, Style::Empty),
            Style::Plain => (self.dice.below(4), Style::Plain),
            Style::Long => (LONG / 4 + self.dice.below(LONG), Style::Plain),
            Style::Huge => (1 + self.dice.below(2), Style::Huge),
            Style::Strange => (self.dice.below(12), Style::Strange),
        };
        let outer = std::mem::replace(&mut self.style, inner);
        let mut items = Vec::new();
        while items.len() < count.max(least) && (self.left > ENTRY || items.len() < least) {
            self.left = self.left.saturating_sub(ENTRY);
            items.push(self.value(item, name));
        }
        self.style = outer;
        Value::Array(items)
    }

    fn number(&mut self, least: i64, most: i64) -> i64 {
        let number = match (self.style, self.dice.below(6)) {
            (Style::Empty, _) => 0,
            (Style::Strange | Style::Huge, 0) => most,
            (Style::Strange | Style::Huge, 1) => least,
            (Style::Strange | Style::Huge, 2) => most - 1,
            (_, 3) => 100 + i64::try_from(self.dice.below(5_000)).unwrap_or(0),
            _ => i64::try_from(self.dice.below(30)).unwrap_or(0),
        };
        number.clamp(least, most)
    }

    /// As much of a text as is left.
    fn take(&mut self, text: String) -> String {
        let text = if text.len() <= self.left {
            text
        } else {
            text[..text.floor_char_boundary(self.left)].to_owned()
        };
        self.left -= text.len();
        text
    }
}

/// What a serializer of the recordings writes; into a value nothing can fail.
fn written(write: impl FnOnce(Serializer) -> Result<Value, serde_json::Error>) -> Value {
    write(Serializer).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::STYLES;

    /// No field is called otherwise in the recordings than here, none is lost, and every value
    /// is one of its type: an input comes back as it was written.
    #[test]
    fn every_type_is_one_that_can_be_generated() {
        let contract = Contract::read().expect("the contract");
        let mut words = Words::of(&deixis_hooks::info::Descriptor::default());
        words.files.push("a.x".to_owned());
        let facts = json!({
            "recipe": "r", "command": "/bin/r", "root_path": "/p", "root_uri": "file:///p",
            "platform": "linux", "data_directory": "/d", "options": {},
        });
        for hook in contract.hooks() {
            let mut dice = Dice::new(7, &hook.name);
            for round in 0..200 {
                let mut generator = Generator {
                    contract: &contract,
                    words: &words,
                    facts: &facts,
                    dice: &mut dice,
                    style: STYLES[round % STYLES.len()],
                    left: 20_000,
                };
                let input = generator.input(hook);
                let again = deixis_recording::rewritten(&hook.name, input.clone());
                // A list that is empty is left out in some places.
                let again = again.unwrap_or_else(|error| panic!("{error}: {input}"));
                assert_eq!(without_empty(again), without_empty(input), "{}", hook.name);
            }
        }
    }

    fn without_empty(value: Value) -> Value {
        match value {
            Value::Object(fields) => {
                let kept = fields.into_iter().filter(|(_, value)| *value != json!([]));
                kept.map(|(name, value)| (name, without_empty(value))).collect()
            }
            Value::Array(items) => items.into_iter().map(without_empty).collect(),
            other => other,
        }
    }

    #[test]
    fn a_seed_makes_the_same_inputs() {
        let contract = Contract::read().expect("the contract");
        let words = Words::of(&deixis_hooks::info::Descriptor::default());
        let hook = contract.hooks().iter().find(|hook| hook.name == "rename.review");
        let hook = hook.expect("a hook");
        let make = |seed| {
            let mut dice = Dice::new(seed, "x");
            let (style, left) = (Style::Strange, 9_000);
            let (contract, words, facts) = (&contract, &words, &json!({}));
            Generator { contract, words, facts, dice: &mut dice, style, left }.input(hook)
        };
        assert_eq!(make(3), make(3));
        assert_ne!(make(3), make(4));
    }
}
