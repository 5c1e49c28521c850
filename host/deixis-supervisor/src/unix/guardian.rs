//! The guardian: starts the server, outlives the host, clears away.
//!
//! Three threads, each with one thing to block on: the main one waits for
//! events and does everything; one reads the socket; one waits for children.
//! The main thread is the one that forks, because the kernel's parent-death
//! signal follows the forking *thread*.
//!
//! The server is waited for without being reaped until all is done, so that its
//! number, and that of its group, cannot come to mean something else while
//! signals are sent there.

use super::leftovers;
use super::wire::{Launch, MAX_LAUNCH_BYTES, Order, Pipes, Report, receive_pipes};
use crate::exit::Ending;
use rustix::io::{Errno, retry_on_intr};
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, kill_process, kill_process_group, setsid, waitid,
};
use std::ffi::OsString;
use std::io::{self, Read as _, Write as _};
use std::os::fd::AsFd as _;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::{Command, ExitCode, Stdio};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// From SIGTERM to SIGKILL once the host is gone.
const HOST_GONE_GRACE: Duration = Duration::from_secs(2);
/// How long a living host may take to say so after the server's end.
const RELEASE_LIMIT: Duration = Duration::from_secs(5);
/// Events that may wait for the main thread.
const EVENT_QUEUE: usize = 16;
/// The stack of the two helper threads, in bytes.
const HELPER_STACK: usize = 64 * 1024;
/// The exit code when it was called by somebody who is no host.
const USAGE: u8 = 64;

/// What the main thread waits for.
#[derive(Debug)]
pub(super) enum Event {
    /// The host wants something.
    Order(Order),
    /// The socket is closed: the host is gone.
    HostGone,
    /// The server has ended.
    Ended(Ending),
}

/// See [`crate::guardian_main`]. Must run on the process's main thread.
pub(crate) fn guardian_main(_args: &[OsString]) -> ExitCode {
    close_inherited();
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Nobody reads it when the host started this; somebody who typed
            // the hidden subcommand does.
            let _ = writeln!(io::stderr(), "this is started by a language server's host: {error}");
            ExitCode::from(USAGE)
        }
    }
}

fn run() -> io::Result<()> {
    let socket = UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?);
    let pipes = receive_pipes(&socket)?;
    let launch = receive_launch(&socket)?;
    detach();
    let server = match start_server(&launch, pipes) {
        Ok(server) => server,
        Err(error) => {
            let number = error.raw_os_error().unwrap_or(Errno::INVAL.raw_os_error());
            return report(&socket, Report::Refused(number));
        }
    };
    // A host that is gone already shows as the socket's end.
    let _ = report(&socket, Report::Started(Pid::as_raw(Some(server))));
    let events = Events::new();
    spawn_helper("orders", {
        let (socket, sender) = (socket.try_clone()?, events.sender.clone());
        move || read_orders(&socket, &sender)
    })?;
    let sender = events.sender.clone();
    spawn_helper("children", move || leftovers::wait_for_children(server, &sender))?;

    let mut guardian = Guardian { socket, server, events, forced: false };
    let ending = guardian.until_end();
    let staying = guardian.clear_away(ending);
    let _ = report(&guardian.socket, Report::Cleared(staying));
    Ok(())
}

/// Closes what the host's own parent may have left open: it is nothing to a
/// guardian, and somebody may wait for its end.
fn close_inherited() {
    let Ok(entries) = std::fs::read_dir("/dev/fd") else { return };
    let open: Vec<i32> =
        entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect();
    for descriptor in open.into_iter().filter(|descriptor| *descriptor > 2) {
        // The folder that was just read is in its own listing, and closed by now.
        if std::fs::symlink_metadata(format!("/dev/fd/{descriptor}")).is_ok() {
            // SAFETY: `guardian_main` is called before anything in this process
            // opens a descriptor, so nothing here owns this one.
            unsafe { rustix::io::close(descriptor) };
        }
    }
}

/// Leaves the host's session, so that neither a closed terminal nor a signal to
/// the host's group reaches the guardian, and becomes the parent of orphans.
fn detach() {
    // Only fails for a process that leads a group: somebody's shell job.
    let _ = setsid();
    #[cfg(target_os = "linux")]
    {
        // Without either, it guards a little less well, and still guards.
        let _ = rustix::thread::set_name(c"lsp-guardian");
        let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
    }
}

fn receive_launch(mut socket: &UnixStream) -> io::Result<Launch> {
    let mut length = [0; 4];
    socket.read_exact(&mut length)?;
    let length = usize::try_from(u32::from_le_bytes(length)).unwrap_or(usize::MAX);
    if length > MAX_LAUNCH_BYTES {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut body = vec![0; length];
    socket.read_exact(&mut body)?;
    Launch::decode(&body).ok_or_else(|| io::ErrorKind::InvalidData.into())
}

/// Executes the server on the host's pipes. All copies of their ends are closed
/// when this returns, or neither side would ever see the other's end.
fn start_server(launch: &Launch, pipes: Pipes) -> io::Result<Pid> {
    let mut command = Command::new(&launch.program);
    command
        .args(&launch.args)
        .env_clear()
        .envs(launch.environment.iter().map(|(name, value)| (name, value)))
        .current_dir(&launch.directory)
        .process_group(0)
        .stdin(Stdio::from(pipes.stdin))
        .stdout(Stdio::from(pipes.stdout))
        .stderr(Stdio::from(pipes.stderr));
    #[cfg(target_os = "linux")]
    die_with_this_thread(&mut command);
    let server = command.spawn()?;
    // Dropping it neither waits for the process nor ends it.
    i32::try_from(server.id())
        .ok()
        .and_then(Pid::from_raw)
        .ok_or_else(|| io::Error::from_raw_os_error(Errno::INVAL.raw_os_error()))
}

/// Has the kernel kill the server when the guardian's main thread ends, that is,
/// when the guardian is killed.
#[cfg(target_os = "linux")]
fn die_with_this_thread(command: &mut Command) {
    use rustix::process::{getpid, getppid, set_parent_process_death_signal};
    let guardian = getpid();
    let arrange = move || {
        set_parent_process_death_signal(Some(Signal::KILL))?;
        // It may have been killed before the line above.
        if getppid() == Some(guardian) { Ok(()) } else { Err(Errno::SRCH.into()) }
    };
    // SAFETY: between fork and exec the closure makes three system calls, all
    // async-signal-safe, and neither allocates nor locks; besides, the process
    // that forks has no other thread yet.
    unsafe { command.pre_exec(arrange) };
}

/// A helper that panics takes the guardian with it: the kernel then kills the
/// server, and the host clears away. A guardian that hears nothing would be worse.
fn spawn_helper(name: &str, body: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let guarded = move || {
        if catch_unwind(AssertUnwindSafe(body)).is_err() {
            std::process::abort();
        }
    };
    thread::Builder::new().name(name.to_owned()).stack_size(HELPER_STACK).spawn(guarded)?;
    Ok(())
}

fn report(mut socket: &UnixStream, report: Report) -> io::Result<()> {
    socket.write_all(&report.encode())
}

/// Reads orders until the host is gone.
fn read_orders(mut socket: &UnixStream, events: &SyncSender<Event>) {
    let mut byte = [0];
    loop {
        let event = match socket.read(&mut byte) {
            Ok(1) => match Order::decode(byte[0]) {
                Some(order) => Event::Order(order),
                None => continue,
            },
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Ok(_) | Err(_) => Event::HostGone,
        };
        let last = matches!(event, Event::HostGone);
        if events.send(event).is_err() || last {
            return;
        }
    }
}

/// How the server ended, if it has; it stays unreaped. Blocks when asked to.
pub(super) fn server_ending(server: Pid, block: bool) -> Option<Ending> {
    let mut options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
    options.set(WaitIdOptions::NOHANG, !block);
    match retry_on_intr(|| waitid(WaitId::Pid(server), options)) {
        Ok(None) => None,
        Ok(Some(status)) => Some(match (status.exit_status(), status.terminating_signal()) {
            (Some(code), _) => Ending::Code(code),
            (None, Some(signal)) => Ending::Signal(signal),
            (None, None) => Ending::Unknown,
        }),
        // It is not our child any more, which only a foreign `wait` could do.
        Err(_) => Some(Ending::Unknown),
    }
}

/// The main thread's state.
struct Guardian {
    socket: UnixStream,
    server: Pid,
    events: Events,
    /// The server did not end of its own accord.
    forced: bool,
}

impl Guardian {
    /// Obeys orders until the server has ended. A server that not even SIGKILL
    /// ends (it hangs inside the kernel) is waited for as long as it takes.
    fn until_end(&mut self) -> Ending {
        let mut kill_at: Option<Instant> = None;
        loop {
            match self.events.next(kill_at) {
                Some(Event::Ended(ending)) => return ending,
                Some(Event::Order(Order::Terminate)) => {
                    self.forced = true;
                    signal(self.server, Signal::TERM);
                }
                Some(Event::Order(Order::Kill)) => {
                    self.forced = true;
                    signal(self.server, Signal::KILL);
                }
                Some(Event::Order(Order::Release)) => {}
                Some(Event::HostGone) => {
                    self.forced = true;
                    signal(self.server, Signal::TERM);
                    kill_at = Some(Instant::now() + HOST_GONE_GRACE);
                }
                None => {
                    kill_at = None;
                    signal(self.server, Signal::KILL);
                }
            }
        }
    }

    /// Reports the end, learns whether the host still lives, and clears away.
    /// Returns how many processes stay.
    fn clear_away(&mut self, ending: Ending) -> i32 {
        let _ = match ending {
            Ending::Code(code) => report(&self.socket, Report::Exited(code)),
            Ending::Signal(signal) => report(&self.socket, Report::Signalled(signal)),
            Ending::Unknown => Ok(()),
        };
        // A server often ends *because* the host has gone, before the guardian
        // has seen that itself; so it asks, instead of guessing.
        let limit = Instant::now() + RELEASE_LIMIT;
        while !self.forced {
            match self.events.next(Some(limit)) {
                Some(Event::Order(Order::Release)) => break,
                Some(_) | None => self.forced = true,
            }
        }
        leftovers::clear(self.server, self.forced, &self.events)
    }
}

/// Where events come from.
pub(super) struct Events {
    queue: Receiver<Event>,
    /// Keeps the queue open, so that waiting for it takes its time even when
    /// both helpers have done their work.
    sender: SyncSender<Event>,
}

impl Events {
    fn new() -> Self {
        let (sender, queue) = sync_channel(EVENT_QUEUE);
        Self { queue, sender }
    }

    /// The next event; `None` at the deadline.
    pub(super) fn next(&self, deadline: Option<Instant>) -> Option<Event> {
        match deadline {
            None => self.queue.recv().ok(),
            Some(at) => self.queue.recv_timeout(at.saturating_duration_since(Instant::now())).ok(),
        }
    }
}

/// To the server's group and, where it has left that group, to itself.
fn signal(server: Pid, signal: Signal) {
    if kill_process_group(server, signal) == Err(Errno::SRCH) || signal == Signal::KILL {
        // It is unreaped, so the number is still its own.
        let _ = kill_process(server, signal);
    }
}
