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
        eprintln!("skipped: only root can give a file to somebody else");
        return;
    }
    let (send, receive) = std::sync::mpsc::sync_channel(2);
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
        send.send(examine(&project.root, &project.plan)).expect("sent");
        send.send(project.apply(&Faulty::none()).map(drop)).expect("sent");
        drop(project);
    });
    for result in receive {
        match result {
            Err(ApplyError::Conflict { path, why: Conflict::NotWritable }) => {
                assert_eq!(path.as_str(), "f0.toy");
            }
            other => panic!("{other:?}"),
        }
    }
}
