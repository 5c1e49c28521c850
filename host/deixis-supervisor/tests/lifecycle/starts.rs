//! Starting: what a server gets, and why it may not start.

use crate::stage::{Server, Test, script, within_runtime};
use deixis_supervisor::{Ending, GUARD_TAG, Guard, Spec, Stage, StartError, StopLadder};
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

pub(crate) const TESTS: &[Test] = &[
    ("bytes_go_through_and_closed_stdin_ends_it", bytes_go_through_and_closed_stdin_ends_it),
    ("a_server_gets_exactly_what_it_is_given", a_server_gets_exactly_what_it_is_given),
    ("the_guardian_holds_nothing", the_guardian_holds_nothing),
    ("refusals_are_told_apart", refusals_are_told_apart),
    ("a_huge_command_line_is_refused_by_us", a_huge_command_line_is_refused_by_us),
    ("a_wrong_guardian_is_an_error", a_wrong_guardian_is_an_error),
    ("a_dropped_start_leaves_nothing", a_dropped_start_leaves_nothing),
    ("many_cycles_leak_nothing", many_cycles_leak_nothing),
];

/// Long enough for the first step never to be the one that fails a test.
pub(crate) const PATIENT: StopLadder = StopLadder {
    by_itself: Duration::from_secs(30),
    after_terminate: Duration::from_secs(30),
    after_kill: Duration::from_secs(30),
};

fn bytes_go_through_and_closed_stdin_ends_it() {
    within_runtime(async {
        let mut server = Server::start("exec cat").await;
        let mut stdin = server.stdin.take().expect("not yet taken");
        // More than any pipe holds, so that both directions must flow.
        let sent = vec![b'x'; 1024 * 1024];
        let writing = async {
            stdin.write_all(&sent).await.expect("written");
            drop(stdin);
        };
        let mut received = Vec::new();
        let reading = server.stdout.read_to_end(&mut received);
        let ((), read) = tokio::join!(writing, reading);
        assert_eq!((read.expect("read"), received.len()), (sent.len(), sent.len()));
        let report = server.handle.stop(PATIENT).await;
        let exit = report.exit.expect("it ended");
        assert_eq!((exit.ending, report.cleared), (Ending::Code(0), true));
        assert_eq!(server.handle.exited().await, exit, "asked again");
        assert_eq!(server.handle.stop(PATIENT).await.stage, Stage::AlreadyGone);
    });
}

fn a_server_gets_exactly_what_it_is_given() {
    within_runtime(async {
        let mut spec = script(
            "pwd; echo \"$1|$2\"; echo $$; \
             tr '\\0' '\\n' < /proc/$$/environ | cut -d= -f1 | sort | tr '\\n' ' '; echo",
        );
        spec.args.extend(["sh".into(), "a b".into(), "".into()]);
        spec.environment.set("ONE", "1");
        spec.directory = PathBuf::from("/usr");
        let mut server = Server::try_start(spec).await.expect("it starts");
        assert_eq!(server.line().await, "/usr");
        assert_eq!(server.line().await, "a b|");
        assert_eq!(server.line().await, server.handle.pid().to_string());
        assert_eq!(server.line().await, format!("{GUARD_TAG} ONE PATH"));
        server.handle.stop(PATIENT).await;

        // The fourth is the folder that is being listed.
        let mut server = Server::start("exec ls -x /proc/self/fd").await;
        assert_eq!(
            server.line().await.split_whitespace().collect::<Vec<_>>(),
            ["0", "1", "2", "3"]
        );
        server.handle.stop(PATIENT).await;
    });
}

/// The socket twice, two nulls, and nothing of the server's or of ours: else
/// neither side would see the other's end.
fn the_guardian_holds_nothing() {
    within_runtime(async {
        let mut server = Server::start("echo ready; exec cat").await;
        assert_eq!(server.line().await, "ready");
        let guardian = server.handle.guardian_pid().expect("it runs");
        let mut held: Vec<String> = std::fs::read_dir(format!("/proc/{guardian}/fd"))
            .expect("it is ours")
            .map(|entry| {
                let target = std::fs::read_link(entry.expect("an entry").path()).expect("a link");
                let target = target.display().to_string();
                target.split(':').next().unwrap_or_default().to_owned()
            })
            .collect();
        held.sort();
        assert!(
            held.iter().all(|target| target == "socket" || target == "/dev/null"),
            "a guardian holds {held:?}"
        );
        server.stdin = None;
        server.handle.stop(PATIENT).await;
    });
}

fn refusals_are_told_apart() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str, mode: u32| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("a file");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).expect("a mode");
        path
    };
    let check = |change: &dyn Fn(&mut Spec), expected: &str| {
        let mut spec = script("exit 0");
        change(&mut spec);
        let refused = within_runtime(async { Server::try_start(spec).await.err() });
        let message = refused.expect("it does not start").to_string();
        let message = message.replace(&folder.path().display().to_string(), "$");
        assert_eq!(message, expected);
    };
    let missing = folder.path().join("missing");
    let plain = write("plain", "#!/bin/sh\n", 0o644);
    let orphaned = write("orphaned", "#!/no/such/interpreter\n", 0o755);

    check(
        &|spec| spec.program.clone_from(&missing),
        "$/missing does not exist, or the interpreter that its first line names does not",
    );
    check(
        &|spec| spec.program.clone_from(&orphaned),
        "$/orphaned does not exist, or the interpreter that its first line names does not",
    );
    check(
        &|spec| spec.program.clone_from(&plain),
        "$/plain may not be executed (permission denied)",
    );
    check(
        &|spec| spec.args.push("x".repeat(1024 * 1024).into()),
        "/bin/sh could not be started: Argument list too long (os error 7)",
    );
    check(
        &|spec| spec.args.push("a\0b".into()),
        "/bin/sh could not be started: Invalid argument (os error 22)",
    );
    check(
        &|spec| spec.program = PathBuf::from("bin/sh"),
        "the program bin/sh is not an absolute path",
    );
    check(
        &|spec| spec.directory.clone_from(&missing),
        "the working directory $/missing cannot be used: No such file or directory (os error 2)",
    );
    check(
        &|spec| spec.directory.clone_from(&plain),
        "the working directory $/plain cannot be used: not a directory",
    );
    check(
        &|spec| spec.guard = Guard::None,
        "on this system a server is only started under a guardian",
    );
}

fn a_huge_command_line_is_refused_by_us() {
    let mut spec = script("exit 0");
    spec.args.push("x".repeat(9 * 1024 * 1024).into());
    let refused = within_runtime(async { Server::try_start(spec).await.err() });
    assert!(
        matches!(refused, Some(StartError::TooLarge { bytes: 9_437_184.., limit: 8_388_608 })),
        "{refused:?}"
    );
}

fn a_wrong_guardian_is_an_error() {
    let check = |program: &str, expected: &str| {
        let mut spec = script("exit 0");
        spec.guard = Guard::Reexec { program: PathBuf::from(program), args: Vec::new() };
        let refused = within_runtime(async { Server::try_start(spec).await.err() });
        assert_eq!(refused.expect("it does not start").to_string(), expected);
    };
    check("/bin/false", "the guardian ended before the server was started");
    check(
        "/no/such/guardian",
        "no guardian for the server: No such file or directory (os error 2)",
    );
}

/// Polled once, a start has spawned its guardian and waits for it.
fn a_dropped_start_leaves_nothing() {
    within_runtime(async {
        for _ in 0..20 {
            let start = deixis_supervisor::start(script("exec cat"));
            tokio::select! {
                biased;
                _ = start => panic!("a start is not ready at once"),
                () = std::future::ready(()) => {}
            }
        }
        // Guardians end by themselves; the runtime reaps what is dropped when
        // the next child ends.
        let every_child_ended = || {
            rustix::process::waitid(
                rustix::process::WaitId::All,
                rustix::process::WaitIdOptions::EXITED,
            )
            .is_err()
        };
        tokio::task::spawn_blocking(move || while !every_child_ended() {}).await.expect("it ends");
    });
}

fn many_cycles_leak_nothing() {
    const CYCLES: usize = 200;
    let open = || std::fs::read_dir("/proc/self/fd").expect("/proc is there").count();
    let cycles = |count: usize| {
        within_runtime(async {
            for cycle in 0..count {
                let mut server = Server::start("echo ready; exec cat").await;
                assert_eq!(server.line().await, "ready");
                server.stdin = None;
                let report = server.handle.stop(PATIENT).await;
                assert_eq!(
                    (report.stage, report.cleared, report.exit.map(|exit| exit.ending)),
                    (Stage::ByItself, true, Some(Ending::Code(0))),
                    "cycle {cycle}"
                );
            }
        });
    };
    // The runtime opens a few descriptors once for the whole process.
    cycles(1);
    let before = open();
    cycles(CYCLES);
    assert_eq!(open(), before, "file descriptors leaked");
}
