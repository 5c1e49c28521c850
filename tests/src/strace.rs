//! Kills, signals and delays at exact system calls of a running process, by `strace`.
//!
//! It counts each kind of call by itself, and for each thread by itself, from the moment at
//! which it is attached. Signals are delivered as a call is entered, so that one that is
//! killed there does not make the call. A kind of call that the machine does not have never
//! comes.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use crate::processes::{Signal, signal};

/// An `strace` that is attached. It lets go when dropped.
#[derive(Debug)]
pub struct Strace {
    child: Child,
    log: PathBuf,
    _folder: tempfile::TempDir,
}

/// Whether processes can be traced here. If not, says which test is skipped for it, past the
/// capture of the output.
///
/// # Panics
///
/// When there is not even a process to try it on.
#[must_use]
pub fn there(test: &str) -> bool {
    let mut command = Command::new("cat");
    let waiting = command.stdin(Stdio::piped()).stdout(Stdio::null());
    let mut probe = waiting.spawn().expect("a process that waits");
    let attached = Strace::try_attach(probe.id(), &[]);
    drop(probe.stdin.take());
    let _ = probe.wait();
    match attached {
        Ok(_) => true,
        Err(reason) => {
            // Whoever closed the output does not want to know.
            let line = format!("{test} is skipped: no process can be traced: {reason}");
            let _ = writeln!(std::io::stderr(), "{line}");
            false
        }
    }
}

impl Strace {
    /// Attaches to a process and all its threads, and injects: each is a call and what is done
    /// to it, in the words of `strace -e inject=`.
    ///
    /// # Panics
    ///
    /// When it cannot be attached: ask [`there`] first.
    #[must_use]
    pub fn attach(pid: u32, injections: &[&str]) -> Self {
        Self::try_attach(pid, injections).expect("strace is attached")
    }

    fn try_attach(pid: u32, injections: &[&str]) -> Result<Self, String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let log = folder.path().join("log");
        let mut command = Command::new("strace");
        command.arg("-f").arg("-o").arg(&log).arg("-p").arg(pid.to_string());
        for injection in injections {
            command.arg("-e").arg(format!("inject=?{injection}"));
        }
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| error.to_string())?;
        let mut errors = BufReader::new(child.stderr.take().ok_or("no standard error")?);
        let mut line = String::new();
        errors.read_line(&mut line).map_err(|error| error.to_string())?;
        let mut strace = Self { child, log, _folder: folder };
        if !line.contains(" attached") {
            let _ = strace.child.wait();
            return Err(line.trim().to_owned());
        }
        // Whatever else it says must not block it.
        std::thread::spawn(move || std::io::copy(&mut errors, &mut std::io::sink()));
        Ok(strace)
    }

    /// Lets go, and gives how often each call was made, by the thread that made it most often.
    ///
    /// # Panics
    ///
    /// When its log cannot be read.
    #[must_use]
    pub fn counts(mut self) -> BTreeMap<String, usize> {
        // Asked, so that it writes its log to the end: what it traces lives.
        self.let_go(Signal::Terminate);
        let log = std::fs::read_to_string(&self.log).expect("the log of strace");
        let mut of_thread: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        for line in log.lines() {
            let Some((thread, rest)) = line.split_once(' ') else { continue };
            let Some((call, _)) = rest.trim_start().split_once('(') else { continue };
            if call.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
                *of_thread.entry((thread, call)).or_default() += 1;
            }
        }
        let mut most = BTreeMap::new();
        for ((_, call), count) in of_thread {
            let known = most.entry(call.to_owned()).or_insert(0);
            *known = count.max(*known);
        }
        most
    }

    fn let_go(&mut self, how: Signal) {
        // It has ended already if what it traced has.
        if !matches!(self.child.try_wait(), Ok(Some(_))) {
            signal(self.child.id(), how);
            let _ = self.child.wait();
        }
    }
}

impl Drop for Strace {
    fn drop(&mut self) {
        // Asked to end, it waits for each process that it lets go of, and for ever if one of them
        // is just being killed. Killed, it leaves that to the kernel.
        self.let_go(Signal::Kill);
    }
}
