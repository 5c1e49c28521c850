//! A kill at every single system call that writes, syncs, renames, links or unlinks.
//!
//! `strace` delivers the signal as the call is entered, so the call is not made. It counts each
//! kind of call by itself: for each kind, the first, the second, … until the change survives.

use std::os::unix::process::ExitStatusExt as _;
use std::process::{Command, Stdio};

use crate::child::command;
use crate::project::Project;

/// The calls; those that an architecture does not have are skipped by the question mark.
const CALLS: [&str; 22] = [
    "write",
    "pwrite64",
    "writev",
    "ftruncate",
    "fallocate",
    "fsync",
    "fdatasync",
    "openat",
    "openat2",
    "rename",
    "renameat",
    "renameat2",
    "link",
    "linkat",
    "unlink",
    "unlinkat",
    "mkdir",
    "mkdirat",
    "fchmod",
    "fchown",
    "fsetxattr",
    "flock",
];

pub(crate) fn run() {
    let there = Command::new("strace").arg("-V").stdout(Stdio::null()).status();
    if !there.is_ok_and(|status| status.success()) {
        crate::say("every_system_call is skipped: there is no strace");
        return;
    }
    let files = if crate::is_long() { 12 } else { 2 };
    let folder = tempfile::tempdir().expect("a folder");
    let project = Project::create(folder.path(), files, 20);
    let (mut kills, mut new) = (0, 0);
    for call in CALLS {
        for when in 1.. {
            let context = format!("killed at {call} number {when}");
            if !is_killed(&project, call, when) {
                assert!(project.recover_and_check(&context), "{context}: it survived");
                project.reset();
                break;
            }
            kills += 1;
            new += usize::from(project.recover_and_check(&context));
            project.reset();
        }
    }
    crate::say(&format!("{kills} kills at system calls; {new} ended new"));
    assert!(kills > 10 * files, "only {kills} kills: is the injection working?");
    assert!(0 < new && new < kills, "{new} of {kills} ended new");
}

/// Makes the change with a kill at that call; whether it came to that.
fn is_killed(project: &Project, call: &str, when: usize) -> bool {
    let (program, args) = command(project);
    let mut strace = Command::new("strace");
    strace.args(["-f", "-qqq", "-o", "/dev/null", "-e"]).arg(format!("trace=?{call}"));
    strace.arg("-e").arg(format!("inject=?{call}:signal=KILL:when={when}"));
    let status = strace.arg(program).args(args).stdout(Stdio::null()).status().expect("strace");
    assert!(status.success() || status.signal() == Some(9), "{call} {when}: {status}");
    !status.success()
}
