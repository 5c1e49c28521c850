//! A workshop for adapters: a folder, the command line in it, and `plugin dev` as it is watched.

use std::io::{BufRead as _, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::Duration;

use serde_json::Value;

use crate::binary;
use crate::processes::{MARK, Signal, kill_marked, signal, wait_until_gone};

/// A compiler may take its time, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(900);
/// Lines that wait to be looked at.
const QUEUE: usize = 10_000;

/// A folder in which commands are run.
#[derive(Debug)]
pub struct Workshop {
    folder: tempfile::TempDir,
    mark: String,
}

/// What a command said, and whether it was content.
#[derive(Debug)]
pub struct Said {
    /// Whether it ended well.
    pub good: bool,
    /// Standard output.
    pub out: String,
    /// Both streams.
    pub all: String,
}

impl Default for Workshop {
    fn default() -> Self {
        Self::new()
    }
}

impl Workshop {
    /// An empty one.
    ///
    /// # Panics
    ///
    /// When no folder can be had.
    #[must_use]
    pub fn new() -> Self {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let mark = format!("workshop-{}-{count}", std::process::id());
        Self { folder: tempfile::tempdir().expect("a folder"), mark }
    }

    /// A path in it.
    #[must_use]
    pub fn path(&self, name: &str) -> PathBuf {
        let folder = self.folder.path().canonicalize().expect("a canonical path");
        folder.join(name)
    }

    /// Writes a file.
    ///
    /// # Panics
    ///
    /// When it cannot be written.
    pub fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().expect("a folder above")).expect("a folder");
        std::fs::write(path, text).expect("written");
    }

    /// Reads a file.
    ///
    /// # Panics
    ///
    /// When it cannot be read.
    #[must_use]
    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).expect("a file that can be read")
    }

    /// Gives a command the environment of an author: the binary and the servers on `PATH`, a
    /// configuration of its own, and what other tests have compiled.
    pub fn dress(&self, command: &mut Command) {
        let bin = binary::deixis().parent().expect("a folder").to_owned();
        let servers = binary::path();
        let path = std::iter::once(bin).chain(std::env::split_paths(&servers));
        command
            .env("PATH", std::env::join_paths(path).expect("folders without a colon"))
            .env("XDG_CONFIG_HOME", self.path("config"))
            .env("XDG_CACHE_HOME", binary::cache())
            .env("XDG_STATE_HOME", self.path("state"))
            .env("CARGO_TARGET_DIR", binary::adapters())
            .env_remove("RUSTFLAGS")
            .env(MARK, &self.mark)
            .stdin(Stdio::null());
    }

    /// Runs `deixis` in it.
    ///
    /// # Panics
    ///
    /// When it does not start.
    #[must_use]
    pub fn run(&self, arguments: &[&str]) -> Said {
        let mut command = Command::new(binary::deixis());
        command.args(arguments).current_dir(self.folder.path());
        self.dress(&mut command);
        let output = command.output().expect("deixis starts");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        Said { good: output.status.success(), all: format!("{out}{err}"), out }
    }

    /// Runs it and checks how it ended and what it said.
    ///
    /// # Panics
    ///
    /// When that is something else.
    pub fn check(&self, arguments: &[&str], good: bool, parts: &[&str]) -> String {
        let said = self.run(arguments);
        assert_eq!(said.good, good, "{arguments:?}: {}", said.all);
        for part in parts {
            assert!(said.all.contains(part), "{arguments:?}: {part} in {}", said.all);
        }
        said.out
    }

    /// Starts `deixis plugin dev --json`.
    ///
    /// # Panics
    ///
    /// When it does not start.
    #[must_use]
    pub fn dev(&self, folder: &Path, arguments: &[&str]) -> Dev {
        let mut command = Command::new(binary::deixis());
        command.args(["plugin", "dev", "--json"]).arg(folder).args(arguments);
        self.dress(&mut command);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("deixis starts");
        let lines = lines(child.stdout.take().expect("its output"));
        let errors = lines_of_errors(child.stderr.take().expect("its errors"));
        Dev { child, lines, errors, mark: self.mark.clone() }
    }
}

/// `deixis plugin dev`, at work.
#[derive(Debug)]
pub struct Dev {
    child: Child,
    lines: Receiver<Value>,
    errors: std::thread::JoinHandle<String>,
    mark: String,
}

impl Dev {
    /// Its events until one of this name, which is the last.
    ///
    /// # Panics
    ///
    /// When it ends before, or says nothing for a very long time.
    pub fn until(&mut self, name: &str) -> Vec<Value> {
        let mut seen = Vec::new();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(event) => seen.push(event),
                Err(problem) => {
                    kill_marked(&self.mark);
                    panic!("no event {name:?}: {problem}; there was {seen:#?}");
                }
            }
            if seen.last().is_some_and(|event| event["event"] == name) {
                return seen;
            }
        }
    }

    /// What its processes carry in their environment.
    #[must_use]
    pub fn mark(&self) -> &str {
        &self.mark
    }

    /// Ends it with a signal, and asserts that it ends well and leaves nothing behind. Returns
    /// its standard error.
    ///
    /// # Panics
    ///
    /// When it does not.
    #[must_use]
    pub fn end(mut self, by: Signal) -> String {
        signal(self.child.id(), by);
        let status = self.child.wait().expect("it ends");
        let left = wait_until_gone(&self.mark, PATIENCE);
        kill_marked(&self.mark);
        let errors = self.errors.join().expect("standard error is read");
        assert!(status.success(), "{status}: {errors}");
        assert!(left.is_empty(), "left alive: {left:?}");
        errors
    }
}

fn lines(stream: impl Read + Send + 'static) -> Receiver<Value> {
    let (sender, receiver) = sync_channel(QUEUE);
    std::thread::spawn(move || {
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            let event = serde_json::from_str(&line).unwrap_or(Value::String(line));
            if sender.send(event).is_err() {
                break;
            }
        }
    });
    receiver
}

fn lines_of_errors(mut stream: impl Read + Send + 'static) -> std::thread::JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    })
}
