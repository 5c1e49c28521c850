//! Windows: every server in a job object. The twin of `unix.rs`.
//!
//! A job with `KILL_ON_JOB_CLOSE` ends every process in it when its last handle
//! is closed, and only the host holds one: the kernel closes it however the host
//! ends. Children of the server are born into the job. The server is created
//! suspended and resumed once it is in, so none is born before.
//!
//! There is nothing like SIGTERM: that step of the ladder ends the server alone,
//! the next one the whole job.

mod job;

use crate::child::{Child, Force, Handle, ServerStdin, ServerStdout, SharedTail, Started, State};
use crate::exit::{Ending, ExitReport};
use crate::spec::{GUARD_TAG, Spec, StartError};
use crate::stderr::{self, STDERR_DRAIN};
use job::Job;
use std::ffi::OsString;
use std::io;
use std::process::{ExitCode, Stdio};
use std::time::Instant;
use tokio::process::{ChildStdin, ChildStdout, Command};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// `CREATE_SUSPENDED | CREATE_NO_WINDOW`.
const CREATION_FLAGS: u32 = 0x0000_0004 | 0x0800_0000;

pub(crate) type Stdin = ChildStdin;
pub(crate) type Stdout = ChildStdout;

/// There is no guardian here; the subcommand does nothing.
pub(crate) fn guardian_main(_args: &[OsString]) -> ExitCode {
    ExitCode::FAILURE
}

/// There is nothing to become.
pub(crate) fn become_subreaper() -> io::Result<()> {
    Ok(())
}

/// Ready at once; asynchronous because its twin is.
pub(crate) fn start(spec: Spec) -> impl Future<Output = Result<Child, StartError>> {
    std::future::ready(start_now(spec))
}

fn start_now(spec: Spec) -> Result<Child, StartError> {
    check(&spec)?;
    let refused = |source| StartError::from_exec(spec.program.clone(), source);
    let job = Job::new().map_err(StartError::Guardian)?;
    let mut command = Command::new(&spec.program);
    command
        .args(&spec.args)
        .env_clear()
        .envs(spec.environment.iter())
        .env(GUARD_TAG, std::process::id().to_string())
        .current_dir(&spec.directory)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .creation_flags(CREATION_FLAGS)
        .kill_on_drop(true);
    let mut process = command.spawn().map_err(refused)?;
    let missing = || StartError::Guardian(io::ErrorKind::BrokenPipe.into());
    let pid = process.id().ok_or_else(missing)?;
    let handle = process.raw_handle().ok_or_else(missing)?;
    job.admit(handle, pid).map_err(StartError::Guardian)?;
    let stdin = process.stdin.take().ok_or_else(missing)?;
    let stdout = process.stdout.take().ok_or_else(missing)?;
    let stderr = process.stderr.take().ok_or_else(missing)?;

    let tail = SharedTail::default();
    let (state, state_seen) = watch::channel(State::Running);
    let (force, force_seen) = watch::channel(Force::Nothing);
    let stderr = tokio::spawn(stderr::read(stderr, spec.name.clone(), tail.clone()));
    let watcher = Watcher {
        name: spec.name.clone(),
        process,
        job,
        begun: Instant::now(),
        tail: tail.clone(),
        stderr,
        state,
        force: force_seen,
    };
    tokio::spawn(watcher.run());
    let started = Started { name: spec.name, pid, guardian: None, tail, state: state_seen, force };
    Ok(Child {
        stdin: ServerStdin(stdin),
        stdout: ServerStdout(stdout),
        handle: Handle::new(started),
    })
}

/// What can be said without starting anything.
fn check(spec: &Spec) -> Result<(), StartError> {
    if !spec.program.is_absolute() {
        return Err(StartError::NotAbsolute { program: spec.program.clone() });
    }
    let directory_error =
        |source| StartError::Directory { directory: spec.directory.clone(), source };
    let metadata = std::fs::metadata(&spec.directory).map_err(directory_error)?;
    if !metadata.is_dir() {
        return Err(directory_error(io::ErrorKind::NotADirectory.into()));
    }
    Ok(())
}

/// The task that owns one server.
struct Watcher {
    name: String,
    process: tokio::process::Child,
    job: Job,
    begun: Instant,
    tail: SharedTail,
    stderr: JoinHandle<()>,
    state: watch::Sender<State>,
    force: watch::Receiver<Force>,
}

impl Watcher {
    async fn run(mut self) {
        let mut abandoned = false;
        let status = loop {
            tokio::select! {
                status = self.process.wait() => break status,
                changed = self.force.changed(), if !abandoned => {
                    abandoned = changed.is_err();
                    self.push(abandoned);
                }
            }
        };
        let uptime = self.begun.elapsed();
        let code = status.ok().and_then(|status| status.code());
        if !self.stderr.is_finished() {
            // Late lines are lost to the report, not to the log.
            let _ = timeout(STDERR_DRAIN, &mut self.stderr).await;
        }
        let ending = code.map_or(Ending::Unknown, Ending::Code);
        let report = ExitReport { ending, stderr: self.tail.lines(), uptime };
        tracing::debug!(server = %self.name, %ending, "server ended");
        self.state.send_replace(State::Exited(report.clone()));
        // What the server left is in the job; closing it would do the same.
        self.job.kill();
        self.stderr.abort();
        self.state.send_replace(State::Gone(report));
    }

    fn push(&mut self, abandoned: bool) {
        let force = if abandoned { Force::Kill } else { *self.force.borrow_and_update() };
        match force {
            Force::Nothing => {}
            // Only fails when it has just ended.
            Force::Terminate => drop(self.process.start_kill()),
            Force::Kill => self.job.kill(),
        }
    }
}
