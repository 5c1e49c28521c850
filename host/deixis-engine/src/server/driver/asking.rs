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

    /// A request whose words are the adapter's own.
    pub(super) fn fetch(&mut self, link: &mut Out, fetch: Fetch) {
        let Fetch { id, ask, document, sent, deadline, answer } = fetch;
        if answer.is_closed() {
            return;
        }
        match self.ready(link, document.as_ref(), &ask) {
            Ok((params, about)) => {
                drop(sent.send(Ok(about)));
                link.ask(id, &ask.method, params.as_deref(), deadline, answer);
            }
            Err(error) => drop(sent.send(Err(error))),
        }
    }

    fn ready(
        &mut self,
        link: &mut Out,
        document: Option<&RootedPath>,
        ask: &deixis_hooks::Ask,
    ) -> Result<(Option<Box<RawValue>>, Sent), OpError> {
        let sent = self.up_to_date(link, document)?;
        let params = raw(ask.params.as_deref()).map_err(|error| OpError::Adapter {
            server: self.name.clone(),
            message: format!("its request {} cannot be sent: {error}", ask.method),
        })?;
        Ok((params, sent))
    }

    /// Brings the open documents up to date, and opens the one that is asked about.
    fn up_to_date(
        &mut self,
        link: &mut Out,
        document: Option<&RootedPath>,
    ) -> Result<Sent, OpError> {
        if link.room() == 0 {
            return Err(OpError::Busy { server: self.name.clone(), limit: link.capacity() });
        }
        self.refresh(link);
        if let Some(path) = document {
            self.open(link, path)?;
        }
        let document = document.and_then(|path| self.state.documents.get(path));
        let text = document.map(|document| document.text.clone());
        Ok(Sent { text, encoding: self.state.capabilities.encoding() })
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
        let sent = self.up_to_date(link, document)?;
        let document = document.and_then(|path| self.state.documents.get(path));
        let subject = Subject {
            document: document.map(|document| (document.uri.as_str(), &document.text)),
            encoding: sent.encoding,
        };
        let params = build(&subject)?;
        Ok((params, sent))
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
        let source = plan.map(|plan| plan.source);
        let pulls = match source {
            Some(Source::Push) => false,
            Some(Source::Fetch) => true,
            _ => self.state.capabilities.has(Feature::PullDiagnostics),
        };
        // What is pushed besides is of no use where the adapter says so.
        let pushes = !matches!(source, Some(Source::Pull | Source::Fetch));
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
                    fetches: source == Some(Source::Fetch),
                    quiet,
                    path,
                }
            })
            .collect())
    }
}
