//! Somebody else changes a file in the middle of a change: before every single operation.
//!
//! What they did is never lost, and all other files are old, or all are new.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use super::faulty::Faulty;
use super::project::Project;
use crate::ApplyError;

/// What somebody does to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Deed {
    /// Writes more at its end.
    Grow,
    /// Replaces it, as editors do.
    Replace,
    /// Replaces it by one with the very same bytes, but another mode.
    Renew,
    Remove,
    /// Puts a folder in its place.
    Folder,
    /// Puts a symlink in its place, to a file outside that has the same bytes.
    #[cfg(unix)]
    Link,
}

const THEIRS: &[u8] = b"theirs";
#[cfg(unix)]
const THEIR_MODE: u32 = 0o751;

impl Deed {
    fn is_done(self, file: &Path, outside: &Path) {
        match self {
            Self::Grow => {
                let mut file = fs::OpenOptions::new().append(true).open(file).expect("the file");
                file.write_all(THEIRS).expect("more");
            }
            Self::Replace | Self::Renew => {
                let bytes = if self == Self::Renew {
                    fs::read(file).expect("bytes")
                } else {
                    THEIRS.into()
                };
                let beside = outside.join("beside");
                fs::write(&beside, bytes).expect("a file beside");
                #[cfg(unix)]
                if self == Self::Renew {
                    use std::os::unix::fs::PermissionsExt as _;
                    let mode = fs::Permissions::from_mode(THEIR_MODE);
                    fs::set_permissions(&beside, mode).expect("a mode");
                }
                fs::rename(beside, file).expect("replaced");
            }
            Self::Remove => fs::remove_file(file).expect("removed"),
            Self::Folder => {
                fs::remove_file(file).expect("removed");
                fs::create_dir(file).expect("a folder");
            }
            #[cfg(unix)]
            Self::Link => {
                let target = outside.join("target");
                fs::rename(file, &target).expect("moved out");
                std::os::unix::fs::symlink(target, file).expect("a link");
            }
        }
    }

    /// Whether what they did is still there.
    fn survives(self, file: &Path) -> bool {
        match self {
            Self::Grow => fs::read(file).is_ok_and(|bytes| bytes.ends_with(THEIRS)),
            Self::Replace => fs::read(file).is_ok_and(|bytes| bytes == THEIRS),
            #[cfg(unix)]
            Self::Renew => {
                use std::os::unix::fs::PermissionsExt as _;
                fs::metadata(file).is_ok_and(|file| file.permissions().mode() & 0o777 == THEIR_MODE)
            }
            #[cfg(not(unix))]
            Self::Renew => file.is_file(),
            Self::Remove => !file.exists(),
            Self::Folder => file.is_dir(),
            #[cfg(unix)]
            Self::Link => file.is_symlink(),
        }
    }
}

/// How many operations a change of three files has.
fn operations(exchange: bool) -> usize {
    let files = if exchange { Faulty::none() } else { Faulty::none().without_exchange() };
    drop(Project::in_memory(3).apply(&files).expect("a change"));
    files.done()
}

/// Does the deed to one file before one operation. Says whether it was lost.
fn loses(deed: Deed, victim: usize, at: usize, exchange: bool) -> bool {
    let context = format!("{deed:?} of {victim} before {at}, exchange: {exchange}");
    let project = Project::in_memory(3);
    let outside = project.outside();
    let file = project.file(victim);
    let meddle = |number| {
        if number == at {
            deed.is_done(&file, &outside);
        }
    };
    let files = Faulty::none().with_meddler(meddle);
    let files = if exchange { files } else { files.without_exchange() };
    let result = project.apply(&files);
    let others = |new: bool| {
        project.plan.files().iter().enumerate().filter(|(number, _)| *number != victim).all(
            |(number, file)| {
                let expected = if new { &file.new } else { &file.old };
                fs::read(project.file(number)).is_ok_and(|bytes| bytes == **expected)
            },
        )
    };
    match &result {
        Ok(applied) => {
            assert!(applied.left.is_empty(), "{context}: {applied:?}");
            assert!(others(true), "{context}: {applied:?}");
        }
        Err(ApplyError::Conflict { path, .. }) => {
            assert_eq!(project.path(path), file, "{context}");
            assert!(others(false), "{context}: {path}");
        }
        Err(error) => panic!("{context}: {error}"),
    }
    assert_eq!(project.recover(&Faulty::none()).len(), 0, "{context}: a journal is left");
    let litter = project.litter();
    assert!(litter.is_empty(), "{context}: {litter:?}");
    !deed.survives(&file)
}

fn check(deed: Deed) {
    for victim in 0..3 {
        for at in 1..=operations(true) {
            assert!(!loses(deed, victim, at, true), "{deed:?} of {victim} before {at} is lost");
        }
    }
}

#[test]
fn grown() {
    check(Deed::Grow);
}

#[test]
fn replaced() {
    check(Deed::Replace);
}

#[test]
fn renewed() {
    check(Deed::Renew);
}

#[test]
fn removed() {
    check(Deed::Remove);
}

#[test]
fn became_a_folder() {
    check(Deed::Folder);
}

#[cfg(unix)]
#[test]
fn became_a_symlink() {
    check(Deed::Link);
}

/// Where names cannot be exchanged one moment remains, between the last look and the rename
/// (here two operations: the exchange that is refused, and the rename). The decision record says
/// so; this says that there is no other.
#[test]
fn without_exchange_one_moment_remains() {
    let lost = |victim| {
        (1..=operations(false)).filter(|at| loses(Deed::Replace, victim, *at, false)).count()
    };
    assert_eq!([lost(0), lost(1), lost(2)], [2, 2, 2]);
}

/// Everything below a folder: names and bytes.
#[cfg(unix)]
fn snapshot(folder: &Path) -> Vec<(std::path::PathBuf, Vec<u8>)> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            all.extend(snapshot(&path));
        } else {
            all.push((path.clone(), fs::read(path).expect("bytes")));
        }
    }
    all.sort();
    all
}

/// A parent becomes a symlink to a folder outside that looks the same: nothing is written there.
#[cfg(unix)]
#[test]
fn nothing_outside_is_touched() {
    for at in 1..=operations(true) {
        let project = Project::in_memory(3);
        let outside = project.outside();
        fs::create_dir_all(outside.join("deep")).expect("a folder");
        for (number, name) in [(1, "f1.toy"), (2, "deep/f2.toy")] {
            fs::copy(project.file(number), outside.join(name)).expect("a copy");
        }
        let before = snapshot(&outside);
        let meddle = |number| {
            if number == at {
                let parent = project.root.path().join("src");
                fs::rename(&parent, project.root.path().join("moved")).expect("moved");
                std::os::unix::fs::symlink(&outside, parent).expect("a link");
            }
        };
        let result = project.apply(&Faulty::none().with_meddler(meddle));
        drop(project.recover(&Faulty::none()));
        assert_eq!(snapshot(&outside), before, "before {at}: {result:?}");
        let old = fs::read(project.file(0)).expect("bytes") == *project.plan.files()[0].old;
        assert_eq!(old, result.is_err(), "before {at}: {result:?}");
    }
}
