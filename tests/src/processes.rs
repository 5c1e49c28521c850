//! Finding processes by a mark in their environment, and waiting for their end.
//!
//! The harness gives each run an identity in the environment, which every process
//! started from there inherits, whatever session or group it moves to. On systems
//! without `/proc` nothing is found; the checks then only say less.

use std::time::Duration;

/// The variable that carries the mark.
pub const MARK: &str = "DEIXIS_TEST_ID";

/// A process that carries a mark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Marked {
    /// Its number.
    pub pid: u32,
    /// Its command line, for messages.
    pub command: String,
}

/// Every living process that carries the mark; zombies have no environment any more.
#[must_use]
pub fn marked(id: &str) -> Vec<Marked> {
    let wanted = format!("{MARK}={id}");
    let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
    let mut found = Vec::new();
    for entry in entries.flatten() {
        let Some(pid) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else {
            continue;
        };
        let Ok(environment) = std::fs::read(entry.path().join("environ")) else { continue };
        if !environment.split(|byte| *byte == 0).any(|variable| variable == wanted.as_bytes()) {
            continue;
        }
        let command = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
        let command = String::from_utf8_lossy(&command).replace('\0', " ").trim().to_owned();
        found.push(Marked { pid, command });
    }
    found
}

/// Waits until no process carries the mark; returns those that still do.
#[must_use]
pub fn wait_until_gone(id: &str, patience: Duration) -> Vec<Marked> {
    let deadline = std::time::Instant::now() + patience;
    loop {
        let living = marked(id);
        let left = deadline.saturating_duration_since(std::time::Instant::now());
        let Some(first) = living.first() else { return living };
        if left.is_zero() || !ended(first.pid, left) {
            return marked(id);
        }
    }
}

/// Kills everything that carries the mark, so that a failed test leaves nothing.
pub fn kill_marked(id: &str) {
    for process in marked(id) {
        signal(process.pid, Signal::Kill);
    }
}

/// A signal that tests send.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signal {
    /// What a terminal sends for Ctrl-C.
    Interrupt,
    /// Asks to end.
    Terminate,
    /// Ends.
    Kill,
}

/// Sends a signal to one process; one that has gone already is no error.
#[cfg(unix)]
pub fn signal(pid: u32, signal: Signal) {
    let signal = match signal {
        Signal::Interrupt => rustix::process::Signal::INT,
        Signal::Terminate => rustix::process::Signal::TERM,
        Signal::Kill => rustix::process::Signal::KILL,
    };
    if let Some(pid) = i32::try_from(pid).ok().and_then(rustix::process::Pid::from_raw) {
        let _ = rustix::process::kill_process(pid, signal);
    }
}

/// There are no signals here.
#[cfg(not(unix))]
pub fn signal(_pid: u32, _signal: Signal) {}

/// Waits for the end of a process that need not be our child; `false` when time is up.
#[cfg(target_os = "linux")]
#[must_use]
pub fn ended(pid: u32, patience: Duration) -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::process::{Pid, PidfdFlags, pidfd_open};

    let Some(pid) = i32::try_from(pid).ok().and_then(Pid::from_raw) else { return true };
    // A process that cannot be opened has ended between the look and the wait.
    let Ok(handle) = pidfd_open(pid, PidfdFlags::empty()) else { return true };
    let Ok(timeout) = Timespec::try_from(patience) else { return false };
    poll(&mut [PollFd::new(&handle, PollFlags::IN)], Some(&timeout)).is_ok_and(|ready| ready > 0)
}

/// Without a handle for processes there is nothing to wait on.
#[cfg(not(target_os = "linux"))]
#[must_use]
pub fn ended(_pid: u32, _patience: Duration) -> bool {
    false
}

/// The environment of a living process, one `NAME=value` each.
#[must_use]
pub fn environment(pid: u32) -> Vec<String> {
    let bytes = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
    let variables = bytes.split(|byte| *byte == 0).filter(|variable| !variable.is_empty());
    variables.map(|variable| String::from_utf8_lossy(variable).into_owned()).collect()
}
