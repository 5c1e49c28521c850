//! Files and folders that are not as one would wish.

use std::cell::Cell;
use std::fs;

use super::faulty::{Fault, Faulty};
use super::project::{Project, State, rooted};
use crate::lease::Lease;
use crate::transaction::apply_on;
use crate::{ApplyError, Conflict, FileChange, Plan, Step, examine};

/// Prepares a project of three files, and says for which file and why it is refused.
fn check_conflict(prepare: impl FnOnce(&mut Project), path: &str, expected: Conflict) {
    let mut project = Project::new(3);
    prepare(&mut project);
    let files: Vec<_> = project.plan.files().iter().map(|file| project.path(&file.path)).collect();
    let before: Vec<_> = files.iter().map(|file| fs::read(file).ok()).collect();
    // Looking alone says the same, and leaves nothing anywhere.
    let examined = examine(&project.root, &project.plan);
    assert!(!project.journals().exists(), "{path}: a look made a folder");
    let applied = project.apply(&Faulty::none()).map(drop);
    let said = [examined, applied].map(|result| match result {
        Err(ApplyError::Conflict { path, why }) => (path, why),
        other => panic!("{path}: {other:?}"),
    });
    let expected = (rooted(path), expected);
    assert_eq!(said, [expected.clone(), expected]);
    let after: Vec<_> = files.iter().map(|file| fs::read(file).ok()).collect();
    assert_eq!(after, before);
}

#[test]
fn what_is_not_as_planned() {
    check_conflict(
        |project| fs::write(project.file(2), "other").expect("written"),
        "src/deep/f2.toy",
        Conflict::Changed,
    );
    check_conflict(
        |project| fs::remove_dir_all(project.root.path().join("src/deep")).expect("removed"),
        "src/deep/f2.toy",
        Conflict::Missing,
    );
    check_conflict(
        |project| {
            fs::remove_file(project.file(1)).expect("removed");
            fs::create_dir(project.file(1)).expect("a folder");
        },
        "src/f1.toy",
        Conflict::NotAFile,
    );
    // The bytes are right as far as they go.
    check_conflict(
        |project| {
            let grown = [&project.plan.files()[0].old[..], b"more"].concat();
            fs::write(project.file(0), grown).expect("written");
        },
        "f0.toy",
        Conflict::Changed,
    );
}

/// The other name would keep the old text, and somebody meant both to be one.
#[test]
fn hard_links_are_refused() {
    check_conflict(
        |project| fs::hard_link(project.file(1), project.root.path().join("twin")).expect("a link"),
        "src/f1.toy",
        Conflict::HardLinked { links: 2 },
    );
}

#[cfg(unix)]
#[test]
fn symlinks() {
    use std::os::unix::fs::symlink;
    check_conflict(
        |project| {
            fs::rename(project.file(1), project.root.path().join("real")).expect("moved");
            symlink("../real", project.file(1)).expect("a link");
        },
        "src/f1.toy",
        Conflict::Symlink,
    );
    check_conflict(
        |project| {
            let outside = project.journals().with_file_name("src");
            fs::create_dir_all(outside.parent().expect("a folder")).expect("a folder");
            fs::rename(project.root.path().join("src"), &outside).expect("moved");
            symlink(outside, project.root.path().join("src")).expect("a link");
        },
        "src/f1.toy",
        Conflict::Outside,
    );
    // Two names of one file through a linked folder.
    check_conflict(
        |project| {
            symlink("src", project.root.path().join("alias")).expect("a link");
            let mut files = project.plan.files().to_vec();
            files.push(FileChange { path: rooted("alias/f1.toy"), ..files[1].clone() });
            project.plan = Plan::new(files).expect("a plan");
        },
        "alias/f1.toy",
        Conflict::SameFile { other: rooted("src/f1.toy") },
    );
}

/// A folder that is a symlink inside the root is no hindrance.
#[cfg(unix)]
#[test]
fn a_linked_folder_inside_is_followed() {
    let mut project = Project::new(3);
    std::os::unix::fs::symlink("src", project.root.path().join("alias")).expect("a link");
    let file = FileChange { path: rooted("alias/f1.toy"), ..project.plan.files()[1].clone() };
    let new = file.new.clone();
    let real = project.file(1);
    project.plan = Plan::new(vec![file]).expect("a plan");
    drop(project.apply(&Faulty::none()).expect("a change"));
    assert_eq!(fs::read(real).expect("bytes"), *new);
}

/// A plan that can be made: looking changes nothing, and needs no lease.
#[test]
fn looking_alone() {
    let project = Project::new(3);
    let lease = Lease::acquire(&project.root, &project.journals()).expect("a lease");
    examine(&project.root, &project.plan).expect("as planned");
    drop(lease);
    assert_eq!(project.state("looked at"), State::Old);
    assert!(project.litter().is_empty(), "{:?}", project.litter());
    drop(project.apply(&Faulty::none()).expect("a change"));
    let again = examine(&project.root, &project.plan);
    assert!(matches!(again, Err(ApplyError::Conflict { .. })), "it is made: {again:?}");
}

#[test]
fn a_full_disk() {
    let project = Project::new(3);
    for at in 1.. {
        let files = Faulty::new(vec![(at, Fault::Full)]);
        match project.apply(&files) {
            Ok(_) => {
                assert!(at > 10, "it was never full");
                break;
            }
            Err(ApplyError::Failed { step, source, .. }) => {
                assert_eq!(source.kind(), std::io::ErrorKind::StorageFull, "{at}");
                let writes = [Step::Record, Step::Stage, Step::Prepare, Step::Announce];
                assert!(writes.contains(&step), "{at}: {step}");
            }
            Err(error) => panic!("{at}: {error}"),
        }
        assert_eq!(project.state("full"), State::Old, "{at}");
        let litter = project.litter();
        assert!(litter.is_empty(), "{at}: {litter:?}");
    }
}

/// Asked before every file, and not after the change is prepared.
#[test]
fn cancellation() {
    let project = Project::new(3);
    let mut last = 0;
    for at in 1.. {
        let asked = Cell::new(0);
        let cancelled = || {
            asked.set(asked.get() + 1);
            asked.get() == at
        };
        let files = Faulty::none();
        let result =
            apply_on(&files, &project.root, &project.journals(), &project.plan, &cancelled);
        if result.is_ok() {
            assert_eq!((asked.get(), project.state("done")), (last, State::New));
            break;
        }
        assert!(matches!(result, Err(ApplyError::Cancelled)), "{at}: {result:?}");
        assert_eq!(project.state("cancelled"), State::Old, "{at}");
        assert!(!files.trace().iter().any(|line| line.starts_with("exchange")), "{at}");
        let litter = project.litter();
        assert!(litter.is_empty(), "{at}: {litter:?}");
        last = at;
    }
    // Each of three files is verified and staged; once before the journal, once before the mark.
    assert_eq!(last, 8);
}

#[test]
fn two_hosts_on_one_root() {
    let project = Project::new(3);
    let lease = Lease::acquire(&project.root, &project.journals()).expect("a lease");
    let pid = Some(std::process::id());
    match project.apply(&Faulty::none()) {
        Err(ApplyError::Held { pid: holder }) => assert_eq!(holder, pid),
        other => panic!("{other:?}"),
    }
    let refused = crate::recover(&project.root, &project.journals());
    assert!(matches!(refused, Err(crate::RecoverError::Held { .. })), "{refused:?}");
    let other = Project::new(1);
    let elsewhere =
        apply_on(&Faulty::none(), &other.root, &project.journals(), &other.plan, &|| false);
    assert!(elsewhere.is_ok(), "another root is another lease: {elsewhere:?}");
    drop(lease);
    drop(project.apply(&Faulty::none()).expect("a change"));
    assert_eq!(project.state("after"), State::New);
}

#[cfg(unix)]
#[test]
fn a_root_that_was_moved() {
    let project = Project::new(1);
    let moved = project.root.path().with_file_name("moved");
    fs::rename(project.root.path(), moved).expect("moved");
    let result = project.apply(&Faulty::none());
    assert!(matches!(result, Err(ApplyError::RootMoved)), "{result:?}");
    let result = examine(&project.root, &project.plan);
    assert!(matches!(result, Err(ApplyError::RootMoved)), "{result:?}");
}

#[cfg(target_os = "linux")]
mod linux;
