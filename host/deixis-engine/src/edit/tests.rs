//! Edits in all forms, checked against one small project.

#![expect(clippy::needless_pass_by_value, reason = "JSON literals read best by value")]

mod places;

use deixis_base::{Encoding, Root, RootedPath, Text};
use deixis_lsp::wire::WorkspaceEdit;
use serde_json::{Value, json};

use super::{Found, kept, plan};

/// `a.toy` has a crab before its second word.
const TEXTS: [(&str, &str); 2] = [("a.toy", "fn run\nx 🦀 run\n"), ("d/b.toy", "run run")];

struct Project {
    _folder: tempfile::TempDir,
    root: Root,
}

fn project() -> Project {
    let folder = tempfile::tempdir().expect("a folder");
    let root = Root::open(folder.path()).expect("a root");
    Project { _folder: folder, root }
}

/// `l.toy` is another name of `a.toy`.
fn find(path: &RootedPath, version: Option<i32>) -> Result<Found, String> {
    let name = if path.as_str() == "l.toy" { "a.toy" } else { path.as_str() };
    let (name, text) =
        TEXTS.iter().find(|(known, _)| *known == name).ok_or("cannot be read as text")?;
    match version {
        Some(version) => Err(format!("has no version {version}")),
        None => Ok(Found { real: RootedPath::new(name).expect("a path"), text: Text::new(*text) }),
    }
}

fn edit(line: u32, start: u32, end: u32, new: &str) -> Value {
    json!({"range": {"start": {"line": line, "character": start}, "end": {"line": line, "character": end}}, "newText": new})
}

/// Edits, and the diffs of all files.
type Seen = (Vec<String>, Vec<Option<String>>);

/// What is planned, as `path:line:start-end old>new` with zero-based bytes, and the diffs; or why
/// nothing is. `$` is the root's URI.
fn planned(edit: &Value) -> Result<Seen, String> {
    let project = project();
    let json = edit.to_string().replace('$', project.root.uri());
    let edit: WorkspaceEdit = serde_json::from_str(&json).expect("an edit");
    let files = plan(edit, &project.root, Encoding::Utf16, find);
    let files = files.map_err(|problem| problem.message)?;
    let mut list = Vec::new();
    for file in &files {
        list.extend(file.edits.iter().map(|edit| {
            let (start, end) = (edit.range.start, edit.range.end);
            format!(
                "{}:{}:{}-{} {}>{}",
                file.path, start.line, start.byte, end.byte, edit.old_text, edit.new_text
            )
        }));
    }
    if files.is_empty() {
        return Ok((list, Vec::new()));
    }
    let (made, shown) = kept(files).map_err(|problem| problem.message)?;
    assert_eq!(made.files().len(), shown.len());
    Ok((list, shown.into_iter().map(|file| file.diff).collect()))
}

fn check(edit: Value, expected: &[&str]) {
    let (list, ..) = planned(&edit).unwrap_or_else(|message| panic!("{edit}: {message}"));
    assert_eq!(list, expected, "{edit}");
}

fn check_refused(edit: Value, why: &str) {
    let message = planned(&edit).expect_err("it is refused");
    assert!(message.contains(why), "{edit}: {message}");
}

fn document(uri: &str, edits: &[Value]) -> Value {
    json!({"textDocument": {"uri": uri, "version": null}, "edits": edits})
}

#[test]
fn both_forms_are_read_and_one_is_made() {
    let (one, other) = (edit(0, 3, 6, "go"), edit(1, 5, 8, "go"));
    let expected = ["a.toy:0:3-6 run>go", "a.toy:1:7-10 run>go"];
    check(json!({"changes": {"$/a.toy": [other, one]}}), &expected);
    check(
        json!({"documentChanges": [document("$/a.toy", &[one.clone(), other.clone()])]}),
        &expected,
    );
    let both = json!({
        "changes": {"$/d/b.toy": [edit(0, 0, 3, "never")]},
        "documentChanges": [document("$/a.toy", std::slice::from_ref(&one)), document("$/%61.toy", std::slice::from_ref(&other))],
    });
    check(both, &expected);
    check(json!({"changes": {"$/a.toy": [one, other]}, "documentChanges": []}), &expected);
    check(json!({"changes": {"$/a.toy": []}}), &[]);
}

#[test]
fn files_stay_in_the_servers_order() {
    let one = edit(0, 0, 3, "go");
    let edit = json!({"changes": {"$/d/b.toy": [one], "$/a.toy": [edit(0, 3, 6, "go")]}});
    check(edit, &["d/b.toy:0:0-3 run>go", "a.toy:0:3-6 run>go"]);
}

#[test]
fn operations_on_files_are_refused_each_with_its_sentence() {
    let with = |operation: Value| json!({"documentChanges": [document("$/a.toy", &[edit(0, 3, 6, "go")]), operation]});
    check_refused(
        with(json!({"kind": "create", "uri": "$/n.toy"})),
        "n.toy, and only edits of existing",
    );
    check_refused(
        with(json!({"kind": "rename", "oldUri": "$/a.toy", "newUri": "$/n.toy"})),
        "it moves file:",
    );
    check_refused(with(json!({"kind": "delete", "uri": "$/a.toy"})), "it deletes file:");
    check_refused(with(json!({"kind": "burn"})), "\"burn\", which is not known");
    check_refused(with(json!({"edits": []})), "names no document");
    check_refused(with(json!(7)), "1 of its document changes cannot be read");
}

#[test]
fn what_leaves_the_project_or_its_texts_is_refused() {
    let at = |uri: &str, edit: Value| json!({"changes": {uri: [edit]}});
    check_refused(at("file:///elsewhere/a.toy", edit(0, 0, 1, "")), "outside the project");
    check_refused(at("$/../a.toy", edit(0, 0, 1, "")), "outside the project");
    check_refused(at("jdt://contents/a", edit(0, 0, 1, "")), "outside the project");
    check_refused(at("$/none.toy", edit(0, 0, 1, "")), "cannot be read as text");
    for path in ["$/.git/hooks/pre-commit", "$/d/.hg/hgrc", "$/.git"] {
        check_refused(at(path, edit(0, 0, 1, "")), "belongs to the version control");
    }
}

#[test]
fn ranges_are_places_in_the_text() {
    let at = |edit: Value| json!({"changes": {"$/a.toy": [edit]}});
    check_refused(at(edit(9, 0, 0, "")), "line 10, column 1 of a.toy is beyond the end");
    check_refused(at(edit(1, 3, 4, "")), "inside a character");
    check_refused(at(edit(0, 4, 2, "")), "ends before it begins");
    check_refused(at(json!({"newText": "no range"})), "1 of its edits");
    // Beyond the end of a line is its end; the line after the last is the end.
    check(at(edit(0, 3, 99, "go")), &["a.toy:0:3-6 run>go"]);
    check(at(edit(3, 0, 0, "end")), &["a.toy:2:0-0 >end"]);
}

#[test]
fn edits_do_not_overlap() {
    let at = |edits: &[Value]| json!({"changes": {"$/d/b.toy": edits}});
    check_refused(
        at(&[edit(0, 0, 3, "a"), edit(0, 2, 5, "b")]),
        "at d/b.toy:1:1 and d/b.toy:1:3 overlap",
    );
    check_refused(at(&[edit(0, 0, 3, "a"), edit(0, 0, 3, "b")]), "overlap");
    // The same said twice is said once; two insertions are two.
    check(at(&[edit(0, 0, 3, "a"), edit(0, 0, 3, "a")]), &["d/b.toy:0:0-3 run>a"]);
    check(at(&[edit(0, 0, 0, "a"), edit(0, 0, 0, "a")]), &["d/b.toy:0:0-0 >a", "d/b.toy:0:0-0 >a"]);
    check(
        at(&[edit(0, 0, 3, "c"), edit(0, 0, 0, "a"), edit(0, 0, 0, "b"), edit(0, 3, 7, "d")]),
        &["d/b.toy:0:0-0 >a", "d/b.toy:0:0-0 >b", "d/b.toy:0:0-3 run>c", "d/b.toy:0:3-7  run>d"],
    );
}

#[test]
fn annotations_versions_and_second_names_are_refused() {
    let mut annotated = edit(0, 0, 3, "a");
    annotated["annotationId"] = json!("k");
    check_refused(
        json!({
            "documentChanges": [document("$/d/b.toy", &[annotated])],
            "changeAnnotations": {"k": {"label": "In a comment", "needsConfirmation": true}},
        }),
        "line 1 of d/b.toy carries the annotation \"In a comment\"",
    );
    let mut versioned = document("$/a.toy", &[edit(0, 3, 6, "go")]);
    versioned["textDocument"]["version"] = json!(7);
    check_refused(json!({"documentChanges": [versioned]}), "a.toy, which has no version 7");
    let one = edit(0, 3, 6, "go");
    check_refused(
        json!({"changes": {"$/a.toy": [one.clone()], "$/l.toy": [one]}}),
        "it edits l.toy, which is the same file as a.toy",
    );
    // One that nobody refers to is a table without entries.
    check(
        json!({"changes": {"$/l.toy": [edit(0, 3, 6, "go")]}, "changeAnnotations": {"k": {"label": "x"}}}),
        &["a.toy:0:3-6 run>go"],
    );
}

#[test]
fn edits_that_change_nothing_are_none() {
    let at = |edits: &[Value]| json!({"changes": {"$/d/b.toy": edits}});
    check(at(&[edit(0, 0, 3, "run")]), &[]);
    check(at(&[edit(0, 0, 3, "run"), edit(0, 4, 7, "go")]), &["d/b.toy:0:4-7 run>go"]);
}

#[test]
fn the_diff_is_that_of_the_edited_texts() {
    let edit = json!({"changes": {"$/a.toy": [edit(1, 5, 8, "go")], "$/d/b.toy": [edit(0, 0, 3, "go"), edit(0, 4, 7, "go")]}});
    let (_, diffs) = planned(&edit).expect("a plan");
    let diff = diffs.into_iter().map(|diff| diff.expect("a diff")).collect::<String>();
    let expected = "--- a/a.toy\n+++ b/a.toy\n@@ -1,2 +1,2 @@\n fn run\n-x 🦀 run\n+x 🦀 go\n\
                    --- a/d/b.toy\n+++ b/d/b.toy\n@@ -1 +1 @@\n-run run\n\\ No newline at end of file\n+go go\n\\ No newline at end of file\n";
    assert_eq!(diff, expected);
}

#[test]
fn a_long_diff_is_left_out() {
    let long = json!({"changes": {"$/a.toy": [edit(0, 3, 6, &"x".repeat(9_000))]}});
    assert_eq!(planned(&long).expect("a plan").1, [None]);
}
