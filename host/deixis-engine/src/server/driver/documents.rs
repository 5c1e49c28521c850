//! The open documents, kept what they are on disk.

use deixis_base::{RootedPath, Text};
use deixis_hooks::readiness::Event;
use tokio::time::Instant;

use super::super::freshness::{self, Fate};
use super::{Driver, Out};
use crate::OpError;

/// Documents kept open in one server; those used longest ago are closed.
const MAX_OPEN: usize = 64;

impl Driver {
    /// Tells the server of every open document that is not what it was.
    pub(super) fn refresh(&mut self, link: &mut Out) {
        for path in std::mem::take(&mut self.state.emptied) {
            self.close(link, &path);
        }
        let mut fates = Vec::new();
        for (path, document) in self.state.documents.iter() {
            let Some((stamp, _)) = self.state.stamps.get_mut(path) else { continue };
            match stamp.check(&self.root, path, &document.text) {
                Fate::Same => {}
                fate => fates.push((path.clone(), fate)),
            }
        }
        for (path, fate) in fates {
            match fate {
                Fate::Changed(text) => self.change(link, &path, text),
                Fate::Gone(reason) => {
                    tracing::debug!(target: "deixis::engine", server = %self.name, %path, %reason, "an open document is gone");
                    self.close(link, &path);
                    self.state.store.forget(&path);
                }
                Fate::Same => {}
            }
        }
    }

    pub(super) fn change(&mut self, link: &mut Out, path: &RootedPath, text: Text) {
        let (sync, encoding) =
            (self.state.capabilities.change_sync(), self.state.capabilities.encoding());
        if self.state.documents.change(link, path, text, sync, encoding) {
            // The text came from disk: it has been saved.
            let wanted = self.diagnostics.as_ref().is_some_and(|plan| plan.needs_save);
            let save = self.state.capabilities.save().or(wanted.then_some(false));
            if let Some(include_text) = save {
                self.state.documents.saved(link, path, include_text);
            }
            let now = Instant::now();
            self.state.told = Some(now);
            if let Some((_, told)) = self.state.stamps.get_mut(path) {
                *told = now;
            }
        }
    }

    /// Opens a document, or marks it as used.
    pub(super) fn open(&mut self, link: &mut Out, path: &RootedPath) -> Result<(), OpError> {
        if self.state.documents.get(path).is_some() {
            self.state.documents.touch(path);
            return Ok(());
        }
        let (text, stamp) = freshness::read(&self.root, path)
            .map_err(|message| OpError::Document { path: path.to_string(), message })?;
        let Some(language) = self.routes.language(path).cloned() else {
            let message = format!("{path} is no file of {}", self.name);
            return Err(OpError::Document { path: path.to_string(), message });
        };
        let uri = self.root.uri_of(path);
        self.state.documents.open(link, path, uri, &language, text);
        self.state.stamps.insert(path.clone(), (stamp, Instant::now()));
        self.events.put(Event::Opened(path.to_string()));
        for surplus in self.state.documents.least_used(MAX_OPEN) {
            self.close(link, &surplus);
        }
        Ok(())
    }

    pub(super) fn close(&mut self, link: &mut Out, path: &RootedPath) {
        self.state.documents.close(link, path);
        self.state.stamps.remove(path);
        self.state.store.forget_pulled(path);
    }
}
