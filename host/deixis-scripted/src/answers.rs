//! The built-in answers: a word is what the toy language knows.

use serde_json::{Value, json};

use crate::calls;
use crate::documents::Documents;
use crate::words::{Word, lines, words};

/// The result for a request; `None`: no such method.
pub(crate) fn answer(documents: &Documents, method: &str, params: &Value) -> Option<Value> {
    Some(match method {
        "textDocument/hover" => hover(documents, params),
        "textDocument/definition"
        | "textDocument/declaration"
        | "textDocument/typeDefinition"
        | "textDocument/implementation" => {
            places(documents, params, |word| word.declares.is_some())
        }
        "textDocument/references" => {
            let declaration = params["context"]["includeDeclaration"].as_bool().unwrap_or(false);
            places(documents, params, |word| declaration || word.declares.is_none())
        }
        "textDocument/documentSymbol" => document_symbols(documents, params),
        "workspace/symbol" => {
            workspace_symbols(documents, params["query"].as_str().unwrap_or_default())
        }
        "textDocument/signatureHelp" => signature(documents, params),
        "textDocument/prepareRename" => match word_at(documents, params) {
            Some(word) => json!({"range": word.range(documents.unit), "placeholder": word.text}),
            None => Value::Null,
        },
        "textDocument/rename" => rename(documents, params),
        "textDocument/diagnostic" => {
            let uri = params["textDocument"]["uri"].as_str().unwrap_or_default();
            json!({"kind": "full", "items": diagnostics(documents, uri)})
        }
        "textDocument/prepareCallHierarchy" => calls::prepare(documents, params),
        "callHierarchy/incomingCalls" => calls::incoming(documents, params),
        "callHierarchy/outgoingCalls" => calls::outgoing(documents, params),
        _ => return None,
    })
}

/// The word at the request's position.
pub(crate) fn word_at<'a>(documents: &'a Documents, params: &Value) -> Option<Word<'a>> {
    let text = documents.text(params["textDocument"]["uri"].as_str()?)?;
    let line = usize::try_from(params["position"]["line"].as_u64()?).ok()?;
    let column = usize::try_from(params["position"]["character"].as_u64()?).ok()?;
    let byte = documents.unit.byte(lines(text).get(line)?, column)?;
    let hit = |word: &Word<'_>| {
        word.line == line && (word.byte..=word.byte + word.text.len()).contains(&byte)
    };
    words(text).into_iter().find(hit)
}

/// Every known place of a word, with the URI of its document.
pub(crate) fn everywhere<'a>(documents: &'a Documents, name: &str) -> Vec<(&'a str, Word<'a>)> {
    let mut found = Vec::new();
    for (uri, text) in documents.texts().filter(|(_, text)| text.contains(name)) {
        found.extend(
            words(text).into_iter().filter(|word| word.text == name).map(|word| (uri, word)),
        );
    }
    found
}

/// Lines that say `ERROR:` or `WARNING:`, as diagnostics.
pub(crate) fn diagnostics(documents: &Documents, uri: &str) -> Vec<Value> {
    let text = documents.text(uri).unwrap_or_default();
    let mut found = Vec::new();
    for (line, in_line) in lines(text).into_iter().enumerate() {
        for (mark, severity) in [("ERROR: ", 1), ("WARNING: ", 2)] {
            let Some(at) = in_line.find(mark) else { continue };
            let (unit, end) = (documents.unit, in_line.len());
            found.push(json!({
                "range": {
                    "start": {"line": line, "character": unit.column(in_line, at)},
                    "end": {"line": line, "character": unit.column(in_line, end)},
                },
                "severity": severity, "source": "toy", "code": format!("T{severity}"),
                "message": &in_line[at + mark.len()..],
            }));
        }
    }
    found
}

fn hover(documents: &Documents, params: &Value) -> Value {
    let Some(word) = word_at(documents, params) else { return Value::Null };
    let uri = params["textDocument"]["uri"].as_str().unwrap_or_default();
    let version = documents
        .version(uri)
        .map_or("from disk".to_owned(), |version| format!("version {version}"));
    json!({
        "contents": {"kind": "markdown", "value": format!("`{}` ({version})", word.text)},
        "range": word.range(documents.unit),
    })
}

fn places(documents: &Documents, params: &Value, keep: impl Fn(&Word<'_>) -> bool) -> Value {
    let Some(word) = word_at(documents, params) else { return json!([]) };
    let found = everywhere(documents, word.text).into_iter().filter(|(_, word)| keep(word));
    found.map(|(uri, word)| json!({"uri": uri, "range": word.range(documents.unit)})).collect()
}

fn document_symbols(documents: &Documents, params: &Value) -> Value {
    let text = documents
        .text(params["textDocument"]["uri"].as_str().unwrap_or_default())
        .unwrap_or_default();
    let symbol = |word: Word<'_>| {
        let kind = word.declares?;
        Some(json!({
            "name": word.text, "kind": kind, "range": word.line_range(documents.unit),
            "selectionRange": word.range(documents.unit), "children": [],
        }))
    };
    words(text).into_iter().filter_map(symbol).collect()
}

fn workspace_symbols(documents: &Documents, query: &str) -> Value {
    let mut found = Vec::new();
    for (uri, text) in documents.texts() {
        for word in words(text).into_iter().filter(|word| word.text.contains(query)) {
            let Some(kind) = word.declares else { continue };
            let location = json!({"uri": uri, "range": word.range(documents.unit)});
            found.push(json!({"name": word.text, "kind": kind, "location": location}));
        }
    }
    Value::Array(found)
}

fn signature(documents: &Documents, params: &Value) -> Value {
    let Some(word) = word_at(documents, params) else { return Value::Null };
    let declared =
        everywhere(documents, word.text).into_iter().find(|(_, word)| word.declares.is_some());
    let Some((_, word)) = declared else { return Value::Null };
    let label = word.in_line[word.byte..].trim_end_matches(['{', ' ', ':']);
    let parameters: Vec<Value> =
        parameters(label).map(|(start, end)| json!({"label": [start, end]})).collect();
    json!({
        "signatures": [{"label": label, "parameters": parameters}],
        "activeSignature": 0, "activeParameter": 0,
    })
}

/// What stands between the parentheses of a label, by commas, as UTF-16 offsets.
fn parameters(label: &str) -> impl Iterator<Item = (usize, usize)> {
    let open = label.find('(').map_or(label.len(), |open| open + 1);
    let close = label.rfind(')').filter(|close| *close >= open).unwrap_or(open);
    let utf16 = |byte: usize| label[..byte].encode_utf16().count();
    let mut start = open;
    label[open..close].split_terminator(',').map(move |part| {
        let skipped = part.len() - part.trim_start().len();
        let (from, end) = (start + skipped, start + part.trim_end().len());
        start += part.len() + 1;
        (utf16(from), utf16(end))
    })
}

fn rename(documents: &Documents, params: &Value) -> Value {
    let (Some(word), Some(new)) = (word_at(documents, params), params["newName"].as_str()) else {
        return Value::Null;
    };
    let mut changes: Vec<Value> = Vec::new();
    for (uri, word) in everywhere(documents, word.text) {
        let edit = json!({"range": word.range(documents.unit), "newText": new});
        match changes.last_mut().filter(|change| change["textDocument"]["uri"] == uri) {
            Some(change) => change["edits"]
                .as_array_mut()
                .into_iter()
                .for_each(|edits| edits.push(edit.clone())),
            None => changes.push(json!({
                "textDocument": {"uri": uri, "version": documents.version(uri)}, "edits": [edit],
            })),
        }
    }
    json!({"documentChanges": changes})
}
