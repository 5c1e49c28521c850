//! From the engine's values to text and structured content.
//!
//! Both are made from one value, in one place per answer, and each alone is enough to go on:
//! clients show the model only one of them, and not always the same one. Structured content is
//! camelCase; `at` is what people and compilers print (one-based line, one-based UTF-8 byte
//! column), `range` is `[line, character, line, character]`, zero-based, UTF-8.

pub(crate) mod calls;
pub(crate) mod clean;
pub(crate) mod diagnostics;
pub(crate) mod locations;
pub(crate) mod names;
pub(crate) mod page;
pub(crate) mod place;
pub(crate) mod state;
pub(crate) mod symbols;

use deixis_engine::answer::ServerName;
use rmcp::model::JsonObject;
use serde_json::{Value, json};

/// A finished answer, or a finished error.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Rendered {
    /// For people, and for models whose client shows text only.
    pub(crate) text: String,
    /// For programs, and for models whose client shows this only.
    pub(crate) structured: JsonObject,
}

/// What was asked, in the words of an answer.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asked<'a> {
    /// Tool name, for the call that goes on.
    pub(crate) tool: &'a str,
    /// What is looked for: `reference`.
    pub(crate) one: &'a str,
    /// More of them: `references`.
    pub(crate) many: &'a str,
    /// Of what, with its preposition: ``to `run` on line 12 of src/a.rs``.
    pub(crate) of: &'a str,
    /// How: `declaration not included`.
    pub(crate) how: Option<&'a str>,
    /// What the call for the next page names instead of the same arguments.
    pub(crate) id: Option<(&'a str, &'a str)>,
}

impl Asked<'_> {
    /// The call that goes on.
    fn rest(&self, offset: usize) -> String {
        match self.id {
            None => format!("{} with the same arguments and \"offset\": {offset}", self.tool),
            Some((name, id)) => format!("{} {}", self.tool, json!({ name: id, "offset": offset })),
        }
    }
}

/// `3 references`.
pub(crate) fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// Names of servers as text.
pub(crate) fn server_list(servers: &[ServerName]) -> String {
    if servers.is_empty() { "no server".to_owned() } else { servers.join(", ") }
}

/// `server` where there is one, else `servers`.
pub(crate) fn insert_servers(servers: &[ServerName], out: &mut JsonObject) {
    if let [only] = servers {
        out.insert("server".to_owned(), json!(&**only));
    } else {
        let names = servers.iter().map(|name| json!(&**name)).collect();
        out.insert("servers".to_owned(), Value::Array(names));
    }
}

/// The unit of all `range`s that name no other.
pub(crate) fn insert_encoding(out: &mut JsonObject) {
    out.insert("positionEncoding".to_owned(), json!("utf-8"));
}
