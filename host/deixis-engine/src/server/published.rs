//! Diagnostics that the server pushed, per file, with what is needed to tell
//! whether they are about the present text.

use std::collections::HashMap;
use std::time::Duration;

use deixis_base::{Encoding, RootedPath, Text};
use deixis_lsp::wire::{Diagnostic, PublishDiagnostics};
use tokio::time::Instant;

/// Files whose diagnostics are kept, at most; the oldest go first.
const MAX_FILES: usize = 4096;

/// The last publication for a file.
#[derive(Debug, Clone)]
pub(crate) struct Published {
    pub(crate) items: Vec<Diagnostic>,
    /// Version of the document as the server says it.
    pub(crate) version: Option<i32>,
    /// When it came.
    pub(crate) at: Instant,
}

/// What the server last said of a file when it was asked.
#[derive(Debug, Clone)]
pub(crate) struct Pulled {
    pub(crate) items: Vec<Diagnostic>,
    /// The text that it said it of.
    pub(crate) text: Text,
}

/// Everything that is known of a file's diagnostics.
#[derive(Debug, Clone)]
pub(crate) struct Report {
    pub(crate) path: RootedPath,
    pub(crate) published: Option<Published>,
    /// The last answer, if the server was asked.
    pub(crate) pulled: Option<Pulled>,
    /// The open document: version, text, and when the server was told last.
    pub(crate) document: Option<(i32, Text, Instant)>,
    pub(crate) encoding: Encoding,
    /// When the server was last told of a change of any file.
    pub(crate) told: Option<Instant>,
    /// Whether the server offers to be asked, and is to be.
    pub(crate) pulls: bool,
    /// Whether it is asked in the adapter's words.
    pub(crate) fetches: bool,
    /// The silence that ends its publications, where the adapter says it.
    pub(crate) quiet: Option<Duration>,
}

/// The store.
#[derive(Debug, Default)]
pub(crate) struct Store {
    files: HashMap<RootedPath, Published>,
    /// Of open documents alone, which are few.
    pulled: HashMap<RootedPath, Pulled>,
}

impl Store {
    /// Keeps a publication.
    pub(crate) fn put(&mut self, path: RootedPath, publication: PublishDiagnostics) {
        if self.files.len() >= MAX_FILES && !self.files.contains_key(&path) {
            let oldest =
                self.files.iter().min_by_key(|(_, known)| known.at).map(|(path, _)| path.clone());
            oldest.map(|path| self.files.remove(&path));
        }
        let published = Published {
            items: publication.diagnostics.items,
            version: publication.version.0,
            at: Instant::now(),
        };
        self.files.insert(path, published);
    }

    pub(crate) fn get(&self, path: &RootedPath) -> Option<&Published> {
        self.files.get(path)
    }

    /// Keeps an answer.
    pub(crate) fn put_pulled(&mut self, path: RootedPath, pulled: Pulled) {
        self.pulled.insert(path, pulled);
    }

    /// The last answer.
    pub(crate) fn pulled(&self, path: &RootedPath) -> Option<&Pulled> {
        self.pulled.get(path)
    }

    /// Forgets the answer about a document that is closed.
    pub(crate) fn forget_pulled(&mut self, path: &RootedPath) {
        self.pulled.remove(path);
    }

    /// Files with a publication, in path order.
    pub(crate) fn paths(&self) -> Vec<RootedPath> {
        let mut paths: Vec<_> = self.files.keys().cloned().collect();
        paths.sort();
        paths
    }

    /// Forgets a file that is gone.
    pub(crate) fn forget(&mut self, path: &RootedPath) {
        self.files.remove(path);
        self.pulled.remove(path);
    }
}
