//! How a server ended.

use std::fmt;
use std::time::Duration;

/// How a process ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// It exited with this code.
    Code(i32),
    /// This signal ended it.
    Signal(i32),
    /// It is gone, and nobody could see how: its guardian was killed.
    Unknown,
}

impl Ending {
    /// Whether it exited with code 0.
    #[must_use]
    pub fn is_success(self) -> bool {
        self == Self::Code(0)
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Code(code) => write!(f, "exit code {code}"),
            Self::Signal(signal) => match signal_name(signal) {
                Some(name) => write!(f, "signal {signal} ({name})"),
                None => write!(f, "signal {signal}"),
            },
            Self::Unknown => f.write_str("unknown ending"),
        }
    }
}

/// The end of one server's life.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExitReport {
    /// How it ended.
    pub ending: Ending,
    /// The last lines of its standard error, oldest first; bounded like
    /// [`Handle::stderr_tail`](crate::Handle::stderr_tail).
    pub stderr: Vec<String>,
    /// From its start to its end.
    pub uptime: Duration,
}

/// The signals that end servers in practice; their numbers are the same on
/// every Unix, except SIGBUS.
fn signal_name(signal: i32) -> Option<&'static str> {
    Some(match signal {
        1 => "SIGHUP",
        2 => "SIGINT",
        3 => "SIGQUIT",
        4 => "SIGILL",
        6 => "SIGABRT",
        8 => "SIGFPE",
        9 => "SIGKILL",
        11 => "SIGSEGV",
        13 => "SIGPIPE",
        15 => "SIGTERM",
        7 if cfg!(target_os = "linux") => "SIGBUS",
        10 if cfg!(target_os = "macos") => "SIGBUS",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_are_said_in_words() {
        let check = |ending: Ending, expected: &str| assert_eq!(ending.to_string(), expected);
        check(Ending::Code(0), "exit code 0");
        check(Ending::Code(-1), "exit code -1");
        check(Ending::Signal(9), "signal 9 (SIGKILL)");
        check(Ending::Signal(40), "signal 40");
        check(Ending::Unknown, "unknown ending");
    }
}
