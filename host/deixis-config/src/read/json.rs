//! TOML kept as JSON, for what is only passed on.

use super::findings::Findings;
use super::table::{Entry, join, quote};
use serde_json::{Map, Number, Value};
use toml::Spanned;
use toml::de::{DeInteger, DeValue};

/// A table as a JSON object. What JSON cannot say (dates, infinities, numbers
/// beyond 64 bits) is reported, each at its own place.
pub(super) fn object(
    entry: &Entry<'_, '_>,
    example: &str,
    findings: &mut Findings<'_>,
) -> Option<Value> {
    entry.table(example, findings)?;
    value(&entry.path, entry.key, entry.value, findings)
}

/// `key` is what the value stands at, or empty for a list's element. The
/// recursion is as deep as the parser lets tables nest.
fn value(
    path: &str,
    key: &str,
    found: &Spanned<DeValue<'_>>,
    findings: &mut Findings<'_>,
) -> Option<Value> {
    let (problem, example) = match found.get_ref() {
        DeValue::String(text) => return Some(Value::String(text.to_string())),
        DeValue::Boolean(yes) => return Some(Value::Bool(*yes)),
        DeValue::Integer(number) => match integer(number) {
            Some(number) => return Some(Value::Number(number)),
            None => ("JSON has no whole number of more than 64 bits", "100"),
        },
        DeValue::Float(number) => {
            let parsed = number.as_str().parse().ok();
            match parsed.and_then(Number::from_f64) {
                Some(number) => return Some(Value::Number(number)),
                None => ("JSON has no such number", "1.5"),
            }
        }
        DeValue::Datetime(_) => ("JSON has no dates; write a string", "\"1979-05-27\""),
        DeValue::Array(list) => {
            let mut all = Some(Vec::new());
            for (index, element) in list.iter().enumerate() {
                let element = value(&format!("{path}[{index}]"), "", element, findings);
                all = all.zip(element).map(|(mut all, element)| {
                    all.push(element);
                    all
                });
            }
            return all.map(Value::Array);
        }
        DeValue::Table(table) => {
            let mut all = Some(Map::new());
            for (key, element) in table {
                let element = value(&join(path, key.get_ref()), key.get_ref(), element, findings);
                all = all.zip(element).map(|(mut all, element)| {
                    all.insert(key.get_ref().to_string(), element);
                    all
                });
            }
            return all.map(Value::Object);
        }
    };
    let example =
        if key.is_empty() { example.to_owned() } else { format!("{} = {example}", quote(key)) };
    findings.wrong(path, &found.span(), problem, example);
    None
}

fn integer(number: &DeInteger<'_>) -> Option<Number> {
    i64::from_str_radix(number.as_str(), number.radix())
        .map(Number::from)
        .ok()
        .or_else(|| u64::from_str_radix(number.as_str(), number.radix()).map(Number::from).ok())
}
