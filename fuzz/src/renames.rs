//! Edits of a rename as a hostile server writes them: nothing outside the project is written, and
//! inside it exactly what was planned, or nothing.
//!
//! Input: a `WorkspaceEdit` as JSON. `{root}` stands for the project's URI, `{outside}` for that
//! of a folder beside it. The first byte, where it is no `{`, chooses the encoding.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

use deixis_base::{Encoding, Root};
use deixis_edit::{apply, examine};

/// Files of the project. Each width of character, each line end, a mark, no last line end.
const FILES: [(&str, &[u8]); 6] = [
    ("a.toy", "fn run\nx 🦀 run\n".as_bytes()),
    ("d/b.toy", b"run run"),
    ("crlf.toy", b"\xEF\xBB\xBFrun\r\nrun\r\n"),
    ("read-only.toy", b"run\n"),
    ("latin.toy", b"r\xFCn\n"),
    ("hard.toy", b"run\n"),
];

/// A project with traps, beside a folder that must stay as it is.
struct Place {
    _folder: tempfile::TempDir,
    base: PathBuf,
    root: Root,
}

/// Takes arbitrary bytes as the edit of a rename, and makes it.
///
/// # Panics
/// If something outside the project changed, or inside it anything but what was planned.
pub fn renames(data: &[u8]) {
    static PLACE: OnceLock<Mutex<Place>> = OnceLock::new();
    let place = PLACE.get_or_init(|| Mutex::new(Place::new()));
    let place = place.lock().unwrap_or_else(PoisonError::into_inner);
    let Ok(text) = std::str::from_utf8(data) else { return };
    let (encoding, text) = match text.as_bytes() {
        [b'8', ..] => (Encoding::Utf8, &text[1..]),
        [b'3', ..] => (Encoding::Utf32, &text[1..]),
        _ => (Encoding::Utf16, text),
    };
    let outside = format!("file://{}", place.base.join("outside").display());
    let json = text.replace("{root}", place.root.uri()).replace("{outside}", &outside);
    let before = snapshot(&place.base);
    let Ok(plan) = deixis_engine::fuzzing::plan_of(&json, &place.root, encoding) else {
        assert!(snapshot(&place.base) == before, "a refused edit changed something");
        return;
    };
    let mut after = before.clone();
    for file in plan.files() {
        let path = place.base.join("project").join(file.path.as_str());
        let old = after.insert(path, Some(file.new.to_vec()));
        assert_eq!(old, Some(Some(file.old.to_vec())), "{}", file.path);
    }
    let examined = examine(&place.root, &plan);
    let applied = apply(&place.root, &place.base.join("journals"), &plan, &|| false);
    assert_eq!(examined.is_ok(), applied.is_ok(), "{examined:?} {applied:?}");
    let expected = if applied.is_ok() { &after } else { &before };
    assert!(snapshot(&place.base) == *expected, "{applied:?}");
    if applied.is_ok() {
        place.restore();
    }
}

impl Place {
    fn new() -> Self {
        // In memory where there is such a folder: every apply syncs.
        let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir());
        let folder = folder.expect("a folder");
        let base = folder.path().canonicalize().expect("a path");
        let project = base.join("project");
        fs::create_dir_all(project.join("d")).expect("a folder");
        fs::create_dir_all(project.join("folder.toy")).expect("a folder");
        fs::create_dir_all(base.join("outside")).expect("a folder");
        fs::write(base.join("outside/o.toy"), "run\n").expect("a file");
        symlink("d/b.toy", project.join("link.toy")).expect("a link");
        symlink("../outside", project.join("out")).expect("a link");
        symlink("loop.toy", project.join("loop.toy")).expect("a link");
        let root = Root::open(&project).expect("a root");
        let place = Self { _folder: folder, base, root };
        place.restore();
        fs::hard_link(project.join("hard.toy"), place.base.join("outside/hard.toy"))
            .expect("a second name");
        place
    }

    fn restore(&self) {
        for (name, bytes) in FILES {
            let path = self.base.join("project").join(name);
            if fs::read(&path).is_ok_and(|found| found == bytes) {
                continue;
            }
            let _ = fs::remove_file(&path);
            fs::write(&path, bytes).expect("a file");
            let mode = if name == "read-only.toy" { 0o444 } else { 0o644 };
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("a mode");
        }
    }
}

/// Everything below the folder but journals: bytes of files, nothing for links and folders.
fn snapshot(base: &Path) -> BTreeMap<PathBuf, Option<Vec<u8>>> {
    let mut seen = BTreeMap::new();
    let mut folders = vec![base.join("project"), base.join("outside")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let entry = entry.expect("an entry");
            let kind = entry.file_type().expect("a kind");
            if kind.is_dir() {
                folders.push(entry.path());
            }
            let bytes = kind.is_file().then(|| fs::read(entry.path()).expect("a file"));
            seen.insert(entry.path(), bytes);
        }
    }
    seen
}
