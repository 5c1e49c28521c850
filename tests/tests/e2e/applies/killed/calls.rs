//! A kill at every system call of a change that writes, syncs, renames, links or unlinks.

use deixis_tests::strace::{self, Strace};

use super::super::many::{begin, other, preview};
use super::{Sweep, is_long, say};

const FILES: usize = 12;

/// The calls that change something, or make a change last.
const CALLS: [&str; 21] = [
    "write",
    "pwrite64",
    "writev",
    "pwritev2",
    "ftruncate",
    "fallocate",
    "fsync",
    "fdatasync",
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

/// Those that open, few of which create: only the long run takes all of them.
const OPENING: [&str; 2] = ["openat", "openat2"];

#[test]
fn at_every_system_call_that_changes_something() {
    if !strace::there("applies::killed::calls::at_every_system_call_that_changes_something") {
        return;
    }
    let mut sweep = Sweep::new(FILES, 20);
    let id = preview(&mut sweep.deixis, other(sweep.many.name("at first")));
    let strace = Strace::attach(sweep.deixis.pid(), &[]);
    let applied = begin(&mut sweep.deixis, &id);
    assert!(!sweep.deixis.finish(applied).is_error());
    // The change is made by one thread, and no other makes as many of these.
    let counts = strace.counts();
    let opening: &[&str] = if is_long() { &OPENING } else { &[] };
    let (mut kills, mut new, mut survived) = (0, 0, 0);
    for call in CALLS.iter().chain(opening) {
        for when in 1..=counts.get(*call).copied().unwrap_or(0) {
            let context = format!("killed at {call} number {when}");
            let before = sweep.many.settled_name(&context);
            let id = preview(&mut sweep.deixis, other(before));
            let kill = format!("{call}:signal=KILL:when={when}");
            let strace = Strace::attach(sweep.deixis.pid(), &[&kill]);
            let applied = begin(&mut sweep.deixis, &id);
            let answer = sweep.deixis.finish_or_die(applied);
            drop(strace);
            if let Some(answer) = answer {
                assert!(!answer.is_error(), "{context}: {}", answer.0);
                survived += 1;
                continue;
            }
            kills += 1;
            new += usize::from(sweep.next(&context) != before);
        }
    }
    say(&format!("{kills} kills at system calls, {new} ended new; {survived} did not come to it"));
    assert!(kills > 6 * FILES, "only {kills} kills: is the injection working? {counts:?}");
    assert!(0 < new && new < kills, "{new} of {kills} ended new");
}
