//! Checks what a caller said against the tool's own schema, and teaches where it is wrong.
//!
//! The schema that is listed is the one that is checked, less its bounds. Values that are right but for their
//! dress are accepted: `"7"` for an integer, `"true"` for a boolean, an object as JSON text, a
//! `null` for an argument left out. Everything else is refused with what is wrong, what is
//! accepted, and a corrected call made from the caller's own arguments.

mod at;
mod value;

pub(crate) use at::{At, describe};

use rmcp::model::JsonObject;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::errors::Failure;

/// Longest corrected call in an error, in bytes; a longer one gives way to the tool's example.
const CALL_BYTES: usize = 400;

/// What must be known of a tool to check a call to it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Form<'a> {
    /// Tool name.
    pub(crate) tool: &'static str,
    /// Its input schema, with bounds.
    pub(crate) schema: &'a JsonObject,
    /// A right call's arguments, as JSON.
    pub(crate) example: &'static str,
}

/// Arguments that agree with the schema.
#[derive(Debug, Clone)]
pub(crate) struct Checked<'a> {
    form: Form<'a>,
    values: JsonObject,
}

impl<'a> Checked<'a> {
    /// The arguments as a parameter struct.
    ///
    /// # Errors
    /// `invalid_arguments`, if the struct asks for more than the schema said.
    pub(crate) fn read<T: DeserializeOwned>(&self) -> Result<T, Failure> {
        T::deserialize(&self.values)
            .map_err(|error| self.form.refuse(error.to_string(), self.values.clone()))
    }

    /// A refusal of arguments that do not go together.
    pub(crate) fn refuse(&self, message: impl Into<String>, corrected: JsonObject) -> Failure {
        self.form.refuse(message, corrected)
    }

    /// What was said.
    pub(crate) fn values(&self) -> &JsonObject {
        &self.values
    }

    /// The example's arguments.
    pub(crate) fn example(&self) -> JsonObject {
        self.form.example()
    }
}

impl<'a> Form<'a> {
    /// Checks a call's arguments.
    ///
    /// # Errors
    /// `invalid_arguments`: unknown names, wrong types, values out of range, missing ones.
    pub(crate) fn check(self, given: JsonObject) -> Result<Checked<'a>, Failure> {
        let no_properties = JsonObject::new();
        let properties =
            self.schema.get("properties").and_then(Value::as_object).unwrap_or(&no_properties);
        if let Some(unknown) = given.keys().find(|name| !properties.contains_key(*name)) {
            return Err(self.unknown(unknown, &given, properties));
        }
        let mut values = JsonObject::new();
        let mut wrong = None;
        for (name, said) in given {
            let Some(schema) = properties.get(&name) else { continue };
            match value::check(&name, said, schema) {
                Ok(Some(value)) => {
                    values.insert(name, value);
                }
                Ok(None) => {}
                Err(problem) => {
                    if let Some(nearest) =
                        problem.nearest.or_else(|| self.example().get(&name).cloned())
                    {
                        values.insert(name, nearest);
                    }
                    wrong = wrong.or(Some(problem.message));
                }
            }
        }
        if let Some(message) = wrong {
            return Err(self.refuse(message, values));
        }
        self.missing(&values)?;
        Ok(Checked { form: self, values })
    }

    /// The refusal of arguments that are no object.
    pub(crate) fn no_object(self, kind: &str) -> Failure {
        let message = format!("arguments must be an object of named values, not {kind}");
        self.refuse(message, JsonObject::new())
    }

    fn missing(self, values: &JsonObject) -> Result<(), Failure> {
        let required = self.schema.get("required").and_then(Value::as_array);
        for name in required.into_iter().flatten().filter_map(Value::as_str) {
            if values.contains_key(name) {
                continue;
            }
            let example = self.example();
            let mut corrected = values.clone();
            if let Some(value) = example.get(name) {
                corrected.insert(name.to_owned(), value.clone());
            }
            return Err(self.refuse(format!("the argument `{name}` is missing"), corrected));
        }
        Ok(())
    }

    fn unknown(self, name: &str, given: &JsonObject, properties: &JsonObject) -> Failure {
        let known: Vec<&str> = properties.keys().map(String::as_str).collect();
        let mut message = if known.is_empty() {
            format!("unknown argument `{name}`: {} takes none", self.tool)
        } else {
            format!("unknown argument `{name}`: {} takes {}", self.tool, known.join(", "))
        };
        let mut corrected = JsonObject::new();
        for (said, value) in given {
            if properties.contains_key(said) {
                corrected.insert(said.clone(), value.clone());
            } else if let Some(meant) = meant(said, properties)
                && !given.contains_key(meant)
            {
                corrected.insert(meant.to_owned(), value.clone());
            }
        }
        at::move_columns(given, properties, &mut corrected, &mut message);
        self.refuse(message, corrected)
    }

    /// The failure, with the call as it should have been.
    fn refuse(self, message: impl Into<String>, corrected: JsonObject) -> Failure {
        let call = Value::Object(self.aimed(corrected)).to_string();
        let sound = call.len() <= CALL_BYTES && call != "{}";
        let call = if sound { call.as_str() } else { self.example };
        Failure::arguments(message, format!("a right call: {} {call}", self.tool))
    }

    /// A corrected call whose place got lost gets that of the example.
    fn aimed(self, mut corrected: JsonObject) -> JsonObject {
        let takes = |name: &str| {
            self.schema.get("properties").is_some_and(|properties| properties.get(name).is_some())
        };
        let says = |name: &str| corrected.contains_key(name);
        let in_path =
            corrected.get("path").and_then(Value::as_str).is_some_and(|p| p.contains(':'));
        if takes("symbol") && !says("previewId") && !says("symbol") && !says("position") && !in_path
        {
            let mut whole = self.example();
            whole.append(&mut corrected);
            return whole;
        }
        corrected
    }

    fn example(self) -> JsonObject {
        // Examples are literals in this crate; a test parses them all.
        serde_json::from_str(self.example).unwrap_or_default()
    }
}

/// The argument that callers mean by another name.
fn meant<'a>(said: &str, properties: &'a JsonObject) -> Option<&'a str> {
    let plain: String =
        said.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    // The same name in another spelling: `include_declaration`.
    if let Some(name) = properties.keys().find(|name| name.eq_ignore_ascii_case(&plain)) {
        return Some(name);
    }
    let name = match plain.as_str() {
        "file" | "filepath" | "filename" | "uri" | "fileuri" | "textdocument" => "path",
        "name" | "symbolname" | "identifier" | "namepath" | "text" => "symbol",
        "lineno" | "linenumber" | "row" => "line",
        "pos" => "position",
        "to" | "renameto" | "replacement" | "newsymbol" => "newName",
        "q" | "search" | "pattern" => "query",
        "severity" | "level" => "minSeverity",
        "timeout" | "timeoutms" | "wait" => "waitMs",
        "max" | "maxresults" | "count" | "pagesize" => "limit",
        "skip" | "start" | "page" => "offset",
        "preview" | "id" => "previewId",
        "language" | "lsp" | "languageserver" => "server",
        _ => return None,
    };
    let name = if name == "symbol" && !properties.contains_key("symbol") { "query" } else { name };
    properties.get_key_value(name).map(|(name, _)| name.as_str())
}

#[cfg(test)]
mod tests;
