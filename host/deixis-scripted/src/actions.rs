//! Doing what a rule says.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use crate::lock;
use crate::script::{Action, Failure, Message, Unknown};
use crate::server::{Server, Shared};
use crate::wire::write_now;

/// The message that actions belong to.
#[derive(Debug, Clone)]
pub(crate) struct Context {
    /// Of a request.
    pub(crate) id: Option<Value>,
    pub(crate) method: String,
    pub(crate) params: Value,
}

/// Actions that wait.
pub(crate) struct Parked {
    pub(crate) event: String,
    pub(crate) context: Context,
    pub(crate) rest: VecDeque<Action>,
}

/// What the caller does once it has given the lock back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum After {
    GoOn,
    Hang,
}

impl Context {
    /// The context of something that is no message.
    pub(crate) fn event(name: &str) -> Self {
        Self { id: None, method: name.to_owned(), params: Value::Null }
    }
}

impl Server {
    /// Does the actions in order, as far as they go without waiting.
    pub(crate) fn perform(
        &mut self,
        shared: &Shared,
        context: &Context,
        mut actions: VecDeque<Action>,
    ) -> After {
        while let Some(action) = actions.pop_front() {
            match action {
                Action::Default => self.default_action(context),
                Action::Reply(value) => self.reply(context, value),
                Action::ReplyJson(text) => {
                    let value = self.parse(&text);
                    self.reply(context, value);
                }
                Action::Error(failure) => self.fail(context, &failure),
                Action::Notify(message) => self.tell(context, &message, false),
                Action::Request(message) => self.tell(context, &message, true),
                Action::Raw(text) => write_now(text.as_bytes()),
                Action::Bytes(bytes) => write_now(&bytes),
                Action::Stderr(noise) => (0..noise.times).for_each(|_| eprintln!("{}", noise.text)),
                Action::Until(event) if self.latched.contains(&event) => {}
                Action::Until(event) => {
                    self.parked.push(Parked { event, context: context.clone(), rest: actions });
                    return After::GoOn;
                }
                Action::AfterMs(ms) => {
                    later(shared, ms, context.clone(), actions);
                    return After::GoOn;
                }
                Action::Mark(event) => drop(self.latched.insert(event)),
                Action::StallMs(ms) => pause(ms),
                Action::Ignore => {}
                Action::Hang => return After::Hang,
                Action::Exit(code) => std::process::exit(i32::from(code)),
                Action::Crash => std::process::abort(),
            }
        }
        After::GoOn
    }

    /// Answers a request; for a notification there is nothing to answer.
    pub(crate) fn reply(&mut self, context: &Context, value: Value) {
        let Some(id) = &context.id else { return };
        let result = self.filled(value, context);
        self.send(json!({"jsonrpc": "2.0", "id": id, "result": result}));
    }

    /// Answers a request that the built-in server does not know.
    pub(crate) fn refuse(&mut self, context: &Context) {
        if self.script.server.unknown == Unknown::Ignore {
            return;
        }
        let message = format!("no such method: {}", context.method);
        self.fail(context, &Failure { code: -32601, message, data: None });
    }

    fn fail(&mut self, context: &Context, failure: &Failure) {
        let Some(id) = &context.id else { return };
        let mut error = json!({"code": failure.code, "message": failure.message});
        if let Some(data) = &failure.data {
            error["data"] = data.clone();
        }
        self.send(json!({"jsonrpc": "2.0", "id": id, "error": error}));
    }

    fn tell(&mut self, context: &Context, message: &Message, request: bool) {
        let mut sent = json!({"jsonrpc": "2.0", "method": message.method});
        if request {
            sent["id"] = message.id.clone().unwrap_or_else(|| json!(self.fresh_id()));
        }
        let params = match (&message.params_json, &message.params) {
            (Some(text), _) => Some(self.parse(text)),
            (None, params) => params.clone(),
        };
        if let Some(params) = params {
            sent["params"] = self.filled(params, context);
        }
        self.send(sent);
    }

    fn parse(&mut self, text: &str) -> Value {
        serde_json::from_str(text).unwrap_or_else(|error| {
            self.log.violation(&format!("the script's JSON is broken: {error}"));
            Value::Null
        })
    }

    /// Fills in `$ROOT_URI` and `$URI`, in names of fields too.
    fn filled(&self, mut value: Value, context: &Context) -> Value {
        let root = &self.documents.root_uri;
        let uri = context.params["textDocument"]["uri"].as_str().unwrap_or_default();
        fill(&mut value, root, uri);
        value
    }
}

fn fill(value: &mut Value, root: &str, uri: &str) {
    let filled = |text: &str| text.replace("$ROOT_URI", root).replace("$URI", uri);
    match value {
        Value::String(text) if text.contains('$') => *text = filled(text),
        Value::Array(items) => items.iter_mut().for_each(|item| fill(item, root, uri)),
        Value::Object(fields) => {
            let old = std::mem::take(fields);
            fields.extend(old.into_iter().map(|(name, mut field)| {
                fill(&mut field, root, uri);
                (if name.contains('$') { filled(&name) } else { name }, field)
            }));
        }
        _ => {}
    }
}

#[expect(clippy::disallowed_methods, reason = "the script asks for a server that takes long")]
fn pause(ms: u64) {
    std::thread::sleep(Duration::from_millis(ms));
}

/// Does the rest after a time, on a thread of its own.
fn later(shared: &Shared, ms: u64, context: Context, rest: VecDeque<Action>) {
    let shared = Arc::clone(shared);
    std::thread::spawn(move || {
        pause(ms);
        let after = lock(&shared).perform(&shared, &context, rest);
        if after == After::Hang {
            crate::process::stay_forever();
        }
    });
}
