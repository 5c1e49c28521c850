//! What the tests stand on: the runner, scripts as servers, watching processes.

use deixis_supervisor::{Child, Environment, Guard, Handle, ServerStdout, Spec, StartError, start};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::OwnedFd;
use rustix::process::{Pid, PidfdFlags, Signal, WaitOptions, kill_process, pidfd_open, wait};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{BufRead as _, BufReader, Write as _};
use std::panic::catch_unwind;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt as _, BufReader as AsyncBufReader};

/// The first argument of a guardian.
pub(crate) const GUARDIAN: &str = "play-guardian";
/// The first argument of a host that is there to be killed.
pub(crate) const HOST: &str = "play-host";
/// How long anything may take before a test gives up on it.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// A name and a body that panics when the test fails.
pub(crate) type Test = (&'static str, fn());

/// Runs the tests one after another, because each looks at this process's own
/// children. Understands a filter, `--list` and `--exact`, and ignores the rest.
pub(crate) fn run(tests: &[Test], args: &[OsString]) -> ExitCode {
    let args: Vec<&str> = args.iter().filter_map(|argument| argument.to_str()).collect();
    let filter = args.iter().find(|argument| !argument.starts_with("--"));
    let exact = args.contains(&"--exact");
    let chosen = tests.iter().filter(|(name, _)| match filter {
        Some(filter) if exact => name == filter,
        Some(filter) => name.contains(*filter),
        None => true,
    });
    if args.contains(&"--list") {
        // nextest asks for the ignored ones separately; there are none.
        if !args.contains(&"--ignored") {
            chosen.for_each(|(name, _)| say(&format!("{name}: test\n")));
        }
        return ExitCode::SUCCESS;
    }
    deixis_supervisor::become_subreaper().expect("Linux has subreapers");
    for (name, body) in chosen {
        say(&format!("test {name} ... "));
        if catch_unwind(body).and_then(|()| catch_unwind(assert_no_children)).is_err() {
            // What it left would fail the others, too.
            say("FAILED\ntest result: FAILED, the rest was not run\n");
            return ExitCode::FAILURE;
        }
        say("ok\n");
    }
    say("test result: ok\n");
    ExitCode::SUCCESS
}

fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).expect("standard output is open");
}

/// After a test this process has no children, living or ended.
fn assert_no_children() {
    let found = wait(WaitOptions::NOHANG);
    assert!(matches!(found, Err(rustix::io::Errno::CHILD)), "a child is left: {found:?}");
}

/// Runs one test's asynchronous body, with a bound on the whole.
pub(crate) fn within_runtime<T>(body: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.expect("a runtime");
    runtime
        .block_on(async { tokio::time::timeout(PATIENCE * 4, body).await })
        .expect("the test ends in time")
}

/// A shell script as a server.
pub(crate) fn script(body: &str) -> Spec {
    let mut environment = Environment::new();
    environment.set("PATH", "/usr/bin:/bin");
    Spec {
        program: PathBuf::from("/bin/sh"),
        args: vec!["-c".into(), body.into()],
        environment,
        directory: std::env::temp_dir(),
        name: "script".to_owned(),
        guard: Guard::Reexec {
            program: std::env::current_exe().expect("this binary"),
            args: vec![GUARDIAN.into()],
        },
    }
}

/// A started script, with what it printed so far.
pub(crate) struct Server {
    pub(crate) handle: Handle,
    pub(crate) stdin: Option<deixis_supervisor::ServerStdin>,
    pub(crate) stdout: AsyncBufReader<ServerStdout>,
}

impl Server {
    pub(crate) async fn try_start(spec: Spec) -> Result<Self, StartError> {
        let Child { stdin, stdout, handle } = start(spec).await?;
        Ok(Self { handle, stdin: Some(stdin), stdout: AsyncBufReader::new(stdout) })
    }

    pub(crate) async fn start(body: &str) -> Self {
        Self::try_start(script(body)).await.expect("the script starts")
    }

    pub(crate) async fn line(&mut self) -> String {
        let mut line = String::new();
        self.stdout.read_line(&mut line).await.expect("standard output is open");
        line.trim_end().to_owned()
    }

    /// Reads `NAME PID` lines until all of `names` have come, in any order, and
    /// starts watching those processes, the server and the guardian.
    pub(crate) async fn watch(&mut self, names: &[&str]) -> BTreeMap<String, Watched> {
        let mut watched = BTreeMap::new();
        watched.insert("server".to_owned(), Watched::new(self.handle.pid()));
        let guardian = self.handle.guardian_pid().expect("it runs");
        watched.insert("guardian".to_owned(), Watched::new(guardian));
        while !names.iter().all(|name| watched.contains_key(*name)) {
            let line = self.line().await;
            let (name, pid) = parse_line(&line);
            watched.insert(name, Watched::new(pid));
        }
        watched
    }
}

fn parse_line(line: &str) -> (String, u32) {
    let parsed = line.split_once(' ').and_then(|(name, pid)| Some((name, pid.parse().ok()?)));
    let (name, pid) = parsed.unwrap_or_else(|| panic!("`NAME PID` expected: {line:?}"));
    (name.to_owned(), pid)
}

/// A process that is watched for its end.
pub(crate) struct Watched {
    pid: Pid,
    /// `None` when it had ended before.
    pinned: Option<OwnedFd>,
}

impl Watched {
    fn new(pid: u32) -> Self {
        let pid = i32::try_from(pid).ok().and_then(Pid::from_raw).expect("a process id");
        Self { pid, pinned: pidfd_open(pid, PidfdFlags::empty()).ok() }
    }

    pub(crate) fn ends_within(&self, limit: Duration) -> bool {
        let Some(pinned) = &self.pinned else { return true };
        let limit = Timespec::try_from(limit).expect("a sane limit");
        let ready = poll(&mut [PollFd::new(pinned, PollFlags::IN)], Some(&limit));
        ready.expect("a process can be polled") == 1
    }

    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(self.pid, signal).expect("it is there");
    }

    /// Its parent, from `/proc`.
    pub(crate) fn parent(&self) -> u32 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.pid.as_raw_nonzero()));
        let stat = stat.expect("it is there");
        let (_, fields) = stat.rsplit_once(") ").expect("a name in parentheses");
        fields.split(' ').nth(1).and_then(|parent| parent.parse().ok()).expect("a parent")
    }
}

/// Waits for the end of all of these; the panic names who lives.
pub(crate) fn assert_all_end(watched: &BTreeMap<String, Watched>) {
    for (name, process) in watched {
        assert!(process.ends_within(PATIENCE), "{name} lives on");
    }
}

/// Ends what was allowed to stay, and checks that it had in fact stayed.
pub(crate) fn end_survivor(process: &Watched) {
    assert!(!process.ends_within(Duration::ZERO), "it should have stayed");
    process.signal(Signal::KILL);
    assert!(process.ends_within(PATIENCE), "SIGKILL ends it");
}

/// Waits for children that a killed host has left to this process.
pub(crate) fn reap_everything() {
    while let Ok(Some(_)) = wait(WaitOptions::NOHANG) {}
}

/// A host in a process of its own, which runs scripts and waits to be killed.
pub(crate) struct Host {
    pub(crate) process: std::process::Child,
    pub(crate) watched: BTreeMap<String, Watched>,
}

impl Host {
    /// Starts one server per script; the processes are named `0.server`,
    /// `0.guardian`, `0.NAME`, `1.server` and so on.
    pub(crate) fn start(scripts: &[(&str, &[&str])]) -> Self {
        let mut command = Command::new(std::env::current_exe().expect("this binary"));
        command.arg(HOST).stdin(Stdio::piped()).stdout(Stdio::piped());
        for (body, names) in scripts {
            command.args([*body, &names.join(",")]);
        }
        let mut process = command.spawn().expect("a host starts");
        let mut out = BufReader::new(process.stdout.take().expect("a pipe"));
        let mut watched = BTreeMap::new();
        loop {
            let mut line = String::new();
            out.read_line(&mut line).expect("the host speaks");
            if line == "ready\n" {
                break;
            }
            let (name, pid) = parse_line(line.trim_end());
            watched.insert(name, Watched::new(pid));
        }
        watched.insert("host".to_owned(), Watched::new(process.id()));
        Self { process, watched }
    }
}

/// The body of a host that is there to be killed: pairs of a script and the
/// comma-separated names that it will print.
pub(crate) fn host_main(args: &[OsString]) -> ExitCode {
    deixis_supervisor::become_subreaper().expect("Linux has subreapers");
    within_runtime(async {
        let mut servers = Vec::new();
        for (index, pair) in args.chunks(2).enumerate() {
            let [body, names] = pair else { panic!("a script and its names") };
            let mut server = Server::start(body.to_str().expect("UTF-8")).await;
            let names = names.to_str().expect("UTF-8");
            let names: Vec<&str> = names.split(',').filter(|name| !name.is_empty()).collect();
            for (name, process) in server.watch(&names).await {
                say(&format!("{index}.{name} {}\n", process.pid.as_raw_nonzero()));
            }
            servers.push(server);
        }
        say("ready\n");
        // Until killed; or until its own parent dies, so that a failing test
        // leaves nothing either.
        let until_closed = || std::io::copy(&mut std::io::stdin(), &mut std::io::sink());
        let ended = tokio::task::spawn_blocking(until_closed).await;
        ended.expect("no panic").expect("standard input can be read");
    });
    ExitCode::SUCCESS
}
