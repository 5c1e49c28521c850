//! What a process costs the machine: memory, threads, file handles.

use std::fmt;

/// Figures of one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Figures {
    /// Resident memory, in KiB.
    pub memory: u64,
    /// Threads.
    pub threads: u64,
    /// Open file handles.
    pub handles: usize,
}

impl Figures {
    /// Those of a living process; `None` on systems without `/proc`, and for no process.
    #[must_use]
    pub fn of(pid: u32) -> Option<Self> {
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
        let number = |name: &str| -> Option<u64> {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            line.trim_start_matches(':').split_whitespace().next()?.parse().ok()
        };
        let handles = std::fs::read_dir(format!("/proc/{pid}/fd")).ok()?.count();
        Some(Self { memory: number("VmRSS")?, threads: number("Threads")?, handles })
    }
}

/// The most memory that a living process ever had in use, in KiB; `None` on systems without
/// `/proc`.
#[must_use]
pub fn peak(pid: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { memory, threads, handles } = self;
        write!(f, "{memory} KiB, {threads} threads, {handles} file handles")
    }
}
