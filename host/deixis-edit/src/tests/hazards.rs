//! Files and folders that are not as one would wish.

use std::cell::Cell;
use std::fs;

use super::faulty::{Fault, Faulty};
use super::project::{Project, State, rooted};
use crate::lease::Lease;
use crate::transaction::apply_on;
use crate::{ApplyError, Conflict, FileChange, Plan, Step};

/// Prepares a project of three files, and says for which file and why it is refused.
fn check_conflict(prepare: impl FnOnce(&mut Project), path: &str, expected: Conflict) {
    let mut project = Project::new(3);
    prepare(&mut project);
    let files: Vec<_> = project.plan.files().iter().map(|file| project.path(&file.path)).collect();
    let before: Vec<_> = files.iter().map(|file| fs::read(file).ok()).collect();
    match project.apply(&Faulty::none()) {
        Err(ApplyError::Conflict { path: at, why }) => {
            assert_eq!((at.as_str(), why), (path, expected));
        }
        other => panic!("{path}: {other:?}"),
    }
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
            let outside = project.journals().join("../src");
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
                let writes = [Step::Record, Step::Stage, Step::Prepare];
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
}

#[cfg(target_os = "linux")]
mod linux {
    //! Modes, attributes, and permissions that are missing.

    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
    use std::path::Path;

    use super::*;

    fn set_mode(path: &Path, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("a mode");
    }

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).expect("metadata").mode() & 0o7777
    }

    /// Runs a test as a user for whom permissions count, which they do not for root.
    fn without_privileges(test: impl FnOnce() + Send + 'static) {
        let run = move || {
            if rustix::process::geteuid().is_root() {
                let nobody = rustix::fs::Uid::from_raw(65_534);
                // The thread alone: the other tests stay who they are.
                rustix::thread::set_thread_uid(nobody).expect("another user");
            }
            test();
        };
        if let Err(panic) = std::thread::spawn(run).join() {
            std::panic::resume_unwind(panic);
        }
    }

    #[test]
    fn modes_come_along() {
        for wanted in [0o600, 0o644, 0o640, 0o755, 0o777, 0o400, 0o444] {
            let project = Project::new(1);
            set_mode(&project.file(0), wanted);
            drop(project.apply(&Faulty::none()).expect("a change"));
            assert_eq!(mode(&project.file(0)), wanted, "{wanted:o}");
            assert_eq!(project.state("mode"), State::New);
        }
    }

    /// As they were written at first, and as the journal writes them again.
    #[test]
    fn attributes_come_along() {
        use rustix::fs::{XattrFlags, getxattr, setxattr};
        for (exchange, fault) in [(true, None), (false, Some("rename .deixis"))] {
            let project = Project::new(2);
            let file = project.file(0);
            setxattr(&file, "user.deixis", b"kept", XattrFlags::empty()).expect("attributes");
            set_mode(&file, 0o750);
            let trial = Faulty::none().without_exchange();
            drop(project.apply(&trial).expect("a change"));
            if let Some(start) = fault {
                // The second target cannot be replaced, so the first is written again.
                project.reset();
                let of_second = |line: &String| line.starts_with(start) && line.ends_with("f1.toy");
                let at = trial.trace().iter().position(of_second).expect("a rename") + 1;
                let files = Faulty::new(vec![(at, Fault::Fail)]).without_exchange();
                project.apply(&files).expect_err("it failed");
                assert_eq!(project.state("undone"), State::Old);
            }
            let mut value = [0; 8];
            let len = getxattr(&file, "user.deixis", &mut value).expect("the attribute");
            assert_eq!(&value[..len], b"kept", "exchange: {exchange}");
            assert_eq!(mode(&file), 0o750, "exchange: {exchange}");
        }
    }

    #[test]
    fn a_read_only_folder() {
        without_privileges(|| {
            let project = Project::new(3);
            let folder = project.root.path().join("src/deep");
            set_mode(&folder, 0o500);
            match project.apply(&Faulty::none()) {
                Err(ApplyError::Failed { step: Step::Stage, path, source }) => {
                    assert_eq!(path.expect("a path").as_str(), "src/deep/f2.toy");
                    assert_eq!(source.kind(), std::io::ErrorKind::PermissionDenied);
                }
                other => panic!("{other:?}"),
            }
            assert_eq!(project.state("read-only"), State::Old);
            assert!(project.litter().is_empty(), "{:?}", project.litter());
            set_mode(&folder, 0o700);
        });
    }

    /// A folder becomes read-only in the middle: what cannot be put back is named, and put back
    /// as soon as it can be.
    #[test]
    fn permission_lost_midway() {
        without_privileges(|| {
            let project = Project::new(3);
            let folder = project.root.path().join("src");
            let trial = Faulty::none();
            drop(project.apply(&trial).expect("a change"));
            for at in 1..=trial.done() {
                project.reset();
                let context = format!("before {at}");
                let files = Faulty::none().with_meddler(|number| {
                    if number == at {
                        set_mode(&folder, 0o500);
                    }
                });
                match project.apply(&files) {
                    Ok(_) => assert_eq!(project.state(&context), State::New, "{context}"),
                    Err(ApplyError::RollbackFailed { left, .. }) => {
                        assert!(left.iter().all(|left| left.path.as_str().starts_with("src/")));
                    }
                    Err(ApplyError::Failed { .. }) => {
                        assert_eq!(project.state(&context), State::Old);
                    }
                    Err(error) => panic!("{context}: {error}"),
                }
                set_mode(&folder, 0o700);
                project.recover_cleanly(&context);
            }
        });
    }

    /// Somebody else's file in a folder of ours could be replaced, but not written: it is not.
    #[test]
    fn another_users_file() {
        if !rustix::process::geteuid().is_root() {
            // Only root can make one.
            return;
        }
        let (send, receive) = std::sync::mpsc::sync_channel(1);
        let project = Project::new(2);
        for folder in ["", "src", "src/deep"] {
            std::os::unix::fs::chown(project.root.path().join(folder), Some(65_534), None)
                .expect("given");
        }
        let state = project.journals();
        let state = state.parent().expect("a folder");
        fs::create_dir_all(state).expect("a folder");
        std::os::unix::fs::chown(state, Some(65_534), None).expect("given");
        set_mode(state.parent().expect("a folder"), 0o755);
        without_privileges(move || {
            send.send(project.apply(&Faulty::none())).expect("sent");
            drop(project);
        });
        match receive.recv().expect("a result") {
            Err(ApplyError::Conflict { path, why: Conflict::NotWritable }) => {
                assert_eq!(path.as_str(), "f0.toy");
            }
            other => panic!("{other:?}"),
        }
    }
}
