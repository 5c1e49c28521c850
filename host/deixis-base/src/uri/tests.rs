use std::path::{Path, PathBuf};

use proptest::prelude::*;

use super::{from_path, posix, scheme, to_path, windows};

#[test]
fn posix_paths_are_written() {
    let cases: [(&[u8], &str); 10] = [
        (b"/", "file:///"),
        (b"/a/b.rs", "file:///a/b.rs"),
        (b"/a b/[slug]/x?#%.ts", "file:///a%20b/%5Bslug%5D/x%3F%23%25.ts"),
        (b"/c:/x", "file:///c%3A/x"),
        ("/é/漢/😀".as_bytes(), "file:///%C3%A9/%E6%BC%A2/%F0%9F%98%80"),
        ("/e\u{301}".as_bytes(), "file:///e%CC%81"),
        (b"/back\\slash\nline", "file:///back%5Cslash%0Aline"),
        (b"/-._~", "file:///-._~"),
        (
            b"/!$&'()*+,;=@\"<>^`{|}",
            "file:///%21%24%26%27%28%29%2A%2B%2C%3B%3D%40%22%3C%3E%5E%60%7B%7C%7D",
        ),
        (b"/\xff", "file:///%FF"),
    ];
    for (path, uri) in cases {
        assert_eq!(posix::from_path(path), uri);
        assert_eq!(posix::to_path(uri).as_deref(), Some(path), "{uri}");
    }
}

#[test]
fn posix_uris_are_read_tolerantly() {
    let cases: [(&str, Option<&str>); 25] = [
        ("file:///a b/[slug]/é.ts", Some("/a b/[slug]/é.ts")),
        ("file:///a%5bslug%5D", Some("/a[slug]")),
        ("file:/a", Some("/a")),
        ("FILE:///a", Some("/a")),
        ("file://localhost/a", Some("/a")),
        ("file://LocalHost/a", Some("/a")),
        ("file:///a#b?c", Some("/a#b?c")),
        ("file:///100%", Some("/100%")),
        ("file:///a%zz%4", Some("/a%zz%4")),
        ("file:///%25%32%30", Some("/%20")),
        ("file:////a", Some("//a")),
        ("file:///", Some("/")),
        ("file:///c%3A/x", Some("/c:/x")),
        ("file:///a%2Fb", Some("/a/b")),
        ("file:///%", Some("/%")),
        ("file://host/a", None),
        ("file:///a%00b", None),
        ("file:a", None),
        ("file:", None),
        ("file://", None),
        ("file://localhost", None),
        ("http:///a", None),
        ("jdt://contents/a.jar", None),
        ("/a", None),
        ("", None),
    ];
    for (uri, path) in cases {
        let expected = path.map(|path| path.as_bytes().to_vec());
        assert_eq!(posix::to_path(uri), expected, "{uri}");
    }
}

#[test]
fn windows_paths_are_written() {
    let cases = [
        (r"C:\a\b.rs", "file:///C:/a/b.rs", r"C:\a\b.rs"),
        (r"c:\a b\é#%.ts", "file:///c:/a%20b/%C3%A9%23%25.ts", r"c:\a b\é#%.ts"),
        ("C:/a/b", "file:///C:/a/b", r"C:\a\b"),
        (r"C:\", "file:///C:/", r"C:\"),
        (r"\\server\share\a b", "file://server/share/a%20b", r"\\server\share\a b"),
        (r"\\?\C:\a", "file:///C:/a", r"C:\a"),
        (r"\\?\UNC\server\share\a", "file://server/share/a", r"\\server\share\a"),
        (r"\\localhost\share\a", "file://localhost/share/a", r"\\localhost\share\a"),
        (r"\\wsl$\Ubuntu\home", "file://wsl%24/Ubuntu/home", r"\\wsl$\Ubuntu\home"),
    ];
    for (path, uri, back) in cases {
        assert_eq!(windows::from_path(path), uri);
        assert_eq!(windows::to_path(uri).as_deref(), Some(back), "{uri}");
    }
}

#[test]
fn windows_uris_are_read_tolerantly() {
    let cases = [
        ("file:///c%3A/a", Some(r"c:\a")),
        ("file:///c%3a/a%20b", Some(r"c:\a b")),
        ("file:/c:/a", Some(r"c:\a")),
        ("file://localhost/c:/a", Some(r"c:\a")),
        ("file:///c:", Some(r"c:\")),
        ("file:////server/share/a", Some(r"\\server\share\a")),
        ("file://///server/share", Some(r"\\server\share")),
        (r"file:///c:\a\b", Some(r"c:\a\b")),
        ("file://c:/a", Some(r"c:\a")),
        ("file:////?/C:/a", Some(r"C:\a")),
        ("file:////?/UNC/server/share/a", Some(r"\\server\share\a")),
        ("file:////?/Volume{1}/a", None),
        ("file:////./pipe/a", None),
        ("file://./pipe/a", None),
        ("file://%2E/pipe/a", None),
        ("file://%3F/C:/a", None),
        ("file://%5C/a", None),
        ("file:////server//share/a", Some(r"\\server\share\a")),
        ("file:////?/UNC/c:/a", None),
        ("file:////localhost/c:/a", None),
        ("file://server/c:/a", None),
        ("file://server:80/share/a", None),
        ("file://server/", None),
        ("file:////server", None),
        ("file:///a/b", None),
        ("file:///1:/a", None),
        ("file:///c:a", None),
        ("file:///c:/a%00", None),
        ("file:///c:/%FF", None),
        ("file:///", None),
        ("http://c:/a", None),
        ("", None),
    ];
    for (uri, path) in cases {
        assert_eq!(windows::to_path(uri).as_deref(), path, "{uri}");
    }
}

#[test]
fn schemes() {
    let cases = [
        ("file:///a", Some("file")),
        ("jdt://contents/x", Some("jdt")),
        ("deno:/https/x", Some("deno")),
        ("vscode-notebook-cell+x.y:a", Some("vscode-notebook-cell+x.y")),
        ("untitled:Untitled-1", Some("untitled")),
        (r"C:\a", None),
        ("c:/a", None),
        ("/a:b", None),
        ("a b:c", None),
        ("1a:b", None),
        (":a", None),
        ("é:a", None),
        ("", None),
    ];
    for (uri, expected) in cases {
        assert_eq!(scheme(uri), expected, "{uri}");
    }
}

#[cfg(unix)]
#[test]
fn native_paths_are_posix_here() {
    let path = Path::new("/a b/é");
    assert_eq!(from_path(path), "file:///a%20b/%C3%A9");
    assert_eq!(to_path("file:///a%20b/é"), Some(PathBuf::from(path)));
    assert_eq!(to_path("file://host/a"), None);
}

#[cfg(windows)]
#[test]
fn native_paths_are_windows_here() {
    let path = Path::new(r"C:\a b\é");
    assert_eq!(from_path(path), "file:///C:/a%20b/%C3%A9");
    assert_eq!(to_path("file:///C:/a%20b/é"), Some(PathBuf::from(path)));
}

/// Names that a Unix file system allows, with a liking for what URIs dislike.
fn posix_paths() -> impl Strategy<Value = Vec<u8>> {
    let awkward = prop::sample::select(
        "#%[]? :\\\n\t@&=+$,;\"'<>{}|^`~%20%2F😀e\u{301}\u{FEFF}".chars().collect::<Vec<_>>(),
    );
    let byte = prop_oneof![
        3 => awkward.prop_map(|c| c.to_string().into_bytes()),
        2 => any::<char>().prop_map(|c| c.to_string().into_bytes()),
        1 => any::<u8>().prop_map(|byte| vec![byte]),
    ];
    let name = prop::collection::vec(byte, 1..12).prop_map(|parts| parts.concat());
    let name = name.prop_map(|name| name.into_iter().filter(|b| !b"/\0".contains(b)).collect());
    prop::collection::vec(name, 1..6).prop_map(|names: Vec<Vec<u8>>| {
        names.iter().flat_map(|name| std::iter::once(&b'/').chain(name)).copied().collect()
    })
}

proptest! {
    #[test]
    fn posix_round_trip(path in posix_paths()) {
        let uri = posix::from_path(&path);
        prop_assert!(uri.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._~/%:".contains(&b)));
        prop_assert_eq!(posix::to_path(&uri), Some(path));
        prop_assert_eq!(posix::to_path(&uri.replace("%C3", "%c3").replace("%5B", "%5b")), posix::to_path(&uri));
    }

    #[test]
    fn posix_names_without_percent_are_read_unescaped(path in posix_paths()) {
        let path = String::from_utf8_lossy(&path).replace('%', "");
        prop_assert_eq!(posix::to_path(&format!("file://{path}")), Some(path.into_bytes()));
    }

    #[test]
    fn windows_round_trip(
        start in prop_oneof![
            "[A-Za-z]:",
            r"\\\\[a-z][a-z0-9.$-]{0,8}\\[a-z$]{1,8}",
        ],
        names in prop::collection::vec("[^/\\\\:*?\"<>|\u{0}-\u{1f}]{1,10}", 1..5),
    ) {
        let path = format!(r"{start}\{}", names.join(r"\"));
        let uri = windows::from_path(&path);
        prop_assert_eq!(windows::to_path(&uri), Some(path.clone()));
        // As editors write it.
        let encoded = uri.replacen(":/", "%3A/", 2).replacen("%3A/", ":/", 1);
        prop_assert_eq!(windows::to_path(&encoded), Some(path));
    }

    #[test]
    fn any_text_is_read_or_refused(text in "(file:|FILE:)?/{0,4}(\\PC|%[0-9a-fA-F]{0,2}){0,20}") {
        let _ = scheme(&text);
        if let Some(path) = posix::to_path(&text) {
            prop_assert!(path.starts_with(b"/") && !path.contains(&0));
            prop_assert_eq!(posix::to_path(&posix::from_path(&path)), Some(path));
        }
        if let Some(path) = windows::to_path(&text) {
            prop_assert!(!path.contains(['/', '\0']));
        }
    }
}
