//! Who calls whom in the toy language: a declaration's body lasts until the next
//! declaration of its file.

use serde_json::{Value, json};

use crate::answers::{everywhere, word_at};
use crate::documents::Documents;
use crate::words::{Word, words};

/// The item at a position: the declaration of the word there.
pub(crate) fn prepare(documents: &Documents, params: &Value) -> Value {
    let Some(word) = word_at(documents, params) else { return Value::Null };
    let declared =
        everywhere(documents, word.text).into_iter().find(|(_, word)| word.declares.is_some());
    declared.map_or(Value::Null, |(uri, word)| json!([item(documents, uri, &word)]))
}

/// Every declaration whose body names the item.
pub(crate) fn incoming(documents: &Documents, params: &Value) -> Value {
    let name = params["item"]["name"].as_str().unwrap_or_default();
    let mut calls: Vec<Value> = Vec::new();
    for (uri, text) in documents.texts() {
        for (caller, body) in bodies(text) {
            let ranges =
                body.iter().filter(|word| word.text == name).map(|word| word.range(documents.unit));
            let ranges: Vec<Value> = ranges.collect();
            if !ranges.is_empty() {
                calls.push(json!({"from": item(documents, uri, &caller), "fromRanges": ranges}));
            }
        }
    }
    Value::Array(calls)
}

/// Every declared word that the item's body names.
pub(crate) fn outgoing(documents: &Documents, params: &Value) -> Value {
    let name = params["item"]["name"].as_str().unwrap_or_default();
    let text =
        documents.text(params["item"]["uri"].as_str().unwrap_or_default()).unwrap_or_default();
    let Some((_, body)) = bodies(text).into_iter().find(|(caller, _)| caller.text == name) else {
        return json!([]);
    };
    let mut calls: Vec<Value> = Vec::new();
    let mut seen: Vec<&str> = Vec::new();
    for word in body.iter().filter(|word| word.text != name) {
        if seen.contains(&word.text) {
            continue;
        }
        seen.push(word.text);
        let declared =
            everywhere(documents, word.text).into_iter().find(|(_, word)| word.declares.is_some());
        let Some((uri, callee)) = declared else { continue };
        let ranges = body
            .iter()
            .filter(|other| other.text == word.text)
            .map(|word| word.range(documents.unit));
        let ranges: Vec<Value> = ranges.collect();
        calls.push(json!({"to": item(documents, uri, &callee), "fromRanges": ranges}));
    }
    Value::Array(calls)
}

/// Declarations of a text, each with the words after it.
fn bodies(text: &str) -> Vec<(Word<'_>, Vec<Word<'_>>)> {
    let mut found: Vec<(Word<'_>, Vec<Word<'_>>)> = Vec::new();
    for word in words(text) {
        match found.last_mut() {
            _ if word.declares.is_some() => found.push((word, Vec::new())),
            Some((_, body)) => body.push(word),
            None => {}
        }
    }
    found
}

fn item(documents: &Documents, uri: &str, word: &Word<'_>) -> Value {
    json!({
        "name": word.text, "kind": word.declares.unwrap_or(12), "uri": uri,
        "range": word.line_range(documents.unit), "selectionRange": word.range(documents.unit),
    })
}
