//! A scripted language server as a test sees it: its script, its log, its events.
//!
//! The server connects back to a socket of ours and writes its log there, so a test
//! can wait for a line instead of sleeping, and can fire the events that the script
//! waits for. Several processes of one script share the log; each line has its pid.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;

/// How long a test waits for something that must come.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A script and what its servers have said so far.
#[derive(Debug)]
pub struct Scripted {
    folder: tempfile::TempDir,
    address: String,
    shared: Arc<Shared>,
    forgiving: bool,
}

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    lines: Vec<Value>,
    connections: Vec<TcpStream>,
    fired: Vec<String>,
    syncs: u64,
    /// Servers whose log has not ended.
    open: usize,
}

impl Scripted {
    /// A server that does what this script says.
    ///
    /// # Panics
    ///
    /// When no socket or folder can be had.
    #[must_use]
    pub fn new(script: &str) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::fs::write(folder.path().join("script.toml"), script)
            .expect("the script can be written");
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a local socket");
        let address = format!("tcp://{}", listener.local_addr().expect("its address"));
        let shared = Arc::new(Shared::default());
        let accepting = Arc::clone(&shared);
        std::thread::spawn(move || {
            for connection in listener.incoming().map_while(Result::ok) {
                let reading = Arc::clone(&accepting);
                reading.connected(&connection);
                std::thread::spawn(move || reading.read(connection));
            }
        });
        Self { folder, address, shared, forgiving: false }
    }

    /// The same, but breaches of the protocol are not held against the client.
    #[must_use]
    pub fn forgiving(mut self) -> Self {
        self.forgiving = true;
        self
    }

    /// The arguments that make the program this server.
    #[must_use]
    pub fn arguments(&self) -> Vec<String> {
        let script: PathBuf = self.folder.path().join("script.toml");
        let script = script.to_string_lossy().into_owned();
        vec!["--script".to_owned(), script, "--log".to_owned(), self.address.clone()]
    }

    /// Makes an event true for the servers that run and those that will.
    pub fn fire(&self, event: &str) {
        let mut state = self.shared.lock();
        state.fired.push(event.to_owned());
        for connection in &mut state.connections {
            let _ = writeln!(connection, "{event}");
        }
    }

    /// How many server processes have started so far.
    #[must_use]
    pub fn starts(&self) -> usize {
        self.lines("note").iter().filter(|note| *note == "started").count()
    }

    /// Every message that a server received for a method.
    #[must_use]
    pub fn received(&self, method: &str) -> Vec<Value> {
        self.lines("in").into_iter().filter(|message| message["method"] == method).collect()
    }

    /// Every line of one kind that servers have written before this call: `in`, `out`,
    /// `note` or `violation`.
    #[must_use]
    pub fn lines(&self, kind: &str) -> Vec<Value> {
        self.catch_up();
        let state = self.shared.lock();
        state.lines.iter().filter_map(|line| line.get(kind).cloned()).collect()
    }

    /// Waits for a message that a server received.
    ///
    /// # Panics
    ///
    /// When it does not come within [`PATIENCE`].
    pub fn wait_received(&self, method: &str) -> Value {
        self.wait(method, |line| (line["in"]["method"] == method).then(|| line["in"].clone()))
    }

    /// Waits for a remark of a server that starts like this.
    ///
    /// # Panics
    ///
    /// When it does not come within [`PATIENCE`].
    pub fn wait_note(&self, start: &str) -> String {
        self.wait(start, |line| {
            line["note"].as_str().filter(|note| note.starts_with(start)).map(str::to_owned)
        })
    }

    /// Waits for so many remarks that start like this.
    ///
    /// # Panics
    ///
    /// When they do not come within [`PATIENCE`].
    pub fn wait_notes(&self, start: &str, count: usize) {
        let noted =
            |line: &Value| line["note"].as_str().is_some_and(|note| note.starts_with(start));
        let found = self.shared.wait(|state| {
            let seen = state.lines.iter().filter(|line| noted(line)).count();
            (seen >= count).then_some(())
        });
        assert!(
            found.is_some(),
            "no {count} times {start:?}; the log: {:#?}",
            self.shared.lock().lines
        );
    }

    /// Waits until every server that started has ended.
    ///
    /// # Panics
    ///
    /// When one lives on beyond [`PATIENCE`].
    pub fn wait_ended(&self) {
        assert!(self.all_ended(), "a scripted server lives on");
    }

    /// Waits until everything is read that living servers have written so far: the log
    /// comes by another way than their answers, and may be late.
    fn catch_up(&self) {
        self.accept_all();
        let (note, asked) = {
            let mut state = self.shared.lock();
            state.syncs += 1;
            let event = format!("(sync {})", state.syncs);
            for connection in &mut state.connections {
                // One that has ended is read to its end already, or will not be counted.
                let _ = writeln!(connection, "{event}");
            }
            (format!("event {event}"), state.open)
        };
        let caught_up = self.shared.wait(|state| {
            let noted =
                state.lines.iter().rev().filter(|line| line["note"] == note.as_str()).count();
            (noted >= asked.min(state.open)).then_some(())
        });
        assert!(caught_up.is_some(), "a scripted server no longer writes its log");
    }

    /// Waits until every server that has connected so far is known: connections are
    /// accepted in their order, so one more that is known shows it.
    fn accept_all(&self) {
        let number = {
            let mut state = self.shared.lock();
            state.syncs += 1;
            state.syncs
        };
        let address = self.address.trim_start_matches("tcp://");
        let probe = TcpStream::connect(address)
            .and_then(|mut probe| writeln!(probe, "{{\"probe\": {number}}}"));
        probe.expect("the log can be reached");
        let known = self.shared.wait(|state| {
            state.lines.iter().rev().any(|line| line["probe"] == number).then_some(())
        });
        assert!(known.is_some(), "connections to the log are no longer accepted");
    }

    fn all_ended(&self) -> bool {
        self.shared.wait(|state| (state.open == 0).then_some(())).is_some()
    }

    fn wait<T>(&self, what: &str, find: impl Fn(&Value) -> Option<T>) -> T {
        let found = self.shared.wait(|state| state.lines.iter().find_map(&find));
        found.unwrap_or_else(|| {
            panic!("no {what} within {PATIENCE:?}; the log: {:#?}", self.shared.lock().lines)
        })
    }
}

impl Drop for Scripted {
    fn drop(&mut self) {
        if std::thread::panicking() || self.forgiving {
            return;
        }
        self.wait_ended();
        let breaches = self.lines("violation");
        assert!(breaches.is_empty(), "the server saw breaches of the protocol: {breaches:#?}");
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the state has what is looked for, at most [`PATIENCE`].
    fn wait<T>(&self, find: impl Fn(&State) -> Option<T>) -> Option<T> {
        let deadline = Instant::now() + PATIENCE;
        let mut state = self.lock();
        loop {
            if let Some(found) = find(&state) {
                return Some(found);
            }
            let left = deadline.checked_duration_since(Instant::now())?;
            state =
                self.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn connected(&self, connection: &TcpStream) {
        let mut state = self.lock();
        let Ok(mut writer) = connection.try_clone() else { return };
        for event in &state.fired {
            let _ = writeln!(writer, "{event}");
        }
        state.connections.push(writer);
        state.open += 1;
    }

    fn read(&self, connection: TcpStream) {
        for line in BufReader::new(connection).lines().map_while(Result::ok) {
            let line = serde_json::from_str(&line).unwrap_or_else(|_| Value::String(line));
            self.lock().lines.push(line);
            self.changed.notify_all();
        }
        self.lock().open -= 1;
        self.changed.notify_all();
    }
}
