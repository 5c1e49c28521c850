//! A host that is told to end while it makes a rename ends soon, with all files old or all new.

use deixis_tests::scripted::Scripted;
use deixis_tests::strace::{self, Strace};

use super::many::{Many, begin, other, preview};

/// How the host is told, and by what the change is slowed down.
struct Row {
    what: &'static str,
    /// What is done at system calls; `strace` does not delay a call that it sends a signal at.
    injections: &'static [&'static str],
    closes_input: bool,
    /// Whether the change must come out made, or undone, if that is certain.
    made: Option<bool>,
}

const ROWS: [Row; 6] = [
    Row {
        what: "SIGTERM while the texts are written beside the files",
        injections: &["fchmod:signal=TERM:when=3"],
        closes_input: false,
        made: None,
    },
    Row {
        what: "SIGTERM while the texts are slowly written beside the files",
        injections: &["fchmod:signal=TERM:when=3", "fsync:delay_enter=50000"],
        closes_input: false,
        made: Some(false),
    },
    Row {
        what: "SIGTERM while files are slowly replaced",
        injections: &["renameat2:signal=TERM:when=3", "openat:delay_enter=5000"],
        closes_input: false,
        made: Some(true),
    },
    Row {
        what: "the end of input while the texts are slowly written",
        injections: &["fchmod:delay_enter=150000"],
        closes_input: true,
        made: Some(false),
    },
    Row {
        what: "the end of input while files are slowly replaced",
        injections: &["renameat2:delay_enter=60000"],
        closes_input: true,
        made: Some(true),
    },
    Row { what: "the end of input at once", injections: &[], closes_input: true, made: None },
];

#[test]
fn the_end_of_a_session_leaves_all_or_nothing() {
    if !strace::there("applies::ends::the_end_of_a_session_leaves_all_or_nothing") {
        return;
    }
    let many = Many::new(12, 20);
    for Row { what, injections, closes_input, made } in ROWS {
        let script = Scripted::new("");
        let mut deixis = many.start(&script);
        let before = many.check_call(&mut deixis, what);
        let id = preview(&mut deixis, other(before));
        let strace = Strace::attach(deixis.pid(), injections);
        let applied = begin(&mut deixis, &id);
        if closes_input {
            deixis.close_input();
        }
        let answer = deixis.finish_or_die(applied);
        // That it ends, and in bounded time, is asserted by this.
        drop(deixis);
        drop(strace);
        let after = many.settled_name(what);
        if let Some(made) = made {
            assert_eq!(after != before, made, "{what}: {answer:?}");
        }
        // An answer is never wrong about it.
        if let Some(answer) = answer {
            assert_eq!(after != before, !answer.is_error(), "{what}: {}", answer.0);
        }
        eprintln!("{what}: {}", if after == before { "undone" } else { "made" });
    }
}
