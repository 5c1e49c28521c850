//! The host's side: start a guardian, hand it the pipes, watch its reports.

use super::sweep::{self, Remains};
use super::wire::{self, Launch, MAX_LAUNCH_BYTES, Order, Pipes, Report};
use crate::child::{Child, Force, Handle, ServerStdin, ServerStdout, SharedTail, Started, State};
use crate::exit::{Ending, ExitReport};
use crate::spec::{GUARD_TAG, Guard, Spec, StartError};
use crate::stderr::Lines;
use std::ffi::OsString;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::Stdio;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::UnixStream;
use tokio::net::unix::pipe;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{sleep_until, timeout};

/// How long a guardian may take until the server is executed.
const START_LIMIT: Duration = Duration::from_secs(20);
/// How long standard error is read on once the server has ended, in case
/// something else still holds it open.
const STDERR_DRAIN: Duration = Duration::from_millis(200);
/// How long a guardian may take to obey an order to kill before it is taken for
/// stuck and killed itself.
const GUARDIAN_PATIENCE: Duration = Duration::from_secs(1);
/// How long a guardian may take to end once its socket is closed.
const GUARDIAN_EXIT_LIMIT: Duration = Duration::from_secs(5);
/// Bytes of standard error read at once.
const STDERR_CHUNK: usize = 8 * 1024;
/// What the guardian is called in `ps`: not like the host, so that a
/// `pkill -9` of the host by name leaves it to do its work.
const GUARDIAN_TITLE: &str = "language-server-guardian";

pub(crate) async fn start(spec: Spec) -> Result<Child, StartError> {
    let (guard, guard_args) = check(&spec)?;
    sweep::reap_adopted();
    let value = unique_value();
    let launch = encode_launch(&spec, &value)?;
    let (host_pipes, server_pipes) = make_pipes().map_err(StartError::Guardian)?;
    let (socket, guardian) =
        start_guardian(guard, guard_args, &spec.name).map_err(StartError::Guardian)?;

    let begun = Instant::now();
    let hand_over = Socket::launch(socket, server_pipes, &launch);
    let outcome = match timeout(START_LIMIT, hand_over).await {
        Ok(outcome) => outcome,
        Err(_) => Err(StartError::GuardianLost("did not answer")),
    };
    let started = outcome
        .and_then(|(socket, report)| started_pid(report, &spec.program).map(|pid| (socket, pid)));
    let (socket, pid) = match started {
        Ok(started) => started,
        Err(error) => {
            end_guardian(guardian).await;
            return Err(error);
        }
    };
    let guardian_pid = guardian.id();
    let tail = SharedTail::default();
    let (state, state_seen) = watch::channel(State::Running);
    let (force, force_seen) = watch::channel(Force::Nothing);
    let stderr = tokio::spawn(read_stderr(host_pipes.stderr, spec.name.clone(), tail.clone()));
    let watcher = Watcher {
        name: spec.name.clone(),
        socket,
        guardian,
        remains: Remains {
            assignment: format!("{GUARD_TAG}={value}"),
            server: pid,
            #[cfg(target_os = "linux")]
            guardian: guardian_pid.and_then(|pid| pid.try_into().ok()).unwrap_or(0),
        },
        begun,
        tail: tail.clone(),
        stderr,
        state,
        force: force_seen,
    };
    tokio::spawn(watcher.run());
    let started = Started {
        name: spec.name,
        pid: pid.unsigned_abs(),
        guardian: guardian_pid,
        tail,
        state: state_seen,
        force,
    };
    Ok(Child {
        stdin: ServerStdin(host_pipes.stdin),
        stdout: ServerStdout(host_pipes.stdout),
        handle: Handle::new(started),
    })
}

/// What can be said without starting anything.
fn check(spec: &Spec) -> Result<(&Path, &[OsString]), StartError> {
    let Guard::Reexec { program, args } = &spec.guard else { return Err(StartError::NoGuard) };
    if !spec.program.is_absolute() {
        return Err(StartError::NotAbsolute { program: spec.program.clone() });
    }
    let directory_error =
        |source| StartError::Directory { directory: spec.directory.clone(), source };
    let metadata = std::fs::metadata(&spec.directory).map_err(directory_error)?;
    if !metadata.is_dir() {
        return Err(directory_error(io::ErrorKind::NotADirectory.into()));
    }
    Ok((program, args))
}

/// Unique among all starts by all hosts on this machine.
fn unique_value() -> String {
    static COUNTER: AtomicU64 = AtomicU64::new(0);
    let count = COUNTER.fetch_add(1, Ordering::Relaxed);
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    format!("{}-{:x}-{count}", std::process::id(), now.as_nanos())
}

fn encode_launch(spec: &Spec, value: &str) -> Result<Vec<u8>, StartError> {
    let mut environment = spec.environment.clone();
    environment.set(GUARD_TAG, value);
    let owned = |(name, value): (&std::ffi::OsStr, &std::ffi::OsStr)| (name.into(), value.into());
    let launch = Launch {
        program: spec.program.clone(),
        directory: spec.directory.clone(),
        args: spec.args.clone(),
        environment: environment.iter().map(owned).collect::<Vec<(OsString, OsString)>>(),
    };
    let body = launch.encode();
    if body.len() > MAX_LAUNCH_BYTES {
        return Err(StartError::TooLarge { bytes: body.len(), limit: MAX_LAUNCH_BYTES });
    }
    let length = u32::try_from(body.len()).unwrap_or(u32::MAX);
    Ok([&length.to_le_bytes()[..], &body].concat())
}

/// The host's ends of the server's pipes.
struct HostPipes {
    stdin: pipe::Sender,
    stdout: pipe::Receiver,
    stderr: pipe::Receiver,
}

/// Every end is closed in whatever this process executes, guardian included:
/// it is *sent* the server's ends.
fn make_pipes() -> io::Result<(HostPipes, Pipes)> {
    let (stdin, host_stdin) = io::pipe()?;
    let (host_stdout, stdout) = io::pipe()?;
    let (host_stderr, stderr) = io::pipe()?;
    let host = HostPipes {
        stdin: pipe::Sender::from_owned_fd(host_stdin.into())?,
        stdout: pipe::Receiver::from_owned_fd(host_stdout.into())?,
        stderr: pipe::Receiver::from_owned_fd(host_stderr.into())?,
    };
    Ok((host, Pipes { stdin: stdin.into(), stdout: stdout.into(), stderr: stderr.into() }))
}

/// The socket is the guardian's standard input, so that it needs no other
/// descriptor of ours; its two outputs lead nowhere.
fn start_guardian(
    program: &Path,
    args: &[OsString],
    label: &str,
) -> io::Result<(std::os::unix::net::UnixStream, tokio::process::Child)> {
    let (ours, theirs) = std::os::unix::net::UnixStream::pair()?;
    let mut command = std::process::Command::new(program);
    command
        .arg0(GUARDIAN_TITLE)
        .args(args)
        .arg(label)
        .current_dir("/")
        .stdin(Stdio::from(OwnedFd::from(theirs)))
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let guardian = tokio::process::Command::from(command).spawn()?;
    ours.set_nonblocking(true)?;
    Ok((ours, guardian))
}

fn started_pid(report: Report, program: &Path) -> Result<i32, StartError> {
    match report {
        Report::Started(pid) => Ok(pid),
        Report::Refused(number) => {
            Err(StartError::from_exec(program.to_owned(), io::Error::from_raw_os_error(number)))
        }
        Report::Exited(_) | Report::Signalled(_) | Report::Cleared(_) => {
            Err(StartError::GuardianLost("reported out of order"))
        }
    }
}

/// After the socket is closed: gives the guardian time to clear away, then
/// kills it, and waits for it in any case.
async fn end_guardian(mut guardian: tokio::process::Child) {
    if timeout(GUARDIAN_EXIT_LIMIT, guardian.wait()).await.is_err() {
        // Only fails when it has just ended, or cannot be waited for at all.
        let _ = guardian.kill().await;
    }
}

/// The host's end of the socket.
struct Socket {
    stream: UnixStream,
    /// Bytes of a report that has not come whole yet.
    pending: Vec<u8>,
}

impl Socket {
    /// Hands pipes and launch over, and waits for the first report. The socket
    /// is closed when it fails, which is the end of the guardian.
    async fn launch(
        socket: std::os::unix::net::UnixStream,
        pipes: Pipes,
        launch: &[u8],
    ) -> Result<(Self, Report), StartError> {
        let ended = || StartError::GuardianLost("ended");
        wire::send_pipes(&socket, &pipes).map_err(|_| ended())?;
        drop(pipes);
        let stream = UnixStream::from_std(socket).map_err(StartError::Guardian)?;
        let mut socket = Self { stream, pending: Vec::new() };
        socket.stream.write_all(launch).await.map_err(|_| ended())?;
        let report = socket.next_report().await.ok_or_else(ended)?;
        Ok((socket, report))
    }

    /// The next report; `None` at the end. Nothing is lost when it is dropped
    /// half-way.
    async fn next_report(&mut self) -> Option<Report> {
        loop {
            if let Some((report, _)) = self.pending.split_first_chunk() {
                let report = Report::decode(*report);
                self.pending.drain(..Report::BYTES);
                return report;
            }
            let mut chunk = [0; 8 * Report::BYTES];
            match self.stream.read(&mut chunk).await {
                Ok(0) | Err(_) => return None,
                Ok(count) => self.pending.extend_from_slice(&chunk[..count]),
            }
        }
    }

    /// A failure means that the guardian is gone, which the next report shows.
    async fn order(&mut self, order: Order) {
        let _ = self.stream.write_all(&[order.encode()]).await;
    }
}

/// The task that owns one server.
struct Watcher {
    name: String,
    socket: Socket,
    guardian: tokio::process::Child,
    remains: Remains,
    begun: Instant,
    tail: SharedTail,
    stderr: JoinHandle<()>,
    state: watch::Sender<State>,
    force: watch::Receiver<Force>,
}

impl Watcher {
    async fn run(mut self) {
        let mut ending = None;
        let mut staying = None;
        let mut patience: Option<tokio::time::Instant> = None;
        let mut abandoned = false;
        loop {
            tokio::select! {
                report = self.socket.next_report() => match report {
                    Some(Report::Exited(code)) => ending = Some(self.ended(Ending::Code(code)).await),
                    Some(Report::Signalled(signal)) => {
                        ending = Some(self.ended(Ending::Signal(signal)).await);
                    }
                    Some(Report::Cleared(count)) => staying = Some(count),
                    Some(Report::Started(_) | Report::Refused(_)) => {}
                    None => break,
                },
                changed = self.force.changed(), if !abandoned => {
                    abandoned = changed.is_err();
                    if self.push(abandoned).await {
                        patience = Some(tokio::time::Instant::now() + GUARDIAN_PATIENCE);
                    }
                }
                () = sleep_until(patience.unwrap_or_else(tokio::time::Instant::now)),
                    if patience.is_some() =>
                {
                    patience = None;
                    tracing::warn!(server = %self.name, "the guardian is stuck and is killed");
                    // Only fails when it has just ended.
                    let _ = self.guardian.start_kill();
                }
            }
        }
        self.finish(ending, staying).await;
    }

    /// Hands the wanted force on; `true` when it was the last resort.
    async fn push(&mut self, abandoned: bool) -> bool {
        let force = if abandoned { Force::Kill } else { *self.force.borrow_and_update() };
        match force {
            Force::Nothing => {}
            Force::Terminate => self.socket.order(Order::Terminate).await,
            Force::Kill => self.socket.order(Order::Kill).await,
        }
        force == Force::Kill
    }

    /// The server has ended, and its guardian waits to hear that the host lives.
    async fn ended(&mut self, ending: Ending) -> ExitReport {
        let uptime = self.begun.elapsed();
        self.socket.order(Order::Release).await;
        self.report(ending, uptime).await
    }

    async fn report(&mut self, ending: Ending, uptime: Duration) -> ExitReport {
        if !self.stderr.is_finished() {
            // Late lines are lost to the report, not to the log.
            let _ = timeout(STDERR_DRAIN, &mut self.stderr).await;
        }
        let report = ExitReport { ending, stderr: self.tail.lines(), uptime };
        tracing::debug!(server = %self.name, %ending, "server ended");
        self.state.send_replace(State::Exited(report.clone()));
        report
    }

    /// The guardian is gone: in order when it had said `Cleared`.
    async fn finish(mut self, ending: Option<ExitReport>, staying: Option<i32>) {
        let uptime = self.begun.elapsed();
        let mut cleared = true;
        let mut seen = None;
        if timeout(GUARDIAN_EXIT_LIMIT, self.guardian.wait()).await.is_err() {
            let _ = self.guardian.kill().await;
        }
        if staying.is_none() {
            tracing::warn!(server = %self.name, "the guardian was killed; clearing away after it");
            let remains = self.remains.clone();
            let swept = tokio::task::spawn_blocking(move || sweep::after_killed_guardian(&remains));
            (seen, cleared) = swept.await.unwrap_or((None, false));
        } else if staying != Some(0) {
            let assignment = self.remains.assignment.clone();
            // Lost only when the runtime ends, and then nobody waits any more.
            let _ = tokio::task::spawn_blocking(move || sweep::adopt(&assignment)).await;
        }
        let report = match ending {
            Some(report) => report,
            None => self.report(seen.unwrap_or(Ending::Unknown), uptime).await,
        };
        if cleared {
            self.state.send_replace(State::Gone(report));
        } else {
            tracing::error!(server = %self.name, "processes of this server could not be cleared away");
        }
        sweep::reap_adopted();
        self.stderr.abort();
    }
}

/// Reads standard error to its end: every line to the log, the last ones kept.
async fn read_stderr(mut pipe: pipe::Receiver, name: String, tail: SharedTail) {
    let mut lines = Lines::default();
    let mut each = |line: &str| {
        tracing::info!(target: "deixis::server", server = %name, "{line}");
        tail.push(line);
    };
    let mut chunk = vec![0; STDERR_CHUNK];
    // An error is taken for the end: there is nothing else to read it from.
    while let Ok(count @ 1..) = pipe.read(&mut chunk).await {
        lines.feed(&chunk[..count], &mut each);
    }
    lines.end(each);
}
