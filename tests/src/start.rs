//! Starting the real binary: arguments, environment, the mark.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::binary;
use crate::client::Deixis;
use crate::config::Config;
use crate::processes::MARK;
use crate::streams::{LAST_WORDS, LastWords, Seen, read_messages, wait_for};

/// How to start the binary.
#[derive(Debug)]
pub struct Start {
    root: PathBuf,
    config: Config,
    arguments: Vec<OsString>,
    environment: BTreeMap<OsString, OsString>,
    deaf: bool,
    log_lines: usize,
    /// A program that runs it, with that program's own arguments.
    runner: Vec<OsString>,
}

impl Start {
    /// Starts on this root with this configuration.
    #[must_use]
    pub fn new(root: &Path, config: Config) -> Self {
        Self {
            root: root.to_owned(),
            config,
            arguments: Vec::new(),
            environment: BTreeMap::new(),
            deaf: false,
            log_lines: LAST_WORDS,
            runner: Vec::new(),
        }
    }

    /// One more argument for `deixis serve`.
    #[must_use]
    pub fn argument(mut self, argument: impl Into<OsString>) -> Self {
        self.arguments.push(argument.into());
        self
    }

    /// One more variable in the environment.
    #[must_use]
    pub fn environment(mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> Self {
        self.environment.insert(name.into(), value.into());
        self
    }

    /// Run by another program, which is given the command behind its own arguments. Its
    /// process is then the one that [`Deixis::pid`] names.
    #[must_use]
    pub fn run_by(mut self, runner: &[&str]) -> Self {
        self.runner = runner.iter().map(OsString::from).collect();
        self
    }

    /// A host that opens a pipe for standard error and never reads from it.
    #[must_use]
    pub fn deaf_to_errors(mut self) -> Self {
        self.deaf = true;
        self
    }

    /// Logs everything, and keeps so many lines of it ([`Deixis::log`]).
    #[must_use]
    pub fn traced(mut self, lines: usize) -> Self {
        self.log_lines = lines;
        self.environment("RUST_LOG", "trace")
    }

    /// The command, with a fresh mark; for tests that run it in another way.
    #[must_use]
    pub fn command(&self, folder: &Path) -> (Command, String) {
        static NUMBER: AtomicU64 = AtomicU64::new(1);
        let mark = format!("{}-{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        let mut words = self.runner.iter().map(OsString::as_os_str);
        let mut command = Command::new(words.next().unwrap_or(binary::deixis().as_os_str()));
        if !self.runner.is_empty() {
            command.args(words).arg(binary::deixis());
        }
        command.arg("serve").arg("--root").arg(&self.root);
        command.arg("--config").arg(self.config.write(folder)).args(&self.arguments);
        command.env("PATH", binary::path()).env("XDG_CACHE_HOME", binary::cache());
        command.env("XDG_STATE_HOME", binary::state());
        command.env(MARK, &mark).envs(&self.environment);
        (command, mark)
    }

    /// Starts it and shakes hands in the revision that begins with `initialize`.
    ///
    /// # Panics
    ///
    /// When it does not start or does not answer.
    #[must_use]
    pub fn start(self) -> Deixis {
        let mut deixis = self.spawn();
        deixis.initialize();
        deixis
    }

    /// Starts it and says nothing yet.
    ///
    /// # Panics
    ///
    /// When it does not start.
    #[must_use]
    pub fn spawn(self) -> Deixis {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (mut command, mark) = self.command(folder.path());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("deixis starts");
        let lines = read_messages(child.stdout.take().expect("its output"));
        let errors = child.stderr.take().expect("its errors");
        let (stderr, unread) = if self.deaf {
            (LastWords::default(), Some(errors))
        } else {
            (LastWords::of(errors, self.log_lines), None)
        };
        Deixis {
            input: child.stdin.take(),
            lines,
            stderr,
            pid: child.id(),
            exit: wait_for(child),
            seen: Seen::default(),
            mark,
            next_id: 1,
            meta: None,
            _unread: unread,
            _folder: folder,
        }
    }
}
