//! Kills at random moments between the begin of a change and its end.

use std::hash::{BuildHasher as _, RandomState};
use std::io::{BufRead as _, BufReader};
use std::os::unix::process::ExitStatusExt as _;
use std::process::Stdio;
use std::sync::mpsc::sync_channel;
use std::time::{Duration, Instant};

use crate::child::start;
use crate::project::Project;

/// How many kills may come too late for each that comes in time.
const LATE_MAX: usize = 20;

pub(crate) fn run() {
    let (kills, files, lines) = if crate::is_long() { (200, 40, 2_000) } else { (20, 12, 200) };
    let folder = tempfile::tempdir().expect("a folder");
    let project = Project::create(folder.path(), files, lines);
    let (mut whole, mut late, mut new) = (Duration::MAX, 0, 0);
    for _ in 0..3 {
        whole = whole.min(one(&project, None).0);
        assert!(project.recover_and_check("not killed"), "the change was made");
        project.reset();
    }
    let mut killed = 0;
    while killed < kills {
        let part = RandomState::new().hash_one(killed) % 1_000;
        let after = whole.mul_f64(part as f64 / 1_000.0);
        // A kill that comes after the end must be harmless, but is not counted.
        let (_, died) = one(&project, Some(after));
        *(if died { &mut killed } else { &mut late }) += 1;
        assert!(late < LATE_MAX * kills, "{late} kills came too late, {killed} in time");
        let ended_new = project.recover_and_check(&format!("killed after {after:?}"));
        new += usize::from(died && ended_new);
        project.reset();
    }
    crate::say(&format!("{kills} killed in time, {new} of them ended new; {late} came too late"));
}

/// Makes the change and kills it so long after it begins. Says how long it took, and whether it
/// was killed before it was done.
fn one(project: &Project, kill_after: Option<Duration>) -> (Duration, bool) {
    let mut child = start(project).stdout(Stdio::piped()).spawn().expect("a child");
    let mut output = BufReader::new(child.stdout.take().expect("its output"));
    let mut line = String::new();
    output.read_line(&mut line).expect("a line");
    assert_eq!(line, "begins\n");
    let begin = Instant::now();
    if let Some(after) = kill_after {
        // The moment is drawn, and nothing is awaited: nobody ever sends.
        let (_sender, receiver) = sync_channel::<()>(1);
        let _ = receiver.recv_timeout(after);
        child.kill().expect("a kill");
    }
    let status = child.wait().expect("its end");
    let died = status.signal() == Some(9);
    assert!(died || status.success(), "{status}: {:?}", output.lines().next());
    (begin.elapsed(), died)
}
