//! Dying: host, guardian, or both, without a chance to say a word.

use crate::ends::{DAEMON, DAEMON_NAMES, FAMILY, FAMILY_NAMES, all_end};
use crate::stage::{
    Host, Server, Test, assert_all_end, end_survivor, reap_everything, within_runtime,
};
use crate::starts::PATIENT;
use deixis_supervisor::{Ending, Stage};
use rustix::process::Signal;

pub(crate) const TESTS: &[Test] = &[
    ("a_killed_host_leaves_nothing", a_killed_host_leaves_nothing),
    ("a_killed_host_spares_daemons", a_killed_host_spares_daemons),
    ("a_host_that_ends_leaves_nothing", a_host_that_ends_leaves_nothing),
    ("a_killed_guardian_leaves_nothing", a_killed_guardian_leaves_nothing),
    ("a_stuck_guardian_does_not_save_its_server", a_stuck_guardian_does_not_save_its_server),
    ("both_killed_at_once_takes_the_server", both_killed_at_once_takes_the_server),
    ("killing_by_name_does_not_hit_the_guardian", killing_by_name_does_not_hit_the_guardian),
];

/// One server that ends with its stdin, one that ignores end of file and
/// SIGTERM: the second also proves that the first's lifeline was not inherited.
fn a_killed_host_leaves_nothing() {
    let polite = format!("{FAMILY}exec cat");
    let stubborn = format!("trap '' TERM; {FAMILY}exec sleep 1000");
    let mut host = Host::start(&[(&polite, FAMILY_NAMES), (&stubborn, FAMILY_NAMES)]);
    host.process.kill().expect("it is there");
    host.process.wait().expect("it ends");
    assert_all_end(&host.watched);
    reap_everything();
}

fn a_killed_host_spares_daemons() {
    let polite = format!("{FAMILY}{DAEMON}exec cat");
    let mut host = Host::start(&[(&polite, &[FAMILY_NAMES, DAEMON_NAMES].concat())]);
    let daemon = host.watched.remove("0.daemon").expect("it was watched");
    host.process.kill().expect("it is there");
    host.process.wait().expect("it ends");
    assert_all_end(&host.watched);
    end_survivor(&daemon);
    reap_everything();
}

/// By SIGTERM without a handler, by SIGHUP, and by returning from `main`.
fn a_host_that_ends_leaves_nothing() {
    let check = |end: &dyn Fn(&mut Host)| {
        let stubborn = format!("trap '' TERM; {FAMILY}exec sleep 1000");
        let mut host = Host::start(&[(&stubborn, FAMILY_NAMES)]);
        end(&mut host);
        host.process.wait().expect("it ends");
        assert_all_end(&host.watched);
        reap_everything();
    };
    check(&|host| host.watched["host"].signal(Signal::TERM));
    check(&|host| host.watched["host"].signal(Signal::HUP));
    check(&|host| drop(host.process.stdin.take()));
}

fn a_killed_guardian_leaves_nothing() {
    within_runtime(async {
        let body = format!("trap '' TERM; {FAMILY}{DAEMON}exec sleep 1000");
        let mut server = Server::start(&body).await;
        let watched = server.watch(&[FAMILY_NAMES, DAEMON_NAMES].concat()).await;
        watched["guardian"].signal(Signal::KILL);
        let report = server.handle.exited().await;
        assert_eq!(report.ending, Ending::Signal(9));
        let stopped = server.handle.stop(PATIENT).await;
        assert_eq!((stopped.stage, stopped.cleared), (Stage::AlreadyGone, true));
        all_end(watched).await;
    });
}

fn a_stuck_guardian_does_not_save_its_server() {
    within_runtime(async {
        let mut server = Server::start(&format!("{FAMILY}exec sleep 1000")).await;
        let watched = server.watch(FAMILY_NAMES).await;
        watched["guardian"].signal(Signal::STOP);
        server.handle.kill();
        assert_eq!(server.handle.exited().await.ending, Ending::Signal(9));
        assert!(server.handle.stop(PATIENT).await.cleared);
        all_end(watched).await;
    });
}

/// The documented worst case: only the kernel is left to act.
fn both_killed_at_once_takes_the_server() {
    let mut host = Host::start(&[("trap '' TERM; exec sleep 1000", &[])]);
    // Stopped first, so that neither can see the other go.
    host.watched["0.guardian"].signal(Signal::STOP);
    host.process.kill().expect("it is there");
    host.process.wait().expect("it ends");
    host.watched["0.guardian"].signal(Signal::KILL);
    assert_all_end(&host.watched);
    reap_everything();
}

fn killing_by_name_does_not_hit_the_guardian() {
    within_runtime(async {
        let mut server = Server::start("echo ready; exec cat").await;
        assert_eq!(server.line().await, "ready");
        let guardian = server.handle.guardian_pid().expect("it runs");
        let read = |file: &str| {
            std::fs::read_to_string(format!("/proc/{guardian}/{file}")).expect("it is ours")
        };
        assert_eq!(read("comm"), "lsp-guardian\n");
        assert_eq!(read("cmdline").split('\0').next(), Some("language-server-guardian"));
        let watched = server.watch(&[]).await;
        assert_eq!(watched["guardian"].parent(), std::process::id());
        assert_eq!(watched["server"].parent(), guardian);
        server.stdin = None;
        server.handle.stop(PATIENT).await;
    });
}
