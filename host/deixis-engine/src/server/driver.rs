//! The owner of everything that changes while a server runs: its documents,
//! capabilities, progress and published diagnostics. Lives in the connection's
//! task; its inputs are one closed enum.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use deixis_base::{Encoding, Located, Root, RootedPath, Text};
use deixis_hooks::readiness::{Event, WorkDone};
use deixis_hooks::{Action, Change, ChangeKind};
use deixis_lsp::envelope::Reply;
use deixis_lsp::link::Outcome;
use deixis_lsp::wire::{Progress, ProgressParams, PublishDiagnostics};
use deixis_lsp::{Capabilities, Documents, Feature, Link, ResponseError, Stopped};
use serde_json::Value;
use serde_json::value::RawValue;
use tokio::sync::{oneshot, watch};
use tokio::time::Instant;

use super::configuration::Configuration;
use super::freshness::{self, Fate, Stamp};
use super::handshake::{Greeting, Initialized};
use super::published::{Report, Store};
use super::readiness::Events;
use super::requests::{self, Effect};
use super::watchers::{self, Watchers};
use crate::OpError;
use crate::answer::ServerName;
use crate::router::Routes;

/// Documents kept open in one server; those used longest ago are closed.
const MAX_OPEN: usize = 64;
/// Progress tokens that are open at once; more are ignored.
const MAX_PROGRESS: usize = 256;
/// Bytes kept of the last message that the server showed.
const MAX_SHOWN: usize = 1024;

/// What the driver is asked.
pub(crate) enum Input {
    /// Begin the handshake.
    Greet(Box<Greeting>),
    /// Bring the documents up to date and send a request, in one turn.
    Ask(Box<Ask>),
    /// The caller no longer waits.
    Cancel(u64),
    /// What the adapter wants done.
    Act(Vec<Action>),
    /// Notifications that the adapter's reducer wants.
    Interests(HashSet<String>),
    /// Bring documents up to date; open these; report what is known of their
    /// diagnostics. Without paths: of all files.
    Report(Option<RootedPath>, oneshot::Sender<Result<Vec<Report>, OpError>>),
    /// Files have changed on disk.
    Changed(Box<Changed>),
    /// Paths of the open documents.
    Open(oneshot::Sender<Vec<String>>),
    /// State for people.
    Peek(oneshot::Sender<Peek>),
    /// Say goodbye.
    Leave(oneshot::Sender<()>),
}

/// A request of an operation.
pub(crate) struct Ask {
    pub(crate) id: u64,
    pub(crate) method: &'static str,
    pub(crate) feature: Feature,
    /// The document that it is about.
    pub(crate) document: Option<RootedPath>,
    /// Makes the parameters, from the text that the server has.
    pub(crate) build: Box<dyn FnOnce(&Subject<'_>) -> Result<Box<RawValue>, OpError> + Send>,
    /// Filled before the request is sent, or with the reason why it is not.
    pub(crate) sent: oneshot::Sender<Result<Sent, OpError>>,
    pub(crate) answer: oneshot::Sender<Outcome>,
}

/// Changes on disk, as the server is to be told of them.
pub(crate) struct Changed {
    pub(crate) report: Vec<Change>,
    pub(crate) actions: Vec<Action>,
    /// Requests whose answers somebody waits for, whatever they are.
    pub(crate) awaited: Vec<(deixis_hooks::Ask, oneshot::Sender<()>)>,
}

/// What parameters are made from.
pub(crate) struct Subject<'a> {
    /// URI and text of the document.
    pub(crate) document: Option<(&'a str, &'a Text)>,
    pub(crate) encoding: Encoding,
}

/// What a request was sent about.
#[derive(Debug, Clone)]
pub(crate) struct Sent {
    /// Snapshot of the document.
    pub(crate) text: Option<Text>,
    pub(crate) encoding: Encoding,
}

/// State for people.
#[derive(Debug, Clone)]
pub(crate) struct Peek {
    pub(crate) features: Vec<Feature>,
    pub(crate) encoding: Encoding,
    pub(crate) open_documents: usize,
    /// Identifiers of the pull providers.
    pub(crate) pull_identifiers: Vec<Option<String>>,
}

/// The driver's own requests.
pub(crate) enum Tag {
    Initialize(Box<Greeting>),
    Shutdown(oneshot::Sender<()>),
    /// An action of the adapter, by its id.
    Adapter(String),
    /// Somebody waits for the answer, whatever it is.
    Awaited(oneshot::Sender<()>),
}

/// The owner.
pub(crate) struct Driver {
    pub(crate) name: ServerName,
    pub(crate) root: Root,
    pub(crate) routes: Arc<Routes>,
    pub(crate) configuration: Configuration,
    pub(crate) events: Events,
    /// Counts publications and refreshes, for those who wait for them.
    pub(crate) news: watch::Sender<u64>,
    pub(crate) state: State,
}

/// What changes.
#[derive(Default)]
pub(crate) struct State {
    interests: HashSet<String>,
    progress: HashMap<String, WorkDone>,
    documents: Documents,
    stamps: HashMap<RootedPath, (Stamp, Instant)>,
    capabilities: Capabilities,
    watchers: Watchers,
    store: Store,
    shown: Option<String>,
}

type Out = Link<Tag>;

impl Driver {
    fn ask(&mut self, link: &mut Out, ask: Ask) {
        if ask.answer.is_closed() {
            return;
        }
        match self.prepare(link, ask.feature, ask.method, ask.document.as_ref(), ask.build) {
            Ok((params, sent)) => {
                drop(ask.sent.send(Ok(sent)));
                link.ask(ask.id, ask.method, &params, ask.answer);
            }
            Err(error) => drop(ask.sent.send(Err(error))),
        }
    }

    fn prepare(
        &mut self,
        link: &mut Out,
        feature: Feature,
        method: &'static str,
        document: Option<&RootedPath>,
        build: Box<dyn FnOnce(&Subject<'_>) -> Result<Box<RawValue>, OpError> + Send>,
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

    /// Tells the server of every open document that is not what it was.
    fn refresh(&mut self, link: &mut Out) {
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

    fn change(&mut self, link: &mut Out, path: &RootedPath, text: Text) {
        let (sync, encoding) =
            (self.state.capabilities.change_sync(), self.state.capabilities.encoding());
        if self.state.documents.change(link, path, text, sync, encoding) {
            // The text came from disk: it has been saved.
            if let Some(include_text) = self.state.capabilities.save() {
                self.state.documents.saved(link, path, include_text);
            }
            if let Some((_, told)) = self.state.stamps.get_mut(path) {
                *told = Instant::now();
            }
        }
    }

    /// Opens a document, or marks it as used.
    fn open(&mut self, link: &mut Out, path: &RootedPath) -> Result<(), OpError> {
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

    fn close(&mut self, link: &mut Out, path: &RootedPath) {
        self.state.documents.close(link, path);
        self.state.stamps.remove(path);
    }

    fn act(&mut self, link: &mut Out, actions: Vec<Action>) {
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
    fn open_seed(&mut self, link: &mut Out, path: &str) {
        let opened = match self.root.resolve(path) {
            Ok(path) => self.open(link, &path).map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        };
        if let Err(error) = opened {
            self.refused(path, &error);
        }
    }

    /// Some servers learn only so that a file is gone.
    fn open_empty(&mut self, link: &mut Out, path: &str) {
        let Ok(path) = RootedPath::new(path) else {
            return self.refused(path, &"outside the root");
        };
        if let Some(language) = self.routes.language(&path).cloned() {
            let uri = self.root.uri_of(&path);
            self.state.documents.open(link, &path, uri, &language, Text::new(""));
            self.state.documents.close(link, &path);
        }
    }

    fn changed(&mut self, link: &mut Out, changed: Changed) {
        let routes = &self.routes;
        let params = self
            .state
            .watchers
            .params(&self.root, &changed.report, |path| routes.language(path).is_some());
        if let Some(params) = params {
            link.notify(watchers::METHOD, &params);
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

    fn refused(&self, what: &str, reason: &dyn std::fmt::Display) {
        tracing::warn!(target: "deixis::engine", server = %self.name, what, %reason, "an action of the adapter was refused");
    }

    fn report(&mut self, link: &mut Out, path: Option<RootedPath>) -> Result<Vec<Report>, OpError> {
        self.refresh(link);
        let paths = match path {
            Some(path) => {
                self.open(link, &path)?;
                vec![path]
            }
            None => self.state.store.paths(),
        };
        let encoding = self.state.capabilities.encoding();
        Ok(paths
            .into_iter()
            .map(|path| {
                let told = self.state.stamps.get(&path).map(|(_, told)| *told);
                let document = self.state.documents.get(&path).zip(told);
                Report {
                    published: self.state.store.get(&path).cloned(),
                    document: document
                        .map(|(document, told)| (document.version, document.text.clone(), told)),
                    encoding,
                    path,
                }
            })
            .collect())
    }

    fn greeted(&mut self, link: &mut Out, greeting: Greeting, outcome: Outcome) {
        let result = match outcome {
            Ok(Ok(reply)) => self.welcome(link, &greeting, &reply),
            Ok(Err(error)) => Err(format!("it answered initialize with an error: {error}")),
            Err(stopped) => Err(stopped.to_string()),
        };
        drop(greeting.done.send(result));
    }

    fn welcome(
        &mut self,
        link: &mut Out,
        greeting: &Greeting,
        reply: &Reply,
    ) -> Result<Initialized, String> {
        let mut result: Value = reply.read()?;
        let server_version = result["serverInfo"]["version"].as_str().map(str::to_owned);
        self.events.put(Event::Initialized(reply.json().to_owned()));
        self.state.capabilities = Capabilities::new(result["capabilities"].take());
        link.notify("initialized", &serde_json::json!({}));
        for notification in &greeting.notifications {
            match raw(notification.params.as_deref()) {
                Ok(params) => link.notify_raw(&notification.method, params.as_deref()),
                Err(error) => self.refused(&notification.method, &error),
            }
        }
        for path in &greeting.open {
            self.open_seed(link, path);
        }
        Ok(Initialized { server_version })
    }

    fn progress(&mut self, params: &RawValue) {
        let Ok(params) = serde_json::from_str::<ProgressParams>(params.get()) else { return };
        let token = params.token.to_string();
        let Some(value) = params.value.0 else { return };
        let event = match value.kind.as_str() {
            "begin" if self.state.progress.len() < MAX_PROGRESS => {
                let work = begin(&token, value);
                self.state.progress.insert(token, work.clone());
                Event::ProgressBegin(work)
            }
            "report" => {
                // A report without a begin is taken for one: some servers omit it.
                let work = self
                    .state
                    .progress
                    .entry(token.clone())
                    .or_insert_with(|| WorkDone { token, ..WorkDone::default() });
                update(work, &value);
                Event::ProgressReport(work.clone())
            }
            "end" => {
                let mut work = self
                    .state
                    .progress
                    .remove(&token)
                    .unwrap_or(WorkDone { token, ..WorkDone::default() });
                update(&mut work, &value);
                Event::ProgressEnd(work)
            }
            _ => return,
        };
        self.events.put(event);
    }

    fn publish(&mut self, params: &RawValue) {
        match serde_json::from_str::<PublishDiagnostics>(params.get()) {
            Ok(publication) => {
                if let Located::Inside(path) = self.root.locate(&publication.uri) {
                    self.state.store.put(path, publication);
                }
                self.news.send_modify(|count| *count += 1);
            }
            Err(error) => {
                tracing::warn!(target: "deixis::engine", server = %self.name, %error, "published diagnostics could not be read");
            }
        }
    }

    fn show(&mut self, message: &str) {
        let mut end = message.len().min(MAX_SHOWN);
        while !message.is_char_boundary(end) {
            end -= 1;
        }
        self.state.shown = Some(message[..end].to_owned());
        tracing::info!(target: "deixis::server", server = %self.name, "{}", deixis_base::redact::redact(&message[..end]));
    }
}

impl deixis_lsp::Driver for Driver {
    type Input = Input;
    type Tag = Tag;

    fn input(&mut self, link: &mut Out, input: Input) {
        match input {
            Input::Greet(greeting) => {
                let params = greeting.params.clone();
                link.ask_own("initialize", Some(&params), Tag::Initialize(greeting));
            }
            Input::Ask(ask) => self.ask(link, *ask),
            Input::Cancel(id) => link.cancel(id),
            Input::Act(actions) => self.act(link, actions),
            Input::Interests(interests) => self.state.interests = interests,
            Input::Report(path, reply) => {
                let report = self.report(link, path);
                drop(reply.send(report));
            }
            Input::Changed(changed) => self.changed(link, *changed),
            Input::Open(reply) => {
                let open = self.state.documents.iter().map(|(path, _)| path.to_string()).collect();
                drop(reply.send(open));
            }
            Input::Peek(reply) => {
                let capabilities = &self.state.capabilities;
                drop(
                    reply.send(Peek {
                        features: Feature::ALL
                            .into_iter()
                            .filter(|feature| capabilities.has(*feature))
                            .collect(),
                        encoding: capabilities.encoding(),
                        open_documents: self.state.documents.len(),
                        pull_identifiers: capabilities.pull_identifiers(),
                    }),
                );
            }
            Input::Leave(done) => {
                link.ask_own::<Value>("shutdown", None, Tag::Shutdown(done));
            }
        }
    }

    fn notification(&mut self, _link: &mut Out, method: &str, params: Option<&RawValue>) {
        match (method, params) {
            ("$/progress", Some(params)) => self.progress(params),
            ("textDocument/publishDiagnostics", Some(params)) => self.publish(params),
            ("window/showMessage", Some(params)) => {
                let message = serde_json::from_str::<Value>(params.get()).unwrap_or_default();
                self.show(message["message"].as_str().unwrap_or_default());
            }
            _ => {}
        }
        if self.state.interests.contains(method) {
            let params = params.map(|params| params.get().to_owned());
            self.events.put(Event::Notified(deixis_hooks::Notification {
                method: method.to_owned(),
                params,
            }));
        }
    }

    fn request(
        &mut self,
        _link: &mut Out,
        method: &str,
        params: Option<&RawValue>,
    ) -> Result<Value, ResponseError> {
        let params =
            params.and_then(|params| serde_json::from_str(params.get()).ok()).unwrap_or_default();
        let root_name = self.root.path().file_name().unwrap_or_default().to_string_lossy();
        let (answer, effect) =
            requests::answer(method, params, &self.configuration, (self.root.uri(), &root_name));
        match effect {
            Effect::None => {}
            Effect::Register(params) => {
                self.state.capabilities.register(&params);
                self.state.watchers = Watchers::new(&self.state.capabilities);
            }
            Effect::Unregister(params) => {
                self.state.capabilities.unregister(&params);
                self.state.watchers = Watchers::new(&self.state.capabilities);
            }
            Effect::RefreshDiagnostics => self.news.send_modify(|count| *count += 1),
            Effect::Shown(message) => self.show(&message),
        }
        answer
    }

    fn answered(&mut self, link: &mut Out, tag: Tag, outcome: Outcome) {
        match tag {
            Tag::Initialize(greeting) => self.greeted(link, *greeting, outcome),
            Tag::Shutdown(done) => {
                if outcome.is_ok() {
                    link.notify_raw("exit", None);
                }
                let _ = done.send(());
            }
            Tag::Awaited(done) => {
                let _ = done.send(());
            }
            Tag::Adapter(id) => {
                let outcome = match outcome {
                    Ok(Ok(reply)) => Ok(reply.json().to_owned()),
                    Ok(Err(error)) => Err(hook_error(error)),
                    Err(_) => return,
                };
                self.events.put(Event::Answered { id, outcome });
            }
        }
    }

    fn next_timer(&self) -> Option<Instant> {
        None
    }

    fn timer(&mut self, _link: &mut Out) {}

    fn stopped(&mut self, reason: &Stopped) {
        tracing::debug!(target: "deixis::engine", server = %self.name, %reason, "the connection is over");
        self.news.send_modify(|count| *count += 1);
    }
}

pub(crate) fn hook_error(error: ResponseError) -> deixis_hooks::ResponseError {
    deixis_hooks::ResponseError { code: error.code, message: error.message, data: error.data }
}

/// JSON text of an adapter as parameters.
fn raw(params: Option<&str>) -> serde_json::Result<Option<Box<RawValue>>> {
    params.map(|params| RawValue::from_string(params.to_owned())).transpose()
}

fn begin(token: &str, value: Progress) -> WorkDone {
    let percent = value.percent();
    WorkDone {
        token: token.to_owned(),
        title: value.title.0.unwrap_or_default(),
        message: value.message.0,
        percent,
    }
}

fn update(work: &mut WorkDone, value: &Progress) {
    if value.message.0.is_some() {
        work.message.clone_from(&value.message.0);
    }
    work.percent = value.percent().or(work.percent);
}
