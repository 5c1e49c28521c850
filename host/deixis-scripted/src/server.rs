//! The server: what it knows, and what happens with each message.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use crate::actions::{After, Context, Parked};
use crate::chaos::Judge;
use crate::documents::Documents;
use crate::log::Log;
use crate::rules::Rules;
use crate::script::{Action, Diagnostics, Script, Sync};
use crate::wire::Output;
use crate::{answers, lock, process};

/// The server as its threads share it; the lock is held while one message is handled.
pub(crate) type Shared = Arc<Mutex<Server>>;

/// Everything the server remembers.
pub(crate) struct Server {
    pub(crate) script: Script,
    pub(crate) log: Log,
    pub(crate) output: Output,
    pub(crate) documents: Documents,
    pub(crate) parked: Vec<Parked>,
    /// Events of the log's socket stay true once they have come.
    pub(crate) latched: BTreeSet<String>,
    pub(crate) next_id: u64,
    rules: Rules,
    judge: Option<Judge>,
    shut_down: bool,
    children: Vec<std::process::Child>,
}

impl Server {
    pub(crate) fn new(mut script: Script, mut log: Log) -> Self {
        let rules = Rules::new(std::mem::take(&mut script.rules));
        log.quiet = script.server.quiet;
        Self {
            output: Output::new(&script.server),
            documents: Documents::new(&script.server),
            parked: Vec::new(),
            latched: BTreeSet::new(),
            next_id: 1,
            rules,
            judge: script.server.chaos.take().map(Judge::new),
            shut_down: false,
            children: Vec::new(),
            script,
            log,
        }
    }

    /// What happens before anything is read.
    pub(crate) fn start(shared: &Shared) {
        let mut server = lock(shared);
        server.log.note("started");
        if server.script.server.ignore_sigterm {
            process::ignore_signals();
        }
        for name in server.script.server.children.clone() {
            match process::ChildKind::named(&name).map(process::start_child) {
                Ok(Ok(child)) => {
                    server.log.note(&format!("child {}", child.id()));
                    server.children.push(child);
                }
                problem => server.log.note(&format!("no child: {problem:?}")),
            }
        }
        for line in 0..server.script.server.stderr_lines {
            eprintln!("noise {line:06} {}", "n".repeat(87));
        }
        let context = Context::event("(start)");
        if let Some(actions) = server.rule("(start)", &Value::Null) {
            let after = server.perform(shared, &context, actions.into());
            finish(server, after);
        }
    }

    /// Handles one message.
    pub(crate) fn receive(shared: &Shared, message: Value) {
        let mut server = lock(shared);
        server.log.received(&message);
        let Value::Object(mut message) = message else {
            server.log.violation("a message that is no object");
            return;
        };
        let id = message.remove("id");
        let Some(Value::String(method)) = message.remove("method") else {
            let event = format!("response:{}", id.unwrap_or(Value::Null));
            drop(server);
            return Self::fire(shared, &event);
        };
        if method == "shutdown" && message.contains_key("params") {
            server.log.violation("shutdown with params");
        }
        let params = message.remove("params").unwrap_or(Value::Null);
        server.keep_books(&method, &params, id.is_some());
        let mut actions = server.rule(&method, &params);
        if let Some(judge) = &mut server.judge
            && actions.is_none()
            && id.is_some()
        {
            actions = judge.verdict(&method, &params);
        }
        let actions = actions.unwrap_or_else(|| vec![Action::Default]);
        let context = Context { id, method, params };
        let after = server.perform(shared, &context, actions.into());
        finish(server, after);
        Self::fire(shared, &context.method);
    }

    /// Goes on with everything that waits for this event.
    pub(crate) fn fire(shared: &Shared, event: &str) {
        let mut server = lock(shared);
        if !event.contains('/') && !event.starts_with(['(', 'r']) {
            server.latched.insert(event.to_owned());
        }
        if event == "(eof)"
            && let Some(actions) = server.rule(event, &Value::Null)
        {
            let after = server.perform(shared, &Context::event(event), actions.into());
            return finish(server, after);
        }
        let all = std::mem::take(&mut server.parked);
        let (ready, waiting): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|parked| parked.event == event);
        server.parked = waiting;
        for parked in ready {
            if server.perform(shared, &parked.context, parked.rest) == After::Hang {
                return finish(server, After::Hang);
            }
        }
    }

    /// The actions of the rule for a message.
    fn rule(&mut self, method: &str, params: &Value) -> Option<Vec<Action>> {
        self.rules.find(method, params, &self.latched)
    }

    /// What a message changes, whatever the script answers to it.
    fn keep_books(&mut self, method: &str, params: &Value, request: bool) {
        match method {
            "initialize" => {
                if !request {
                    self.log.violation("initialize without id");
                }
                self.documents.initialize(params, &self.script.server);
            }
            "shutdown" => self.shut_down = true,
            _ => {}
        }
        if self.shut_down && !matches!(method, "exit" | "shutdown") {
            self.log.violation(&format!("{method} after shutdown"));
        }
        for breach in self.documents.notice(method, params) {
            self.log.violation(&breach);
        }
    }

    /// What the built-in server does with a message.
    pub(crate) fn default_action(&mut self, context: &Context) {
        match context.method.as_str() {
            "initialize" => {
                let result = self.capabilities();
                self.reply(context, result);
            }
            "initialized" => self.register_watchers(),
            "shutdown" => self.reply(context, Value::Null),
            "exit" if self.script.server.ignore_exit => self.log.note("exit ignored"),
            "exit" => {
                self.log.note("exit");
                std::process::exit(i32::from(!self.shut_down));
            }
            "textDocument/didOpen" | "textDocument/didChange" => self.publish(&context.params),
            _ if context.id.is_some() => {
                match answers::answer(&self.documents, &context.method, &context.params) {
                    Some(result) => self.reply(context, result),
                    None => self.refuse(context),
                }
            }
            _ => {}
        }
    }

    fn capabilities(&self) -> Value {
        let settings = &self.script.server;
        let mut capabilities = json!({
            "textDocumentSync": {
                "openClose": true,
                "change": if settings.sync == Sync::Full { 1 } else { 2 },
                "save": true,
            },
            "hoverProvider": true, "definitionProvider": true, "declarationProvider": true,
            "typeDefinitionProvider": true, "implementationProvider": true,
            "referencesProvider": true, "documentSymbolProvider": true,
            "workspaceSymbolProvider": true, "callHierarchyProvider": true,
            "signatureHelpProvider": {"triggerCharacters": ["("]},
            "renameProvider": {"prepareProvider": true},
        });
        if let Some(encoding) = &self.documents.declared {
            capabilities["positionEncoding"] = json!(encoding);
        }
        if settings.diagnostics == Diagnostics::Pull {
            capabilities["diagnosticProvider"] =
                json!({"interFileDependencies": false, "workspaceDiagnostics": false});
        }
        for (name, value) in &self.script.capabilities {
            capabilities[name] = value.clone();
        }
        json!({"capabilities": capabilities, "serverInfo": {"name": "scripted", "version": "1"}})
    }

    fn register_watchers(&mut self) {
        if self.script.server.watch.is_empty() {
            return;
        }
        let watchers: Vec<Value> =
            self.script.server.watch.iter().map(|glob| json!({"globPattern": glob})).collect();
        let registration = json!({
            "id": "watch", "method": "workspace/didChangeWatchedFiles",
            "registerOptions": {"watchers": watchers},
        });
        let id = json!(self.fresh_id());
        self.send(json!({
            "jsonrpc": "2.0", "id": id, "method": "client/registerCapability",
            "params": {"registrations": [registration]},
        }));
    }

    fn publish(&mut self, params: &Value) {
        if self.script.server.diagnostics != Diagnostics::Push {
            return;
        }
        let uri = params["textDocument"]["uri"].as_str().unwrap_or_default().to_owned();
        let diagnostics = answers::diagnostics(&self.documents, &uri);
        let version = params["textDocument"]["version"].clone();
        self.send(json!({
            "jsonrpc": "2.0", "method": "textDocument/publishDiagnostics",
            "params": {"uri": uri, "version": version, "diagnostics": diagnostics},
        }));
    }

    pub(crate) fn fresh_id(&mut self) -> u64 {
        self.next_id += 1;
        self.next_id - 1
    }

    /// Sends and logs.
    pub(crate) fn send(&mut self, message: Value) {
        self.log.sent(&message);
        self.output.send(&message);
        drop(message);
    }
}

/// Gives the lock back first: a server that hangs must not block its own log.
fn finish(server: std::sync::MutexGuard<'_, Server>, after: After) {
    drop(server);
    if after == After::Hang {
        process::stay_forever();
    }
}
