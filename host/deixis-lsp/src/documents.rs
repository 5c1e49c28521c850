//! The documents that are open in one server: what it has been told, and the
//! notifications that tell it more. Versions rise for as long as the server
//! lives, also across close and reopen; a document is never opened twice.

use std::collections::HashMap;

use deixis_base::edit;
use deixis_base::{Encoding, RootedPath, Text};
use serde_json::json;

use crate::capabilities::ChangeSync;
use crate::link::Link;

/// One open document.
#[derive(Debug, Clone)]
pub struct Document {
    /// URI under which the server knows it.
    pub uri: String,
    /// LSP `languageId`.
    pub language: String,
    /// Last version told.
    pub version: i32,
    /// Last text told.
    pub text: Text,
    /// Order of use; larger is more recent.
    used: u64,
}

/// The open documents of one server.
#[derive(Debug, Default)]
pub struct Documents {
    open: HashMap<RootedPath, Document>,
    /// Last version of documents that were closed, so that versions rise.
    closed: HashMap<RootedPath, i32>,
    clock: u64,
}

impl Documents {
    /// The document, if it is open.
    #[must_use]
    pub fn get(&self, path: &RootedPath) -> Option<&Document> {
        self.open.get(path)
    }

    /// All that are open, in no order.
    pub fn iter(&self) -> impl Iterator<Item = (&RootedPath, &Document)> {
        self.open.iter()
    }

    /// How many are open.
    #[must_use]
    pub fn len(&self) -> usize {
        self.open.len()
    }

    /// Whether none is open.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    /// Marks a document as used just now.
    pub fn touch(&mut self, path: &RootedPath) {
        self.clock += 1;
        if let Some(document) = self.open.get_mut(path) {
            document.used = self.clock;
        }
    }

    /// The documents used longest ago, beyond `keep`.
    #[must_use]
    pub fn least_used(&self, keep: usize) -> Vec<RootedPath> {
        let mut by_use: Vec<_> =
            self.open.iter().map(|(path, document)| (document.used, path)).collect();
        by_use.sort_unstable();
        let surplus = by_use.len().saturating_sub(keep);
        by_use.into_iter().take(surplus).map(|(_, path)| path.clone()).collect()
    }

    /// `textDocument/didOpen`; nothing if it is open already.
    pub fn open<T>(
        &mut self,
        link: &mut Link<T>,
        path: &RootedPath,
        uri: String,
        language: &str,
        text: Text,
    ) {
        self.clock += 1;
        if self.open.contains_key(path) {
            return;
        }
        let version = self.closed.remove(path).map_or(1, |last| last.saturating_add(1));
        link.notify(
            "textDocument/didOpen",
            &json!({"textDocument": {"uri": uri, "languageId": language, "version": version, "text": text.as_str()}}),
        );
        let document =
            Document { uri, language: language.to_owned(), version, text, used: self.clock };
        self.open.insert(path.clone(), document);
    }

    /// `textDocument/didChange` to a new text; nothing if it is the same, or
    /// not open. Returns whether the server was told.
    pub fn change<T>(
        &mut self,
        link: &mut Link<T>,
        path: &RootedPath,
        text: Text,
        sync: ChangeSync,
        encoding: Encoding,
    ) -> bool {
        let Some(document) = self.open.get_mut(path) else { return false };
        if document.text.as_str() == text.as_str() {
            return false;
        }
        let changes = match sync {
            ChangeSync::None | ChangeSync::Full => json!([{ "text": text.as_str() }]),
            ChangeSync::Incremental => {
                let change = edit::change(&document.text, text.as_str());
                let range = (
                    document.text.to_wire(change.range.start, encoding),
                    document.text.to_wire(change.range.end, encoding),
                );
                match range {
                    (Ok(start), Ok(end)) => {
                        json!([{"range": {"start": start, "end": end}, "text": change.new_text}])
                    }
                    // Cannot happen: the range was made from this very text.
                    _ => json!([{ "text": text.as_str() }]),
                }
            }
        };
        document.version = document.version.saturating_add(1);
        document.text = text;
        if sync != ChangeSync::None {
            link.notify(
                "textDocument/didChange",
                &json!({"textDocument": {"uri": document.uri, "version": document.version}, "contentChanges": changes}),
            );
        }
        true
    }

    /// `textDocument/didSave`, for servers that want it.
    pub fn saved<T>(&self, link: &mut Link<T>, path: &RootedPath, include_text: bool) {
        let Some(document) = self.open.get(path) else { return };
        let mut params = json!({"textDocument": {"uri": document.uri}});
        if include_text {
            params["text"] = document.text.as_str().into();
        }
        link.notify("textDocument/didSave", &params);
    }

    /// `textDocument/didClose`; nothing if it is not open.
    pub fn close<T>(&mut self, link: &mut Link<T>, path: &RootedPath) {
        if let Some(document) = self.open.remove(path) {
            link.notify("textDocument/didClose", &json!({"textDocument": {"uri": document.uri}}));
            self.closed.insert(path.clone(), document.version);
        }
    }
}

#[cfg(test)]
mod tests;
