//! Being a process that is hard to end, and having children that are.

use std::process::{Child, Command, Stdio};

/// A child to start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ChildKind {
    /// Ends when it is asked to.
    Plain,
    /// Ignores every signal that can be ignored.
    Stubborn,
    /// As stubborn, and leaves the session and process group.
    Detached,
}

impl ChildKind {
    /// Reads the name that scripts and the command line use.
    pub(crate) fn named(name: &str) -> Result<Self, String> {
        match name {
            "plain" => Ok(Self::Plain),
            "stubborn" => Ok(Self::Stubborn),
            "detached" => Ok(Self::Detached),
            _ => Err(format!("no such child: {name}; known: plain, stubborn, detached")),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Stubborn => "stubborn",
            Self::Detached => "detached",
        }
    }
}

/// Starts this program again as a child that only exists.
pub(crate) fn start_child(kind: ChildKind) -> std::io::Result<Child> {
    Command::new(std::env::current_exe()?)
        .args(["--child", kind.name()])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
}

/// What that child does.
pub(crate) fn be_child(kind: ChildKind) -> ! {
    if kind == ChildKind::Detached {
        system::leave_session();
    }
    if kind != ChildKind::Plain {
        system::ignore_signals();
    }
    stay_forever()
}

/// Ignores the signals that ask a process to end.
pub(crate) fn ignore_signals() {
    system::ignore_signals();
}

/// Exists until it is killed.
pub(crate) fn stay_forever() -> ! {
    loop {
        std::thread::park();
    }
}

#[cfg(unix)]
mod system {
    /// Ignores every signal that only asks.
    pub(super) fn ignore_signals() {
        for signal in [libc::SIGTERM, libc::SIGINT, libc::SIGHUP, libc::SIGPIPE, libc::SIGQUIT] {
            // SAFETY: `signal` with SIG_IGN installs no handler, so no code of ours runs
            // in signal context; the numbers are valid constants of this platform.
            unsafe { libc::signal(signal, libc::SIG_IGN) };
        }
    }

    /// Becomes the leader of a new session. Fails for a group leader, which a child is not.
    pub(super) fn leave_session() {
        // SAFETY: `setsid` takes nothing and touches no memory of this process.
        unsafe { libc::setsid() };
    }
}

#[cfg(not(unix))]
mod system {
    /// There are no such signals here.
    pub(super) fn ignore_signals() {}

    /// There are no sessions here.
    pub(super) fn leave_session() {}
}
