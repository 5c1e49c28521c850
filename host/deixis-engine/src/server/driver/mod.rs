//! The owner of everything that changes while a server runs: its documents,
//! capabilities, progress and published diagnostics. Lives in the connection's
//! task; its inputs are one closed enum ([`Input`]).
//!
//! - `asking` sends what operations ask, and reports what is known;
//! - `documents` keeps the open documents what they are on disk;
//! - `acting` does what adapters and the disk want done;
//! - `greeting` is the handshake's second half;
//! - `hearing` takes in what the server says unasked.

mod acting;
mod asking;
mod documents;
mod greeting;
mod hearing;
mod input;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use deixis_base::{Root, RootedPath};
use deixis_hooks::diagnostics::{Event as Noted, Plan};
use deixis_hooks::readiness::{Event, WorkDone};
use deixis_lsp::envelope::RawId;
use deixis_lsp::link::Outcome;
use deixis_lsp::{Capabilities, Documents, Feature, Link, ResponseError, Stopped};
use serde_json::Value;
use serde_json::value::RawValue;
use tokio::sync::watch;
use tokio::time::Instant;

use super::configuration::Configuration;
use super::freshness::Stamp;
use super::published::Store;
use super::readiness::Events;
use super::replies::Replies;
use super::requests::{self, Effect};
use super::settling::Notes;
use super::watchers::Watchers;
use crate::answer::ServerName;
use crate::router::Routes;

pub(crate) use self::input::{Ask, Changed, Fetch, Input, Peek, Sent, Subject, Tag, Told};

/// The owner.
pub(crate) struct Driver {
    pub(crate) name: ServerName,
    pub(crate) root: Root,
    pub(crate) routes: Arc<Routes>,
    pub(crate) configuration: Configuration,
    pub(crate) events: Events,
    /// Counts publications and refreshes, for those who wait for them.
    pub(crate) news: watch::Sender<u64>,
    /// Where is noted what tells whether diagnostics are final.
    pub(crate) notes: Notes,
    /// Where requests go that the adapter may answer.
    pub(crate) replies: Replies,
    /// How diagnostics are had, where the adapter says it.
    pub(crate) diagnostics: Option<Arc<Plan>>,
    pub(crate) state: State,
}

/// What changes.
#[derive(Default)]
pub(crate) struct State {
    interests: HashSet<String>,
    /// Methods that the adapter wants to see to judge diagnostics.
    noted: HashSet<String>,
    progress: HashMap<String, WorkDone>,
    documents: Documents,
    emptied: Vec<RootedPath>,
    stamps: HashMap<RootedPath, (Stamp, Instant)>,
    capabilities: Capabilities,
    watchers: Watchers,
    store: Store,
    /// When the server was last told of a change of any file.
    told: Option<Instant>,
    /// The last message that the server showed, and when.
    shown: Option<(Instant, String)>,
}

type Out = Link<Tag>;

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
            Input::Fetch(fetch) => self.fetch(link, *fetch),
            Input::Cancel(id) => link.cancel(id),
            Input::Act(actions) => self.act(link, actions),
            Input::Respond(id, outcome) => link.respond(&id, &outcome),
            Input::Interests(interests) => self.state.interests = interests,
            Input::Notes(methods) => self.state.noted = methods,
            Input::Pulled(path, pulled) => {
                if self.state.documents.get(&path).is_some() {
                    self.state.store.put_pulled(path, pulled);
                }
            }
            Input::Report(path, reply) => {
                let report = self.report(link, path);
                drop(reply.send(report));
            }
            Input::Changed(changed) => self.changed(link, *changed),
            Input::Open(reply) => {
                let open = self.state.documents.iter().map(|(path, _)| path.to_string()).collect();
                drop(reply.send(open));
            }
            Input::Documents(reply) => {
                let told = self.state.documents.iter();
                let told = told.map(|(path, document)| {
                    (path.clone(), (document.version, document.text.clone()))
                });
                drop(reply.send(told.collect()));
            }
            Input::Refresh(reply) => {
                self.refresh(link);
                let _ = reply.send(());
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
            Input::Shown(since, reply) => {
                let shown = self.state.shown.clone().filter(|(when, _)| *when >= since);
                drop(reply.send(shown.map(|(_, message)| message)));
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
        if self.state.noted.contains(method) {
            let params = params.map(|params| params.get().to_owned());
            let method = method.to_owned();
            self.notes.all(|| Noted::Notified(deixis_hooks::Notification { method, params }));
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
        id: &RawId,
        method: &str,
        params: Option<&RawValue>,
    ) -> Option<Result<Value, ResponseError>> {
        let said = params;
        let params =
            params.and_then(|params| serde_json::from_str(params.get()).ok()).unwrap_or_default();
        let root_name = self.root.path().file_name().unwrap_or_default().to_string_lossy();
        let (answer, effect) =
            requests::answer(method, params, &self.configuration, (self.root.uri(), &root_name));
        match effect {
            Effect::None => {}
            Effect::Register(params) => {
                self.state.capabilities.register(&params);
                // Somebody may wait for a pull provider.
                self.news.send_modify(|count| *count += 1);
                self.state.watchers = Watchers::new(&self.state.capabilities);
            }
            Effect::Unregister(params) => {
                self.state.capabilities.unregister(&params);
                self.state.watchers = Watchers::new(&self.state.capabilities);
            }
            Effect::RefreshDiagnostics => self.news.send_modify(|count| *count += 1),
            Effect::Shown(message) => self.show(&message),
        }
        if requests::is_open(method, &answer) {
            self.replies.put(id, method, said, answer)
        } else {
            Some(answer)
        }
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
