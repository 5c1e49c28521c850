//! Every file of the corpus, through its target, on any toolchain.

use std::path::{Path, PathBuf};

use deixis_fuzz::TARGETS;

/// Bounds of a corpus that lies in git.
const MOST_FILES: usize = 300;
const MOST_BYTES: usize = 300 * 1000;

fn corpus(target: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target);
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    let read = |path: PathBuf| {
        let bytes = std::fs::read(&path).expect("a file");
        (path, bytes)
    };
    paths.into_iter().map(read).collect()
}

fn replay(name: &str) {
    let (_, target) = TARGETS.iter().find(|(target, _)| *target == name).expect("a target");
    for (path, bytes) in corpus(name) {
        let outcome = std::panic::catch_unwind(|| target(&bytes));
        assert!(outcome.is_ok(), "{} breaks a promise", path.display());
    }
}

#[test]
fn codec() {
    replay("codec");
}

#[test]
fn uri() {
    replay("uri");
}

#[test]
fn edits() {
    replay("edits");
}

#[test]
fn answers() {
    replay("answers");
}

#[test]
fn renames() {
    replay("renames");
}

#[test]
fn corpora_are_small_and_nobody_elses() {
    let folders = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus"));
    let mut found: Vec<_> = folders
        .expect("a corpus")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"))
        .collect();
    let mut named = TARGETS.map(|(name, _)| name.to_owned());
    found.sort();
    named.sort();
    assert_eq!(found, named, "one folder for each target");
    for name in named {
        let files = corpus(&name);
        let bytes: usize = files.iter().map(|(_, bytes)| bytes.len()).sum();
        assert!(!files.is_empty() && files.len() <= MOST_FILES, "{name}: {} files", files.len());
        assert!(bytes <= MOST_BYTES, "{name}: {bytes} bytes");
    }
}
