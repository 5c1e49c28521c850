//! URIs as servers write them, and any name that a file may have.
//!
//! Input: text; `{root}` stands for the URI of the project root and `{path}` for its
//! path, so that inputs mean the same on every machine. It is read as a URI, as a
//! path of either platform and as a name below the root.

use std::path::Path;

use deixis_base::uri::{self, posix, windows};
use deixis_base::{Located, Root, RootedPath};

/// Reads arbitrary text as URI and as path.
///
/// # Panics
/// If what was read or written is not what it claims to be: not absolute, not normal,
/// not inside, not the same after the way there and back.
pub fn uri(data: &[u8]) {
    posix_there_and_back(data);
    let input = String::from_utf8_lossy(data);
    if let Some(scheme) = uri::scheme(&input) {
        assert!(scheme.len() > 1 && input[scheme.len()..].starts_with(':'), "{scheme}");
    }
    windows_there_and_back(&input);
    read(&input);
    #[cfg(unix)]
    ROOTS.with(|roots| {
        for (root, spellings) in roots {
            below(root, &input);
            let named = input.replace("{root}", root.uri()).replace("{path}", spellings[0]);
            read(&named);
            located(root, spellings, &named);
        }
    });
}

#[cfg(unix)]
thread_local! {
    /// A folder by its own name, the top of the file system, and, where there is such a
    /// thing, a folder that is opened through a symlink; each with its spellings.
    static ROOTS: Vec<(Root, Vec<&'static str>)> = {
        let open = |path: &'static str| {
            let root = Root::open(path.as_ref()).expect("a folder");
            let own = root.path().to_str().expect("a checkout below Unicode folders").to_owned();
            (root, vec![&*own.leak(), path])
        };
        let linked = "/proc/self/cwd";
        let folders = [env!("CARGO_MANIFEST_DIR"), "/", linked];
        folders.into_iter().filter(|path| Path::new(path).exists()).map(open).collect()
    };
}

/// Any bytes are a path; those of a URI name it again.
fn posix_there_and_back(path: &[u8]) {
    let written = posix::from_path(path);
    assert!(
        written.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~/%:".contains(&byte)),
        "{written}"
    );
    let absolute = if path.starts_with(b"/") { path.to_vec() } else { [b"/", path].concat() };
    let expected = (!path.contains(&0)).then_some(absolute);
    assert_eq!(posix::to_path(&written), expected, "{written}");
}

/// Whatever a Windows path is written as is read as one spelling, for good.
fn windows_there_and_back(path: &str) {
    if let Some(plain) = windows::to_path(&windows::from_path(path)) {
        assert_eq!(windows::to_path(&windows::from_path(&plain)), Some(plain), "{path}");
    }
}

/// What is read from a URI is absolute and free of NUL, and reads the same when written.
fn read(text: &str) {
    if let Some(path) = posix::to_path(text) {
        assert!(path.starts_with(b"/") && !path.contains(&0), "{path:?}");
        assert_eq!(posix::to_path(&posix::from_path(&path)), Some(path), "{text}");
    }
    if let Some(path) = windows::to_path(text) {
        assert!(!path.contains(['/', '\0']), "{path}");
        let drive = path.as_bytes().get(1) == Some(&b':') && path.as_bytes().get(2) == Some(&b'\\');
        assert!(drive || path.starts_with(r"\\"), "{path}");
        // What begins so is a device or goes round the system's own checks.
        assert!(!path.starts_with(r"\\.\") && !path.starts_with(r"\\?\"), "{path}");
        assert_eq!(windows::to_path(&windows::from_path(&path)), Some(path), "{text}");
    }
    assert_eq!(uri::to_path(text).is_some(), native(text).is_some(), "{text}");
}

#[cfg(windows)]
fn native(text: &str) -> Option<String> {
    windows::to_path(text)
}

#[cfg(not(windows))]
fn native(text: &str) -> Option<Vec<u8>> {
    posix::to_path(text)
}

/// A name below the root comes back from its URI and from its path.
#[cfg(unix)]
fn below(root: &Root, name: &str) {
    let Ok(path) = RootedPath::new(name) else { return };
    normal(&path);
    assert_eq!(RootedPath::new(path.as_str()).ok().as_ref(), Some(&path), "{name:?}");
    let written = root.uri_of(&path);
    assert_eq!(uri::from_path(&root.absolute(&path)), written, "{name:?}");
    assert_eq!(root.locate(&written), Located::Inside(path), "{name:?}");
}

fn normal(path: &RootedPath) {
    let whole = |part: &str| !matches!(part, "" | "." | "..") && !part.contains(['/', '\0']);
    assert!(path.components().all(whole), "{path:?}");
}

/// A server's URI is inside exactly if its path, taken by its letters, is.
#[cfg(unix)]
fn located(root: &Root, spellings: &[&str], text: &str) {
    let located = root.locate(text).inside();
    if let Some(path) = &located {
        normal(path);
    }
    let named = posix::to_path(text).and_then(|path| String::from_utf8(path).ok());
    let expected = named.and_then(|path| {
        let parts = components(&path);
        spellings.iter().find_map(|spelling| {
            let above = components(spelling);
            let tail = parts.strip_prefix(above.as_slice())?;
            (!tail.is_empty()).then(|| tail.join("/"))
        })
    });
    assert_eq!(located.as_ref().map(RootedPath::as_str), expected.as_deref(), "{text}");
}

/// The names of an absolute path; `..` at the top stays there.
#[cfg(unix)]
fn components(path: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    parts
}
