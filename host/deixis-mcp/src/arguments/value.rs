//! One value against its schema.

use rmcp::model::JsonObject;
use serde_json::{Number, Value};

/// Longest wrong value that an error repeats, in bytes.
const SHOWN_BYTES: usize = 80;

/// Why a value is refused.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Problem {
    /// What is wrong, and what is accepted.
    pub(super) message: String,
    /// The nearest value that is accepted, if there is one.
    pub(super) nearest: Option<Value>,
}

impl Problem {
    fn new(name: &str, wanted: &str, said: &Value) -> Self {
        Self { message: format!("`{name}` must be {wanted}, not {}", shown(said)), nearest: None }
    }
}

/// The value as the schema wants it; `None` for a `null`, which means left out.
pub(super) fn check(name: &str, said: Value, schema: &Value) -> Result<Option<Value>, Problem> {
    if said.is_null() {
        return Ok(None);
    }
    match schema.get("type").and_then(Value::as_str) {
        Some("integer") => integer(name, &said, schema).map(Some),
        Some("boolean") => boolean(name, &said).map(Some),
        Some("string") => string(name, said, schema).map(Some),
        Some("object") => object(name, said, schema).map(Some),
        Some("array") => list(name, said).map(Some),
        _ => Ok(Some(said)),
    }
}

fn integer(name: &str, said: &Value, schema: &Value) -> Result<Value, Problem> {
    let least = schema.get("minimum").and_then(Value::as_i64).unwrap_or(0);
    let most = schema.get("maximum").and_then(Value::as_i64).unwrap_or(i64::from(u32::MAX));
    let wanted = if schema.get("maximum").is_some() {
        format!("an integer from {least} to {most}")
    } else {
        format!("an integer of at least {least}")
    };
    let number = match said {
        Value::Number(number) => whole(number),
        Value::String(text) => text.trim().parse::<i64>().ok(),
        _ => None,
    };
    let Some(number) = number else { return Err(Problem::new(name, &wanted, said)) };
    if (least..=most).contains(&number) {
        return Ok(Value::from(number));
    }
    let mut problem = Problem::new(name, &wanted, said);
    problem.nearest = Some(Value::from(number.clamp(least, most)));
    Err(problem)
}

/// Some clients write every number as a float.
fn whole(number: &Number) -> Option<i64> {
    if let Some(number) = number.as_i64() {
        return Some(number);
    }
    let float = number.as_f64().filter(|float| float.fract() == 0.0)?;
    #[expect(clippy::cast_possible_truncation, reason = "saturates, and the range is checked next")]
    Some(float as i64)
}

fn boolean(name: &str, said: &Value) -> Result<Value, Problem> {
    match said {
        Value::Bool(_) => Ok(said.clone()),
        Value::String(text) if text.eq_ignore_ascii_case("true") => Ok(Value::Bool(true)),
        Value::String(text) if text.eq_ignore_ascii_case("false") => Ok(Value::Bool(false)),
        _ => Err(Problem::new(name, "true or false", said)),
    }
}

fn string(name: &str, said: Value, schema: &Value) -> Result<Value, Problem> {
    let allowed = schema.get("enum").and_then(Value::as_array);
    let wanted = || match allowed {
        Some(allowed) => {
            let words: Vec<&str> = allowed.iter().filter_map(Value::as_str).collect();
            format!("one of {}", words.join(", "))
        }
        None => "a string".to_owned(),
    };
    let Value::String(text) = &said else { return Err(Problem::new(name, &wanted(), &said)) };
    let Some(allowed) = allowed else {
        if text.is_empty() && schema.get("minLength").is_some() {
            return Err(Problem::new(name, "a string that is not empty", &said));
        }
        let most = schema.get("maxLength").and_then(Value::as_u64).unwrap_or(u64::MAX);
        if text.chars().count() as u64 > most {
            return Err(Problem::new(name, &format!("at most {most} characters long"), &said));
        }
        return Ok(said);
    };
    let same = |word: &&Value| word.as_str().is_some_and(|word| word.eq_ignore_ascii_case(text));
    match allowed.iter().find(same) {
        Some(word) => Ok(word.clone()),
        None => Err(Problem::new(name, &wanted(), &said)),
    }
}

/// A list of strings; one string alone is a list of one.
fn list(name: &str, said: Value) -> Result<Value, Problem> {
    let items = match said {
        Value::Array(items) => items,
        // Some models write a nested list as JSON text.
        Value::String(text) => match serde_json::from_str(&text) {
            Ok(Value::Array(items)) => items,
            _ => vec![Value::String(text)],
        },
        other => return Err(Problem::new(name, "a list of strings", &other)),
    };
    if items.iter().all(Value::is_string) {
        return Ok(Value::Array(items));
    }
    Err(Problem::new(name, "a list of strings", &Value::Array(items)))
}

fn object(name: &str, said: Value, schema: &Value) -> Result<Value, Problem> {
    let none = JsonObject::new();
    let properties = schema.get("properties").and_then(Value::as_object).unwrap_or(&none);
    let wanted = || {
        let names: Vec<&str> = properties.keys().map(String::as_str).collect();
        format!("an object {{{}}}", names.join(", "))
    };
    let members = match said {
        Value::Object(members) => members,
        // Some models write a nested object as JSON text.
        Value::String(text) => match serde_json::from_str(&text) {
            Ok(Value::Object(members)) => members,
            _ => return Err(Problem::new(name, &wanted(), &Value::String(text))),
        },
        other => return Err(Problem::new(name, &wanted(), &other)),
    };
    let mut values = JsonObject::new();
    for (member, said) in members {
        let Some(schema) = properties.get(&member) else {
            return Err(Problem {
                message: format!("`{name}` must be {}, without `{member}`", wanted()),
                nearest: None,
            });
        };
        if let Some(value) = check(&format!("{name}.{member}"), said, schema)
            .map_err(|problem| Problem { nearest: None, ..problem })?
        {
            values.insert(member, value);
        }
    }
    let required = schema.get("required").and_then(Value::as_array);
    for member in required.into_iter().flatten().filter_map(Value::as_str) {
        if !values.contains_key(member) {
            return Err(Problem::new(name, &wanted(), &Value::Object(values)));
        }
    }
    Ok(Value::Object(values))
}

fn shown(value: &Value) -> String {
    let mut text = value.to_string();
    if text.len() > SHOWN_BYTES {
        let mut end = SHOWN_BYTES;
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        text.truncate(end);
        text.push('…');
    }
    text
}
