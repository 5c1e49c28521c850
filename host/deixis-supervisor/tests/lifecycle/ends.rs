//! Ending while the host lives: by itself, asked, signalled, killed.

use crate::stage::{PATIENCE, Server, Test, Watched, assert_all_end, end_survivor, within_runtime};
use crate::starts::PATIENT;
use deixis_supervisor::{Ending, Stage, StopLadder};
use std::collections::BTreeMap;
use std::time::Duration;

pub(crate) const TESTS: &[Test] = &[
    ("its_own_end_is_reported", its_own_end_is_reported),
    ("a_flood_on_stderr_blocks_nothing", a_flood_on_stderr_blocks_nothing),
    ("the_ladder_goes_as_far_as_it_must", the_ladder_goes_as_far_as_it_must),
    ("leftovers_go_and_the_detached_stay", leftovers_go_and_the_detached_stay),
    ("a_crash_takes_its_children_along", a_crash_takes_its_children_along),
    ("force_takes_the_detached_and_spares_daemons", force_takes_the_detached_and_spares_daemons),
    ("a_dropped_handle_ends_everything", a_dropped_handle_ends_everything),
];

/// A child in the server's session; one that called `setsid`, and its own child;
/// one that was forked twice without `setsid`.
pub(crate) const FAMILY: &str = "
    sleep 1000 >/dev/null 2>&1 & echo child $!
    setsid sh -c 'sleep 1000 >/dev/null 2>&1 & echo deep $!; echo detached $$; \
        exec sleep 1000 >/dev/null 2>&1' &
    sh -c 'sleep 1000 >/dev/null 2>&1 & echo orphan $!'
";
pub(crate) const FAMILY_NAMES: &[&str] = &["child", "deep", "detached", "orphan"];

/// A classic daemon: a session of its own whose leader has exited, which is so
/// by the time that the server itself says it is settled.
pub(crate) const DAEMON: &str =
    "setsid sh -c 'sleep 1000 </dev/null >/dev/null 2>&1 & echo daemon $!'; echo settled $$\n";
pub(crate) const DAEMON_NAMES: &[&str] = &["daemon", "settled"];

/// At most a tenth of a second for each polite step.
const HASTY: StopLadder = StopLadder {
    by_itself: Duration::from_millis(100),
    after_terminate: Duration::from_millis(100),
    after_kill: PATIENCE,
};

fn its_own_end_is_reported() {
    let check = |body: &str, ending: Ending, stderr: &[&str]| {
        within_runtime(async {
            let server = Server::start(body).await;
            let report = server.handle.exited().await;
            assert_eq!(
                (report.ending, report.stderr),
                (ending, stderr.iter().map(|line| (*line).to_owned()).collect())
            );
            assert!(server.handle.stop(PATIENT).await.cleared);
        });
    };
    check("exit 0", Ending::Code(0), &[]);
    check("echo oops >&2; echo why >&2; exit 3", Ending::Code(3), &["oops", "why"]);
    check("printf 'no line end' >&2; kill -SEGV $$", Ending::Signal(11), &["no line end"]);
    check(
        "for n in 1 2 3 4 5 6 7 8 9 10; do echo $n >&2; done; kill -KILL $$",
        Ending::Signal(9),
        &["3", "4", "5", "6", "7", "8", "9", "10"],
    );
}

fn a_flood_on_stderr_blocks_nothing() {
    within_runtime(async {
        let mut server =
            Server::start("head -c 20000000 /dev/zero | tr '\\0' x >&2; echo done; echo end >&2")
                .await;
        assert_eq!(server.line().await, "done");
        let report = server.handle.exited().await;
        // The end hangs on the one endless line, and is cut with it.
        let expected = format!("{}…", "x".repeat(253));
        assert_eq!(report.stderr, [expected]);
        assert!(server.handle.stop(PATIENT).await.cleared);
    });
}

fn the_ladder_goes_as_far_as_it_must() {
    let check = |body: &str, ladder: StopLadder, stage: Stage, ending: Ending| {
        within_runtime(async {
            let mut server = Server::start(body).await;
            assert_eq!(server.line().await, "ready");
            server.stdin = None;
            let report = server.handle.stop(ladder).await;
            assert_eq!((report.stage, report.cleared), (stage, true), "{body}");
            assert_eq!(report.exit.map(|exit| exit.ending), Some(ending), "{body}");
        });
    };
    let no_grace = StopLadder { by_itself: Duration::ZERO, ..PATIENT };
    check("echo ready; cat; exit 4", PATIENT, Stage::ByItself, Ending::Code(4));
    check("echo ready; exec sleep 1000", no_grace, Stage::Terminated, Ending::Signal(15));
    check(
        // A shell may take the signal for its child's, so it looks more than once.
        "trap 'exit 7' TERM; echo ready; while :; do sleep 0.05; done",
        no_grace,
        Stage::Terminated,
        Ending::Code(7),
    );
    check("trap '' TERM; echo ready; exec sleep 1000", HASTY, Stage::Killed, Ending::Signal(9));
    check("echo ready; kill -STOP $$", HASTY, Stage::Killed, Ending::Signal(9));
    // A server that leaves its group is still found.
    check(
        "trap '' TERM; echo ready; exec setsid -w sleep 1000",
        HASTY,
        Stage::Killed,
        Ending::Signal(9),
    );
}

fn leftovers_go_and_the_detached_stay() {
    within_runtime(async {
        let mut server = Server::start(&format!("{FAMILY}{DAEMON}exec cat")).await;
        let mut watched = server.watch(&[FAMILY_NAMES, DAEMON_NAMES].concat()).await;
        server.stdin = None;
        let report = server.handle.stop(PATIENT).await;
        assert_eq!((report.stage, report.cleared), (Stage::ByItself, true));
        for name in ["detached", "deep", "daemon"] {
            let survivor = watched.remove(name).expect("it was watched");
            end_survivor(&survivor);
        }
        assert_all_end(&watched);
        reap_survivors().await;
    });
}

fn a_crash_takes_its_children_along() {
    within_runtime(async {
        let mut server = Server::start(
            "trap '' TERM; sleep 1000 >/dev/null 2>&1 & echo child $!; trap - TERM; cat; kill -SEGV $$",
        )
        .await;
        let watched = server.watch(&["child"]).await;
        server.stdin = None;
        assert_eq!(server.handle.exited().await.ending, Ending::Signal(11));
        assert!(server.handle.stop(PATIENT).await.cleared);
        assert_all_end(&watched);
    });
}

fn force_takes_the_detached_and_spares_daemons() {
    within_runtime(async {
        let body = format!("{FAMILY}{DAEMON}trap '' TERM; exec sleep 1000");
        let mut server = Server::start(&body).await;
        let mut watched = server.watch(&[FAMILY_NAMES, DAEMON_NAMES].concat()).await;
        let report = server.handle.stop(HASTY).await;
        assert_eq!((report.stage, report.cleared), (Stage::Killed, true));
        end_survivor(&watched.remove("daemon").expect("it was watched"));
        assert_all_end(&watched);
        reap_survivors().await;
    });
}

fn a_dropped_handle_ends_everything() {
    within_runtime(async {
        let mut server = Server::start(&format!("{FAMILY}trap '' TERM; exec sleep 1000")).await;
        let watched = server.watch(FAMILY_NAMES).await;
        drop(server);
        all_end(watched).await;
    });
}

/// While the runtime goes on.
pub(crate) async fn all_end(watched: BTreeMap<String, Watched>) {
    tokio::task::spawn_blocking(move || assert_all_end(&watched)).await.expect("they all end");
}

/// The next start waits for adopted processes that have ended since.
async fn reap_survivors() {
    let server = Server::start("exit 0").await;
    assert!(server.handle.stop(PATIENT).await.cleared);
}
