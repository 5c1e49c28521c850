//! Reading `/proc`: who is there, whose child it is, and what tag it carries.

use rustix::process::Pid;
use std::fs::{self, File};
use std::io::{self, Read as _};

/// The most bytes of one process's environment that are searched for a tag.
const MAX_ENVIRONMENT_BYTES: u64 = 4 * 1024 * 1024;

/// One process, as it was a moment ago.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Process {
    pub(super) pid: Pid,
    /// Its parent; `None` for what the kernel started.
    pub(super) parent: Option<Pid>,
    /// Its process group.
    pub(super) group: Option<Pid>,
    /// Its session.
    pub(super) session: Option<Pid>,
    /// It has ended and was not waited for yet.
    pub(super) zombie: bool,
}

/// Every process that can be seen. One that comes or goes meanwhile may be
/// missed, so callers look again until nothing changes.
pub(super) fn all() -> io::Result<Vec<Process>> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc")? {
        let name = entry?.file_name();
        if let Some(pid) = name.to_str().and_then(|name| name.parse::<i32>().ok())
            && let Some(process) = Pid::from_raw(pid).and_then(one)
        {
            found.push(process);
        }
    }
    Ok(found)
}

/// One process; `None` when it is not there.
pub(super) fn one(pid: Pid) -> Option<Process> {
    let stat = fs::read(format!("/proc/{}/stat", pid.as_raw_nonzero())).ok()?;
    parse_stat(&String::from_utf8_lossy(&stat))
}

/// The fields after the command's name, which may itself hold anything, also
/// parentheses and spaces.
fn parse_stat(stat: &str) -> Option<Process> {
    let pid = stat.split(' ').next()?.parse().ok()?;
    let (_, fields) = stat.rsplit_once(')')?;
    let mut fields = fields.split_ascii_whitespace();
    let zombie = matches!(fields.next()?, "Z" | "X" | "x");
    let mut next_id = || Some(Pid::from_raw(fields.next()?.parse().ok()?));
    let (parent, group, session) = (next_id()?, next_id()?, next_id()?);
    Some(Process { pid: Pid::from_raw(pid)?, parent, group, session, zombie })
}

/// Whether a process was started with `NAME=VALUE` in its environment.
///
/// `false` for a zombie, whose environment is gone, and for a process of
/// somebody else.
pub(super) fn carries(pid: Pid, assignment: &str) -> bool {
    let Ok(file) = File::open(format!("/proc/{}/environ", pid.as_raw_nonzero())) else {
        return false;
    };
    let mut environment = Vec::new();
    // An error half-way means that the process has just ended.
    let read = file.take(MAX_ENVIRONMENT_BYTES).read_to_end(&mut environment);
    read.is_ok() && environment.split(|byte| *byte == 0).any(|one| one == assignment.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(stat: &str, expected: Option<(i32, i32, i32, i32, bool)>) {
        let raw = |pid: Option<Pid>| Pid::as_raw(pid);
        let found = parse_stat(stat).map(|process| {
            let Process { pid, parent, group, session, zombie } = process;
            (raw(Some(pid)), raw(parent), raw(group), raw(session), zombie)
        });
        assert_eq!(found, expected, "{stat}");
    }

    #[test]
    fn stat_lines() {
        check("12 (sh) S 1 12 10 0 -1 4194560", Some((12, 1, 12, 10, false)));
        check("12 (a) b) Z (c) Z 3 4 5 0", Some((12, 3, 4, 5, true)));
        check("2 (kthreadd) S 0 0 0 0 -1", Some((2, 0, 0, 0, false)));
        check("2 (short) S 1 1", None);
        check("", None);
    }

    #[test]
    fn this_process_is_found() {
        let own = rustix::process::getpid();
        let all = all().expect("/proc is readable");
        let found = all.iter().find(|process| process.pid == own).expect("itself");
        assert_eq!(found.parent, rustix::process::getppid());
        assert!(!carries(own, "DEIXIS_NO_SUCH_VARIABLE=1"));
    }
}
