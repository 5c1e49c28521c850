use std::fs;
use std::io;
use std::path::PathBuf;

use proptest::prelude::*;
use tempfile::TempDir;

use super::{Located, PathError, ReadError, Root, RootedPath};
use crate::uri;

#[cfg(unix)]
mod links;
#[cfg(unix)]
mod names;

/// A folder with a project in it and something beside it.
struct Place {
    _temporary: TempDir,
    /// Canonical.
    base: PathBuf,
    root: Root,
}

fn place() -> Place {
    let temporary = tempfile::tempdir().unwrap();
    let base = super::os::simplify(temporary.path().canonicalize().unwrap());
    for folder in ["proj/src/sub", "proj/[slug] #1", "outside"] {
        fs::create_dir_all(base.join(folder)).unwrap();
    }
    let files = [
        ("proj/a.rs", "fn a() {}\n"),
        ("proj/src/main.rs", "fn main() {}\n"),
        ("proj/src/sub/bom.txt", "\u{FEFF}x\r\n"),
        ("proj/[slug] #1/é%20.ts", "1"),
        ("proj/..hidden", ""),
        ("outside/secret.txt", "secret"),
        ("proj-other.rs", ""),
    ];
    for (path, content) in files {
        fs::write(base.join(path), content).unwrap();
    }
    let root = Root::open(&base.join("proj")).unwrap();
    Place { _temporary: temporary, base, root }
}

fn rooted(path: &str) -> RootedPath {
    RootedPath::new(path).unwrap()
}

/// What a resolved path or a refusal looks like in a table.
fn outcome(result: Result<RootedPath, PathError>) -> String {
    match result {
        Ok(path) => path.to_string(),
        Err(PathError::Empty) => "empty".to_owned(),
        Err(PathError::IsRoot) => "root".to_owned(),
        Err(PathError::Outside { .. }) => "outside".to_owned(),
        Err(PathError::NotFound { path, nearest: None }) => format!("no {path}"),
        Err(PathError::NotFound { path, nearest: Some(nearest) }) => {
            format!("no {path}, {nearest}?")
        }
        Err(PathError::NotAFileUri { .. }) => "no file uri".to_owned(),
        Err(PathError::NotUtf8 { .. }) => "not utf-8".to_owned(),
        Err(PathError::Invalid { .. }) => "invalid".to_owned(),
        Err(PathError::Io { source, .. }) => format!("io {source}"),
    }
}

#[test]
fn callers_paths_are_resolved() {
    let place = place();
    let absolute = |tail: &str| format!("{}/{tail}", place.base.display());
    let cases = [
        ("a.rs", "a.rs"),
        ("./a.rs", "a.rs"),
        ("src//main.rs", "src/main.rs"),
        ("src/./main.rs", "src/main.rs"),
        ("src/../a.rs", "a.rs"),
        ("missing/../a.rs", "a.rs"),
        ("src", "src"),
        ("src/", "src"),
        ("..hidden", "..hidden"),
        ("[slug] #1/é%20.ts", "[slug] #1/é%20.ts"),
        ("", "empty"),
        (".", "root"),
        ("src/..", "root"),
        ("..", "outside"),
        ("../outside/secret.txt", "outside"),
        ("src/../../outside/secret.txt", "outside"),
        ("../proj/a.rs", "outside"),
        ("a\0b", "invalid"),
        ("jdt://contents/x.class", "no file uri"),
        ("untitled://x", "no file uri"),
        ("file:a.rs", "no file uri"),
        ("file:///%00", "no file uri"),
        ("nothing/like/it", "no nothing/like/it"),
        ("a.rs/b", "no a.rs/b"),
        ("A.rs", "no A.rs, a.rs?"),
        ("scr/main.rs", "no scr/main.rs, src/main.rs?"),
        ("scr/absent-module.rs", "no scr/absent-module.rs, src?"),
        ("src/sub/bon.txt", "no src/sub/bon.txt, src/sub/bom.txt?"),
    ];
    // On file systems without case, another case is the file itself.
    let without_case = place.base.join("PROJ").exists();
    for (input, expected) in cases {
        if input == "A.rs" && without_case {
            continue;
        }
        assert_eq!(outcome(place.root.resolve(input)), expected, "{input}");
    }
    let cases = [
        (absolute("proj/a.rs"), "a.rs"),
        (absolute("proj/src/../a.rs"), "a.rs"),
        (absolute("outside/../proj/a.rs"), "a.rs"),
        (absolute("proj/../proj//a.rs"), "a.rs"),
        (absolute("proj"), "root"),
        (absolute("proj/"), "root"),
        (absolute("proj/../outside/secret.txt"), "outside"),
        (absolute("outside/secret.txt"), "outside"),
        (absolute("proj-other.rs"), "outside"),
        (absolute("missing/x"), "outside"),
        (absolute("proj/nothing-here"), "no nothing-here"),
        (uri::from_path(&place.base.join("proj/[slug] #1/é%20.ts")), "[slug] #1/é%20.ts"),
        (uri::from_path(&place.base.join("proj/a.rs")).replace("file:", "FILE:"), "a.rs"),
        (uri::from_path(&place.base.join("outside/secret.txt")), "outside"),
    ];
    for (input, expected) in cases {
        assert_eq!(outcome(place.root.resolve(&input)), expected, "{input}");
    }
}

#[test]
fn what_is_resolved_can_be_said_again() {
    let place = place();
    for input in ["a.rs", "src/main.rs", "[slug] #1/é%20.ts", "..hidden"] {
        let path = rooted(input);
        let native = place.root.absolute(&path);
        let again = place.root.resolve(native.to_str().unwrap()).unwrap();
        assert_eq!(again, path);
        assert_eq!(place.root.resolve(&place.root.uri_of(&path)).unwrap(), path);
        assert_eq!(place.root.uri_of(&path), uri::from_path(&native));
        assert_eq!(place.root.locate(&place.root.uri_of(&path)), Located::Inside(path));
    }
}

#[test]
fn servers_uris_are_located() {
    let place = place();
    let root = place.root.uri();
    let cases = [
        (format!("{root}/a.rs"), Some("a.rs")),
        (format!("{root}/not/there.rs"), Some("not/there.rs")),
        (format!("{root}/[slug] #1/é.ts"), Some("[slug] #1/é.ts")),
        (format!("{root}/%5bslug%5D/%C3%A9.ts"), Some("[slug]/é.ts")),
        (format!("{root}/src/"), Some("src")),
        (format!("{root}//src/./x/../y"), Some("src/y")),
        (format!("{root}/../proj/a.rs"), Some("a.rs")),
        (root.replace("file://", "file:") + "/a.rs", Some("a.rs")),
        #[cfg(unix)]
        (root.replace("file:///", "file:////") + "/a.rs", Some("a.rs")),
        #[cfg(unix)]
        (root.replace("file:///", "file://///") + "/src/../../x", None),
        (root.replace("file://", "file://localhost") + "/a.rs", Some("a.rs")),
        (root.replace("proj", "%70roj") + "/a.rs", Some("a.rs")),
        (root.to_owned(), None),
        (format!("{root}/"), None),
        (format!("{root}-other.rs"), None),
        (format!("{root}/../outside/secret.txt"), None),
        (format!("{root}/%2e%2e/outside/secret.txt"), None),
        (format!("{root}/a%00b"), None),
        (format!("{root}/%FF"), None),
        ("file:///".to_owned(), None),
        ("file://host/proj/a.rs".to_owned(), None),
        ("jdt://contents/a.rs".to_owned(), None),
        ("a.rs".to_owned(), None),
        (String::new(), None),
    ];
    for (uri, expected) in cases {
        let actual = place.root.locate(&uri).inside();
        assert_eq!(actual.as_ref().map(RootedPath::as_str), expected, "{uri}");
    }
}

#[test]
fn files_are_read_as_they_are() {
    let place = place();
    let root = &place.root;
    let bom = rooted("src/sub/bom.txt");
    assert_eq!(root.read(&bom, 6).unwrap(), "\u{FEFF}x\r\n".as_bytes());
    assert_eq!(root.read_text(&bom, 6).unwrap().as_str(), "\u{FEFF}x\r\n");
    assert_eq!(root.read(&rooted("..hidden"), 0).unwrap(), b"");
    assert!(root.exists(&bom));
    assert!(root.exists(&rooted("src")));
    assert!(!root.exists(&rooted("src/none")));

    fs::write(place.base.join("proj/latin1"), b"abc\xe9").unwrap();
    let refused = |path: &str, max: u64| root.read_text(&rooted(path), max).unwrap_err();
    assert!(matches!(refused("src/sub/bom.txt", 5), ReadError::TooLarge { len: 6, max: 5 }));
    assert!(matches!(refused("latin1", 9), ReadError::NotUtf8 { at: 3 }));
    assert!(matches!(refused("none", 9), ReadError::NotFound));
    assert!(matches!(refused("a.rs/none", 9), ReadError::NotFound));
    assert!(matches!(refused("src", 9), ReadError::NotAFile));
}

#[test]
fn stats_tell_files_apart() {
    let place = place();
    let path = rooted("a.rs");
    let before = place.root.stat(&path).unwrap();
    assert!(before.is_file);
    assert_eq!(before.len, 10);
    assert!(before.mtime_ns > 1_600_000_000_000_000_000, "{before:?}");
    assert!(!place.root.stat(&rooted("src")).unwrap().is_file);
    assert_eq!(place.root.stat(&path).unwrap(), before);

    fs::write(place.base.join("proj/a.rs"), "longer than before").unwrap();
    assert_eq!(place.root.stat(&path).unwrap().len, 18);
    assert_eq!(place.root.stat(&rooted("none")).unwrap_err().kind(), io::ErrorKind::NotFound);
}

#[cfg(unix)]
#[test]
fn stats_see_a_replaced_file() {
    let place = place();
    let path = rooted("a.rs");
    let before = place.root.stat(&path).unwrap();
    // Same length, same modification time, another file.
    let other = place.base.join("proj/other");
    fs::write(&other, "fn b() {}\n").unwrap();
    let modified = fs::metadata(place.base.join("proj/a.rs")).unwrap().modified().unwrap();
    fs::File::options().write(true).open(&other).unwrap().set_modified(modified).unwrap();
    fs::rename(&other, place.base.join("proj/a.rs")).unwrap();
    let after = place.root.stat(&path).unwrap();
    assert_eq!((after.len, after.mtime_ns, after.dev), (before.len, before.mtime_ns, before.dev));
    assert_ne!(after.ino, before.ino);
    assert_ne!(after, before);
}

#[test]
fn folders_are_listed() {
    let place = place();
    let names = |folder: Option<&str>, max: usize| {
        let folder = folder.map(rooted);
        let listing = place.root.list(folder.as_ref(), max).unwrap();
        let names: Vec<_> = listing.entries.into_iter().map(|e| (e.name, e.is_dir)).collect();
        (names, listing.truncated)
    };
    let entry = |name: &str, is_dir| (name.to_owned(), is_dir);
    let all = vec![
        entry("..hidden", false),
        entry("[slug] #1", true),
        entry("a.rs", false),
        entry("src", true),
    ];
    assert_eq!(names(None, 4), (all, false));
    assert_eq!(names(Some("src"), 9), (vec![entry("main.rs", false), entry("sub", true)], false));
    assert_eq!(names(Some("src/sub"), 0), (vec![], true));
    let (some, truncated) = names(None, 3);
    assert!(some.len() == 3 && truncated);
    assert!(place.root.list(Some(&rooted("a.rs")), 9).is_err());
    assert!(place.root.list(Some(&rooted("none")), 9).is_err());
}

#[test]
fn only_folders_are_roots() {
    let place = place();
    assert!(Root::open(&place.base.join("proj/a.rs")).is_err());
    assert!(Root::open(&place.base.join("none")).is_err());
    let root = Root::open(&place.base.join("outside/../proj/./src/..")).unwrap();
    assert_eq!(root.path(), place.root.path());
    assert_eq!(root.uri(), place.root.uri());
}

#[cfg(unix)]
#[test]
fn the_file_system_root_is_a_root() {
    let root = Root::open("/".as_ref()).unwrap();
    assert_eq!(root.uri(), "file:///");
    assert_eq!(root.uri_of(&rooted("a/b c")), "file:///a/b%20c");
    assert_eq!(root.locate("file:///a/b%20c"), Located::Inside(rooted("a/b c")));
    assert_eq!(root.absolute(&rooted("a")), PathBuf::from("/a"));
    assert_eq!(outcome(root.resolve("/")), "root");
}

#[test]
fn names_have_parts() {
    let path = rooted("src/sub/types.d.ts");
    assert_eq!(path.file_name(), "types.d.ts");
    assert_eq!(path.extension(), Some("ts"));
    assert!(path.has_extension("ts") && path.has_extension("d.ts") && !path.has_extension("s"));
    assert_eq!(path.parent(), Some(rooted("src/sub")));
    assert_eq!(path.join("../x.rs").unwrap(), rooted("src/sub/x.rs"));
    assert_eq!(outcome(path.join("../../../../x")), "outside");
    assert!(path.is_within(&rooted("src")) && path.is_within(&path));
    assert!(!rooted("srcs/a").is_within(&rooted("src")));
    assert_eq!(path.components().collect::<Vec<_>>(), ["src", "sub", "types.d.ts"]);

    let plain = rooted("Makefile");
    assert_eq!((plain.file_name(), plain.extension(), plain.parent()), ("Makefile", None, None));
    let hidden = rooted("a/.env");
    assert_eq!(hidden.extension(), None);
    assert!(!hidden.has_extension("env"));
}

#[test]
fn messages_fit_on_a_line() {
    let input = format!("../{}\n{}", "é".repeat(200), "x".repeat(9000));
    let message = RootedPath::new(&input).unwrap_err().to_string();
    assert!(message.len() < 500 && message.contains('…'), "{message}");
    let place = place();
    let message = place.root.resolve("no\nsuch\u{7}.rs").unwrap_err().to_string();
    assert_eq!(message, r"`no\nsuch\u{7}.rs` does not exist");
    let message = place.root.resolve("scr/main.rs").unwrap_err().to_string();
    assert_eq!(message, "`scr/main.rs` does not exist; did you mean `src/main.rs`?");
}

proptest! {
    #[test]
    fn rooted_paths_are_normal(input in "[a/.]{0,12}|\\PC{0,12}") {
        if let Ok(path) = RootedPath::new(&input) {
            prop_assert!(path.components().all(|part| !matches!(part, "" | "." | "..")));
            prop_assert_eq!(RootedPath::new(path.as_str()).ok(), Some(path));
        }
    }

    #[test]
    fn any_name_makes_the_round_trip_through_a_uri(name in "[^/\u{0}]{1,16}(/[^/\u{0}]{1,8}){0,3}") {
        let root = Root::open(&std::env::temp_dir()).unwrap();
        if let Ok(path) = RootedPath::new(&name) {
            prop_assert_eq!(root.locate(&root.uri_of(&path)), Located::Inside(path));
        }
    }

    #[test]
    fn any_uri_is_located_or_not(tail in "(/|\\.|%2e|%2F|%|\\PC){0,20}") {
        let root = Root::open(&std::env::temp_dir()).unwrap();
        for uri in [format!("{}{tail}", root.uri()), tail] {
            if let Located::Inside(path) = root.locate(&uri) {
                prop_assert!(path.components().all(|part| !matches!(part, "" | "." | "..")));
            }
        }
    }
}
