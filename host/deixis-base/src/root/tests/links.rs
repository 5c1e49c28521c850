//! Symlinks: out, in, around, swapped under our hands. And what is no file at all.

use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::Command;

use super::{Located, Place, ReadError, Root, outcome, place, rooted};

fn link(place: &Place, target: impl AsRef<Path>, at: &str) {
    symlink(target, place.base.join(at)).unwrap();
}

#[test]
fn links_are_followed_inside_and_refused_outside() {
    let place = place();
    let base = place.base.clone();
    link(&place, "src", "proj/inside");
    link(&place, "main.rs", "proj/src/alias.rs");
    link(&place, base.join("proj/src"), "proj/absolute");
    link(&place, base.join("proj"), "proj/self");
    link(&place, "../outside", "proj/out");
    link(&place, base.join("outside"), "proj/out-absolute");
    link(&place, "../outside/secret.txt", "proj/out.txt");
    link(&place, "nowhere", "proj/dangling");
    link(&place, "../nowhere", "proj/dangling-out");
    link(&place, "loop-b", "proj/loop-a");
    link(&place, "loop-a", "proj/loop-b");
    link(&place, "../outside/../proj/a.rs", "proj/detour");

    let cases = [
        ("inside/main.rs", "inside/main.rs"),
        ("src/alias.rs", "src/alias.rs"),
        ("inside/../a.rs", "a.rs"),
        // The capability follows no absolute link; where it leads is named instead.
        ("absolute/main.rs", "src/main.rs"),
        ("absolute", "src"),
        ("self", "root"),
        ("self/a.rs", "a.rs"),
        ("detour", "a.rs"),
        ("out", "outside"),
        ("out/secret.txt", "outside"),
        ("out-absolute/secret.txt", "outside"),
        ("out.txt", "outside"),
        ("out/../a.rs", "a.rs"),
        ("out/missing", "outside"),
        ("dangling-out", "outside"),
    ];
    for (input, expected) in cases {
        assert_eq!(outcome(place.root.resolve(input)), expected, "{input}");
        let absolute = base.join("proj").join(input);
        let absolute = absolute.to_str().unwrap();
        assert_eq!(outcome(place.root.resolve(absolute)), expected, "{absolute}");
    }
    assert!(outcome(place.root.resolve("dangling")).starts_with("no dangling"));
    assert!(outcome(place.root.resolve("loop-a")).starts_with("io "));

    for path in ["out.txt", "out/secret.txt", "out-absolute/secret.txt", "dangling-out"] {
        let path = rooted(path);
        assert!(matches!(place.root.read(&path, 99), Err(ReadError::Outside)), "{path}");
        assert!(!place.root.exists(&path), "{path}");
    }
    assert!(place.root.list(Some(&rooted("out")), 9).is_err());
    assert!(matches!(place.root.read(&rooted("dangling"), 9), Err(ReadError::NotFound)));
    assert_eq!(place.root.read(&rooted("inside/main.rs"), 99).unwrap(), b"fn main() {}\n");

    let listing = place.root.list(None, 99).unwrap();
    let folders: Vec<_> =
        listing.entries.iter().filter(|entry| entry.is_dir).map(|entry| &*entry.name).collect();
    assert_eq!(folders, ["[slug] #1", "inside", "src"]);
}

#[test]
fn a_root_has_several_spellings() {
    let place = place();
    let base = place.base.clone();
    link(&place, "proj", "linked");
    link(&place, base.join("linked"), "linked-twice");
    link(&place, "proj/src", "linked-src");
    let root = Root::open(&base.join("linked")).unwrap();
    assert_eq!(root.path(), base.join("proj"));
    assert_eq!(root.uri(), place.root.uri());

    let uri = |tail: &str| format!("file://{}/{tail}", base.display());
    assert_eq!(root.locate(&uri("linked/a.rs")), Located::Inside(rooted("a.rs")));
    assert_eq!(root.locate(&uri("proj/a.rs")), Located::Inside(rooted("a.rs")));
    // Never mentioned, so only asking the disk could tell.
    assert_eq!(root.locate(&uri("linked-twice/a.rs")), Located::Outside);

    let cases = [
        ("linked/a.rs", "a.rs"),
        ("proj/a.rs", "a.rs"),
        ("linked-twice/a.rs", "a.rs"),
        ("linked-twice/src/../a.rs", "a.rs"),
        ("linked-twice/none-such", "no none-such"),
        ("linked-twice", "root"),
        ("linked-src/main.rs", "src/main.rs"),
        ("linked/../outside/secret.txt", "outside"),
        ("linked-twice/../outside/secret.txt", "outside"),
    ];
    for (tail, expected) in cases {
        let absolute = base.join(tail);
        assert_eq!(outcome(root.resolve(absolute.to_str().unwrap())), expected, "{tail}");
        assert_eq!(outcome(root.resolve(&uri(tail))), expected, "{tail}");
    }
}

#[test]
fn a_swapped_folder_leads_nowhere() {
    let place = place();
    fs::write(place.base.join("outside/main.rs"), "secret").unwrap();
    let path = place.root.resolve("src/main.rs").unwrap();
    assert!(place.root.read(&path, 99).is_ok());

    fs::rename(place.base.join("proj/src"), place.base.join("proj/moved")).unwrap();
    link(&place, "../outside", "proj/src");
    assert!(matches!(place.root.read(&path, 99), Err(ReadError::Outside)));
    assert!(place.root.stat(&path).is_err());
    assert_eq!(outcome(place.root.resolve("src/main.rs")), "outside");
}

#[test]
fn a_moved_root_stays_the_same_folder() {
    let place = place();
    fs::rename(place.base.join("proj"), place.base.join("moved")).unwrap();
    link(&place, "outside", "proj");
    assert!(matches!(place.root.read(&rooted("secret.txt"), 99), Err(ReadError::NotFound)));
    assert_eq!(place.root.read(&rooted("a.rs"), 99).unwrap(), b"fn a() {}\n");
}

#[test]
fn pipes_and_sockets_are_no_files() {
    let place = place();
    let pipe = place.base.join("proj/pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let _socket = UnixListener::bind(place.base.join("proj/socket")).unwrap();
    for path in ["pipe", "socket"] {
        let refused = place.root.read(&rooted(path), 99);
        assert!(matches!(refused, Err(ReadError::NotAFile)), "{path}: {refused:?}");
    }
}

#[test]
fn names_that_are_not_utf8() {
    let place = place();
    let name = std::ffi::OsStr::from_bytes(b"latin1-\xe9");
    // Some file systems refuse such names themselves.
    if fs::write(place.base.join("proj").join(name), "x").is_err() {
        return;
    }
    link(&place, place.base.join("proj").join(name), "proj/alias");
    assert_eq!(outcome(place.root.resolve("alias")), "not utf-8");
    let uri = format!("{}/latin1-%E9", place.root.uri());
    assert_eq!(outcome(place.root.resolve(&uri)), "not utf-8");
    assert_eq!(place.root.locate(&uri), Located::Outside);
    let listing = place.root.list(None, 99).unwrap();
    assert!(listing.entries.iter().all(|entry| !entry.name.starts_with("latin1")));
}
