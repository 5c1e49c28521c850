//! What adapters and the disk want done.

use deixis_base::{RootedPath, Text};
use deixis_hooks::{Action, ChangeKind};

use super::super::watchers;
use super::{Changed, Driver, Out, Tag, raw};

impl Driver {
    pub(super) fn act(&mut self, link: &mut Out, actions: Vec<Action>) {
        for action in actions {
            match action {
                Action::Open(path) => self.open_seed(link, &path),
                Action::Close(path) => {
                    if let Ok(path) = self.root.resolve(&path) {
                        self.close(link, &path);
                    }
                }
                Action::OpenEmptyAndClose(path) => self.open_empty(link, &path),
                Action::Notify(notification) => match raw(notification.params.as_deref()) {
                    Ok(params) => link.notify_raw(&notification.method, params.as_deref()),
                    Err(error) => self.refused(&notification.method, &error),
                },
                Action::Request(ask) => match raw(ask.params.as_deref()) {
                    Ok(params) => {
                        link.ask_own(&ask.method, params.as_deref(), Tag::Adapter(ask.id));
                    }
                    Err(error) => self.refused(&ask.method, &error),
                },
            }
        }
    }

    /// Opens a file that an adapter named. What cannot be opened is logged.
    pub(super) fn open_seed(&mut self, link: &mut Out, path: &str) {
        let opened = match self.root.resolve(path) {
            Ok(path) => self.open(link, &path).map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        };
        if let Err(error) = opened {
            self.refused(path, &error);
        }
    }

    /// Some servers learn only so that a file is gone.
    pub(super) fn open_empty(&mut self, link: &mut Out, path: &str) {
        let Ok(path) = RootedPath::new(path) else {
            return self.refused(path, &"outside the root");
        };
        if let Some(language) = self.routes.language(&path).cloned() {
            let uri = self.root.uri_of(&path);
            self.state.documents.open(link, &path, uri, &language, Text::new(""));
            self.state.emptied.push(path);
        }
    }

    pub(super) fn changed(&mut self, link: &mut Out, changed: Changed) {
        self.refresh(link);
        let routes = &self.routes;
        let params = self
            .state
            .watchers
            .params(&self.root, &changed.report, |path| routes.language(path).is_some());
        if let Some(params) = params {
            link.notify(watchers::METHOD, &params);
            self.state.told = Some(tokio::time::Instant::now());
        }
        for change in changed.report.iter().filter(|change| change.kind == ChangeKind::Deleted) {
            if let Ok(path) = RootedPath::new(&change.path) {
                self.state.store.forget(&path);
            }
        }
        self.act(link, changed.actions);
        for (ask, done) in changed.awaited {
            match raw(ask.params.as_deref()) {
                Ok(params) => {
                    link.ask_own(&ask.method, params.as_deref(), Tag::Awaited(done));
                }
                Err(error) => self.refused(&ask.method, &error),
            }
        }
    }

    pub(super) fn refused(&self, what: &str, reason: &dyn std::fmt::Display) {
        tracing::warn!(target: "deixis::engine", server = %self.name, what, %reason, "an action of the adapter was refused");
    }
}
