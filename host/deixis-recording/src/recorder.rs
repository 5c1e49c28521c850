//! Around an adapter: every call is passed on, and written down when it is answered.

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use deixis_base::Root;
use deixis_hooks::{
    Adapter, CONTRACT, Health, HookError, diagnostics, documents, errors, info, launch, readiness,
    rename, requests, results, symbols, watch,
};
use serde::Serialize;
use serde_json::Value;

use crate::format::{Answer, FORMAT, Failure, Head, Line, RECORDING_BYTES, Recording, Server, Way};
use crate::hooks::value;
use crate::places::Places;

/// Largest message of a server that is written down, in bytes.
const MESSAGE_BYTES: usize = 64 << 10;
/// What is kept of a server's version, in bytes: some say a whole bill of materials.
const VERSION_BYTES: usize = 80;
/// All of a recording, in bytes; what comes after is left out, and counted.
const TAPE_BYTES: usize = RECORDING_BYTES / 2;

/// What is written down, in memory. Several recorders may share one: a server that is started
/// again goes on in the same recording.
pub struct Tape {
    state: Mutex<State>,
    listener: Option<Listener>,
}

/// Is told of each call as soon as it is answered, with the time that it took: hook, input,
/// answer.
pub type Listener = Box<dyn Fn(&str, &Value, &Answer, Duration) + Send + Sync>;

struct State {
    head: Head,
    places: Places,
    lines: Vec<Line>,
    bytes: usize,
    dropped: usize,
}

impl Tape {
    /// An empty one, for a project, written by this version of Deixis.
    #[must_use]
    pub fn new(root: &Root, home: Option<&Path>, host: &str) -> Self {
        let head = Head {
            deixis_recording: FORMAT,
            contract: CONTRACT.to_owned(),
            host: host.to_owned(),
            ..Head::default()
        };
        let places = Places::of(root, home);
        let state = State { head, places, lines: Vec::new(), bytes: 0, dropped: 0 };
        Self { state: Mutex::new(state), listener: None }
    }

    /// With somebody who listens.
    #[must_use]
    pub fn heard_by(mut self, listener: Listener) -> Self {
        self.listener = Some(listener);
        self
    }

    /// Writes down files of the project.
    pub fn files(&self, files: Vec<Line>) {
        let mut state = self.state();
        files.into_iter().for_each(|file| state.add(file));
    }

    /// Writes down the programs that the adapter can locate: name and absolute path. Those that
    /// are written down already are not, again.
    pub fn programs(&self, found: &[(String, String)]) {
        let mut state = self.state();
        for (program, path) in found {
            let line = Line::Program { program: program.clone() };
            if !state.lines.contains(&line) {
                state.places.program(program, path);
                state.add(line);
            }
        }
    }

    /// Writes down a message between host and server; a long one only by its size.
    pub fn traffic(&self, lsp: Way, message: &[u8]) {
        let message = if message.len() > MESSAGE_BYTES {
            serde_json::json!({ "$bytes": message.len() })
        } else {
            let text = || Value::String(String::from_utf8_lossy(message).into_owned());
            serde_json::from_slice(message).unwrap_or_else(|_| text())
        };
        let mut state = self.state();
        let message = state.places.hide(message);
        state.add(Line::Traffic { lsp, message });
    }

    /// What was written down, and how many lines were left out for their size. `None` if the
    /// adapter was never attached.
    #[must_use]
    pub fn finish(&self) -> Option<(Recording, usize)> {
        let state = self.state();
        let lines = state.lines.iter().cloned().enumerate().map(|(at, line)| (at + 2, line));
        let recording = Recording { head: state.head.clone(), lines: lines.collect() };
        (!state.head.adapter.is_empty()).then_some((recording, state.dropped))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn add(&mut self, line: Line) {
        let bytes = crate::format::line(&line).len();
        if self.bytes + bytes > TAPE_BYTES {
            self.dropped += 1;
            return;
        }
        self.bytes += bytes;
        self.lines.push(line);
    }

    /// What an input tells about the server.
    fn learn(&mut self, input: &Value) {
        self.places.learn(input);
        if let Some(command) = input["facts"]["command"].as_str()
            && self.head.server.is_none()
        {
            let program = Path::new(command).file_name().unwrap_or_default();
            let program = program.to_string_lossy().into_owned();
            input["facts"]["recipe"].as_str().unwrap_or("").clone_into(&mut self.head.recipe);
            self.head.server = Some(Server { program, version: None });
        }
        let mut events = input["events"].as_array().into_iter().flatten();
        let version =
            events.find_map(|event| event["initialized"]["serverInfo"]["version"].as_str());
        if let (Some(server), Some(version)) = (&mut self.head.server, version) {
            let version = &version[..version.floor_char_boundary(VERSION_BYTES)];
            server.version.get_or_insert_with(|| version.to_owned());
        }
    }
}

/// A call that has no answer yet.
pub(crate) struct Asked {
    input: Value,
    begun: Instant,
}

/// An adapter whose calls are written down, in the order in which they are answered.
pub struct Recorder {
    inner: Arc<dyn Adapter>,
    tape: Arc<Tape>,
}

impl Recorder {
    /// Around this adapter, on this tape.
    #[must_use]
    pub fn new(inner: Arc<dyn Adapter>, tape: Arc<Tape>) -> Self {
        {
            let mut state = tape.state();
            let descriptor = inner.descriptor();
            state.head.adapter.clone_from(&descriptor.id);
            state.head.version.clone_from(&descriptor.version);
            inner.hash().clone_into(&mut state.head.sha256);
        }
        Self { inner, tape }
    }

    pub(crate) fn inner(&self) -> &dyn Adapter {
        &*self.inner
    }

    pub(crate) fn asked(&self, hook: &'static str, input: &impl Serialize) -> Asked {
        let input = value(input);
        debug_assert!(input.is_object(), "{hook}");
        self.tape.state().learn(&input);
        Asked { input, begun: Instant::now() }
    }

    pub(crate) fn answered<T: Serialize>(
        &self,
        hook: &'static str,
        Asked { input, begun }: Asked,
        answer: &Result<T, HookError>,
    ) {
        let took = begun.elapsed();
        let out = match answer {
            Ok(answer) => Answer::Ok(value(answer)),
            Err(error) => Answer::Error(Failure::from(error)),
        };
        let mut state = self.tape.state();
        let (r#in, out) = (state.places.hide(input), hidden(&state.places, out));
        if let Some(listener) = &self.tape.listener {
            listener(hook, &r#in, &out, took);
        }
        state.add(Line::Call { hook: hook.to_owned(), r#in, out });
    }

    /// A group that was there when it was asked for is gone.
    pub(crate) fn lost(&self, group: &str) -> HookError {
        let adapter = self.inner.descriptor().id.clone();
        HookError::Load { adapter, message: format!("the group {group} is gone") }
    }
}

/// An answer without the machine's paths.
pub(crate) fn hidden(places: &Places, answer: Answer) -> Answer {
    match answer {
        Answer::Ok(value) => Answer::Ok(places.hide(value)),
        Answer::Error(Failure { kind, message }) => {
            let message = places.hide(Value::String(message));
            let message = message.as_str().unwrap_or_default().to_owned();
            Answer::Error(Failure { kind, message })
        }
    }
}

macro_rules! groups {
    ($($group:ident: $Trait:path),* $(,)?) => {
        impl Adapter for Recorder {
            fn descriptor(&self) -> &Arc<info::Descriptor> {
                self.inner.descriptor()
            }

            fn hash(&self) -> &str {
                self.inner.hash()
            }

            fn health(&self) -> Health {
                self.inner.health()
            }

            $(fn $group(&self) -> Option<&dyn $Trait> {
                self.inner.$group().map(|_| self as &dyn $Trait)
            })*
        }
    };
}

groups! {
    launch: launch::Launch,
    readiness: readiness::Readiness,
    symbols: symbols::Symbols,
    errors: errors::Errors,
    watch: watch::Watch,
    rename: rename::Rename,
    diagnostics: diagnostics::Diagnostics,
    requests: requests::Requests,
    documents: documents::Documents,
    results: results::Results,
}
