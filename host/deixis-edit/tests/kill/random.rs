//! Kills at random moments between the begin of a change and its end.

use std::hash::{BuildHasher as _, RandomState};
use std::io::{BufRead as _, BufReader};
use std::os::unix::process::ExitStatusExt as _;
use std::process::Stdio;
use std::sync::mpsc::sync_channel;
use std::time::{Duration, Instant};

use crate::child::start;
use crate::project::Project;

pub(crate) fn run() {
    let (kills, files, lines) = if crate::is_long() { (200, 40, 2_000) } else { (20, 12, 200) };
    let folder = tempfile::tempdir().expect("a folder");
    let project = Project::create(folder.path(), files, lines);
    let (mut whole, mut killed, mut new) = (Duration::ZERO, 0, 0);
    for _ in 0..3 {
        whole = whole.max(one(&project, None).0);
        assert!(project.recover_and_check("not killed"), "the change was made");
        project.reset();
    }
    for kill in 0..kills {
        // Some come after the end: a kill that comes too late must be harmless as well.
        let part = RandomState::new().hash_one(kill) % 1_000;
        let after = whole.mul_f64(part as f64 / 900.0);
        let (_, died) = one(&project, Some(after));
        killed += usize::from(died);
        new += usize::from(project.recover_and_check(&format!("killed after {after:?}")));
        project.reset();
    }
    crate::say(&format!("{killed} of {kills} killed in time; {new} ended new"));
    assert!(killed > 0, "every kill came too late");
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
