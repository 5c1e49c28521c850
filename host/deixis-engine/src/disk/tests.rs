//! Every way of changing a file is seen by the very next look.

use std::fs;
use std::path::Path;

use deixis_base::Root;
use deixis_hooks::ChangeKind::{Changed, Created, Deleted};
use deixis_hooks::{Change, ChangeKind};

use super::{Disk, ServerName};

/// Writes a small tree, runs `act` on it, and compares what is seen.
fn check(act: impl FnOnce(&Path), expected: &[(&str, ChangeKind)]) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let at = |path: &str| folder.path().join(path);
    fs::create_dir_all(at("src/deep")).expect("folders");
    for path in ["a.rs", "src/b.rs", "src/deep/c.rs"] {
        fs::write(at(path), "old").expect("a file");
    }
    let disk = Disk::new(Root::open(folder.path()).expect("a root"));
    let server: ServerName = "s".into();
    disk.follow(&server);
    assert_eq!(disk.take(&server).list, [], "nothing has happened yet");
    act(folder.path());
    let expected: Vec<Change> =
        expected.iter().map(|(path, kind)| Change { path: (*path).into(), kind: *kind }).collect();
    assert_eq!(disk.take(&server).list, expected);
    assert_eq!(disk.take(&server).list, [], "told once");
}

#[test]
fn changed_created_deleted() {
    check(|root| fs::write(root.join("a.rs"), "new").expect("written"), &[("a.rs", Changed)]);
    check(
        |root| fs::write(root.join("src/n.rs"), "new").expect("written"),
        &[("src/n.rs", Created)],
    );
    check(
        |root| fs::remove_file(root.join("src/deep/c.rs")).expect("removed"),
        &[("src/deep/c.rs", Deleted)],
    );
}

#[test]
fn same_size_and_same_time_stamp() {
    let act = |root: &Path| {
        let file = root.join("a.rs");
        let before = fs::metadata(&file).and_then(|metadata| metadata.modified()).expect("a time");
        fs::write(&file, "new").expect("written");
        fs::File::options()
            .write(true)
            .open(&file)
            .and_then(|file| file.set_modified(before))
            .expect("a time");
    };
    check(act, &[("a.rs", Changed)]);
}

#[test]
fn replaced_by_rename() {
    let act = |root: &Path| {
        fs::write(root.join("src/b.tmp"), "new").expect("written");
        fs::rename(root.join("src/b.tmp"), root.join("src/b.rs")).expect("renamed");
    };
    check(act, &[("src/b.rs", Changed)]);
}

#[test]
fn folders_come_go_and_move() {
    let new = |root: &Path| {
        fs::create_dir_all(root.join("x/y")).expect("folders");
        fs::write(root.join("x/y/z.rs"), "new").expect("written");
    };
    check(new, &[("x/y/z.rs", Created)]);
    check(
        |root| fs::remove_dir_all(root.join("src/deep")).expect("removed"),
        &[("src/deep/c.rs", Deleted)],
    );
    let moved = |root: &Path| fs::rename(root.join("src/deep"), root.join("moved")).expect("moved");
    check(moved, &[("moved/c.rs", Created), ("src/deep/c.rs", Deleted)]);
    let moved_and_written = |root: &Path| {
        fs::rename(root.join("src/deep"), root.join("moved")).expect("moved");
        fs::write(root.join("moved/c.rs"), "new").expect("written");
        fs::write(root.join("moved/d.rs"), "new").expect("written");
    };
    check(
        moved_and_written,
        &[("moved/c.rs", Created), ("moved/d.rs", Created), ("src/deep/c.rs", Deleted)],
    );
    let there_and_back = |root: &Path| {
        fs::rename(root.join("src/deep"), root.join("moved")).expect("moved");
        fs::rename(root.join("moved"), root.join("src/deep")).expect("moved");
        fs::write(root.join("src/deep/c.rs"), "new").expect("written");
    };
    check(there_and_back, &[("src/deep/c.rs", Changed)]);
}

#[test]
fn hundreds_at_once_and_what_came_and_went() {
    let act = |root: &Path| {
        for number in 0..300 {
            fs::write(root.join(format!("src/n{number:03}.rs")), "new").expect("written");
        }
        fs::write(root.join("gone.rs"), "new").expect("written");
        fs::remove_file(root.join("gone.rs")).expect("removed");
    };
    let names: Vec<String> = (0..300).map(|number| format!("src/n{number:03}.rs")).collect();
    let expected: Vec<(&str, ChangeKind)> =
        names.iter().map(|name| (name.as_str(), Created)).collect();
    check(act, &expected);
}

#[test]
fn version_control_and_caches_are_left_alone() {
    let act = |root: &Path| {
        for folder in [".git", "target"] {
            fs::create_dir_all(root.join(folder).join("deep")).expect("folders");
        }
        fs::write(root.join("target/CACHEDIR.TAG"), "Signature: 8a477f597d28d172789f06886806bc55")
            .expect("written");
        fs::write(root.join(".git/deep/x.rs"), "new").expect("written");
        fs::write(root.join("target/deep/x.rs"), "new").expect("written");
    };
    check(act, &[]);
}

#[test]
fn changes_of_a_folder_that_moved_are_still_seen() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::create_dir_all(folder.path().join("a")).expect("a folder");
    fs::write(folder.path().join("a/x.rs"), "old").expect("a file");
    let disk = Disk::new(Root::open(folder.path()).expect("a root"));
    let server: ServerName = "s".into();
    disk.follow(&server);
    fs::rename(folder.path().join("a"), folder.path().join("b")).expect("moved");
    disk.take(&server);
    fs::write(folder.path().join("b/x.rs"), "new").expect("written");
    let change = Change { path: "b/x.rs".into(), kind: Changed };
    assert_eq!(disk.take(&server).list, [change]);
}
