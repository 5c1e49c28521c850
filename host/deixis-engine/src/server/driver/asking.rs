//! Requests of operations, and reports of what is known.

use std::time::Duration;

use deixis_base::RootedPath;
use deixis_hooks::diagnostics::Source;
use deixis_lsp::Feature;
use serde_json::value::RawValue;

use super::super::published::Report;
use super::input::BuildParams;
use super::{Ask, Driver, Fetch, Out, Sent, Subject, raw};
use crate::OpError;

impl Driver {
    pub(super) fn ask(&mut self, link: &mut Out, ask: Ask) {
        if ask.answer.is_closed() {
            return;
        }
        match self.prepare(link, ask.feature, ask.method, ask.document.as_ref(), ask.build) {
            Ok((params, sent)) => {
                drop(ask.sent.send(Ok(sent)));
                link.ask(ask.id, ask.method, Some(&params), ask.deadline, ask.answer);
            }
            Err(error) => drop(ask.sent.send(Err(error))),
        }
    }

    /// A request whose words are the adapter's own. Nobody learns why it is not sent but by
    /// the log: the answer is dropped.
    pub(super) fn fetch(&self, link: &mut Out, fetch: Fetch) {
        let Fetch { id, ask, deadline, answer } = fetch;
        if answer.is_closed() || link.room() == 0 {
            return;
        }
        match raw(ask.params.as_deref()) {
            Ok(params) => link.ask(id, &ask.method, params.as_deref(), deadline, answer),
            Err(error) => self.refused(&ask.method, &error),
        }
    }

    pub(super) fn prepare(
        &mut self,
        link: &mut Out,
        feature: Feature,
        method: &'static str,
        document: Option<&RootedPath>,
        build: BuildParams,
    ) -> Result<(Box<RawValue>, Sent), OpError> {
        if !self.state.capabilities.has(feature) {
            return Err(OpError::Unsupported { server: self.name.clone(), method, hint: None });
        }
        if link.room() == 0 {
            return Err(OpError::Busy { server: self.name.clone(), limit: link.capacity() });
        }
        self.refresh(link);
        if let Some(path) = document {
            self.open(link, path)?;
        }
        let encoding = self.state.capabilities.encoding();
        let document = document.and_then(|path| self.state.documents.get(path));
        let subject = Subject {
            document: document.map(|document| (document.uri.as_str(), &document.text)),
            encoding,
        };
        let params = build(&subject)?;
        Ok((params, Sent { text: document.map(|document| document.text.clone()), encoding }))
    }

    pub(super) fn report(
        &mut self,
        link: &mut Out,
        path: Option<RootedPath>,
    ) -> Result<Vec<Report>, OpError> {
        self.refresh(link);
        let paths = match path {
            Some(path) => {
                self.open(link, &path)?;
                vec![path]
            }
            None => {
                let mut paths = self.state.store.paths();
                paths.extend(self.state.documents.iter().map(|(path, _)| path.clone()));
                paths.sort();
                paths.dedup();
                paths
            }
        };
        let encoding = self.state.capabilities.encoding();
        let plan = self.diagnostics.as_deref();
        let pushed_only = plan.is_some_and(|plan| plan.source == Source::Push);
        let pulls = !pushed_only && self.state.capabilities.has(Feature::PullDiagnostics);
        // What is pushed besides is of no use where the adapter says so.
        let pushes = plan.is_none_or(|plan| plan.source != Source::Pull);
        let quiet = plan.and_then(|plan| plan.quiet_ms);
        let quiet = quiet.map(|quiet| Duration::from_millis(quiet.into()));
        Ok(paths
            .into_iter()
            .map(|path| {
                let told = self.state.stamps.get(&path).map(|(_, told)| *told);
                let document = self.state.documents.get(&path).zip(told);
                Report {
                    published: self.state.store.get(&path).filter(|_| pushes).cloned(),
                    pulled: self.state.store.pulled(&path).cloned(),
                    document: document
                        .map(|(document, told)| (document.version, document.text.clone(), told)),
                    encoding,
                    told: self.state.told,
                    pulls,
                    quiet,
                    path,
                }
            })
            .collect())
    }
}
