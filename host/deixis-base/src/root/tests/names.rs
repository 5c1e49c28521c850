//! Any legal name, of the root and below it, on a real disk and through every spelling.

use std::fs;

use proptest::prelude::*;

use super::{Located, Root, RootedPath, outcome};
use crate::uri;

/// Names that a file system takes, with a liking for what URIs, shells and globs do not.
fn names() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => prop::sample::select(vec![
            "#", "%", "%20", "%2F", "%2e", "%zz", " ", "[slug]", "[...all]", "?", ":", "\\",
            "c:", "file:", "@", "&", "+", "=", ";", "\"", "'", "*", "\n", "\t", "~", "..", ".ts",
            "é", "e\u{301}", "漢字", "😀", "👩‍👩‍👧", "\u{FEFF}", "\u{202E}", "ไทย", "\u{7F}",
        ])
        .prop_map(str::to_owned),
        2 => "[a-z]{1,4}",
        1 => any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(piece, 1..6)
        .prop_map(|pieces| pieces.concat().replace(['/', '\0'], "-"))
        .prop_filter("`.` and `..` are no names", |name| name != "." && name != "..")
}

/// A root called `above` with a file below it: every way to say the file means it.
fn check(above: &str, below: &[String]) {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path().canonicalize().unwrap().join(above);
    let (name, folders) = below.split_last().unwrap();
    let file = folders.iter().fold(folder.clone(), |path, name| path.join(name)).join(name);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(&file, "here").unwrap();

    let root = Root::open(&folder).unwrap();
    let spelled = below.join("/");
    let path = RootedPath::new(&spelled).unwrap();
    assert_eq!((path.as_str(), path.file_name()), (spelled.as_str(), name.as_str()));
    assert_eq!(root.read(&path, 4).unwrap(), b"here");
    assert_eq!(root.absolute(&path), file);

    let uri = root.uri_of(&path);
    assert_eq!(uri, uri::from_path(&file));
    assert_eq!(uri::to_path(&uri).as_ref(), Some(&file));
    assert_eq!(root.locate(&uri), Located::Inside(path.clone()));
    let absolute = file.to_str().unwrap();
    let mut said =
        vec![format!("./{spelled}"), format!("x/../{spelled}"), absolute.to_owned(), uri];
    // `file:` at the start of a name would make a URI of it: `./` is there for that.
    said.extend(uri::scheme(&spelled).is_none().then(|| spelled.clone()));
    for input in said {
        assert_eq!(outcome(root.resolve(&input)), spelled, "{input:?}");
    }
    // Servers that escape nothing paste the path; only an escape of its own is then read as one.
    if !absolute.contains('%') {
        assert_eq!(root.locate(&format!("file://{absolute}")), Located::Inside(path));
    }
}

#[test]
fn awkward_names_are_files() {
    for name in
        ["a#b", "100%", "%20", "a b", "[...slug].ts", "what?", "c:", "a\\b", "👩‍👩‍👧", "e\u{301}"]
    {
        check(name, &[name.to_owned(), name.to_owned()]);
    }
}

proptest! {
    // Each case makes folders, so it is a quarter of the usual number.
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_legal_name_is_a_file(above in names(), below in prop::collection::vec(names(), 1..4)) {
        check(&above, &below);
    }
}
