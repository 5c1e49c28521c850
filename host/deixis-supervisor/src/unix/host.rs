//! The host's side: start a guardian and hand it the pipes.
//!
//! From then on the server belongs to its watcher.

use super::sweep::{self, Remains};
use super::watcher::{Socket, Watcher};
use super::wire::{Launch, MAX_LAUNCH_BYTES, Pipes, Report};
use crate::child::{Child, Force, Handle, ServerStdin, ServerStdout, SharedTail, Started, State};
use crate::spec::{GUARD_TAG, Guard, Spec, StartError};
use crate::stderr;
use std::ffi::OsString;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::Stdio;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime};
use tokio::net::unix::pipe;
use tokio::sync::watch;
use tokio::time::timeout;

/// How long a guardian may take until the server is executed.
const START_LIMIT: Duration = Duration::from_secs(20);
/// How long a guardian may take to end once its socket is closed.
pub(super) const GUARDIAN_EXIT_LIMIT: Duration = Duration::from_secs(5);
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
    let stderr = tokio::spawn(stderr::read(host_pipes.stderr, spec.name.clone(), tail.clone()));
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
) -> io::Result<(UnixStream, tokio::process::Child)> {
    let (ours, theirs) = UnixStream::pair()?;
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
