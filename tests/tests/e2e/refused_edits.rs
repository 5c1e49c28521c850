//! Edits of a rename that are taken in one form, or refused as a whole.

use deixis_tests::answer::Answer;
use deixis_tests::config::Config;
use deixis_tests::project::Project;
use deixis_tests::scripted::Scripted;
use deixis_tests::start::Start;
use serde_json::{Value, json};

/// The answer of `preview_rename` to an edit; `$URI` is `a.toy`, `$ROOT_URI` the root.
fn answer_to(edit: &Value) -> Answer {
    let project = Project::new().file("a.toy", "fn greet\n").file("b.toy", "greet greet\n");
    let script = Scripted::new(&format!(
        "[[rule]]\non = \"textDocument/rename\"\ndo = [{{ reply_json = '''{edit}''' }}]\n"
    ));
    let mut deixis = Start::new(project.root(), Config::new().scripted("toy", &script)).start();
    let answer = deixis.call("preview_rename", &json!({"path": "a.toy:1:4", "newName": "hail"}));
    assert_eq!(project.read("a.toy"), "fn greet\n");
    answer
}

fn edit(start: u32, end: u32) -> Value {
    json!({"range": {"start": {"line": 0, "character": start}, "end": {"line": 0, "character": end}}, "newText": "hail"})
}

fn document(uri: &str, edits: &[Value]) -> Value {
    json!({"textDocument": {"uri": uri, "version": null}, "edits": edits})
}

fn check_refused(edit: &Value, words: &[&str]) {
    let answer = answer_to(edit);
    assert_eq!(answer.error_code(), "invalid_workspace_edit", "{edit}: {}", answer.0);
    for word in words {
        assert!(answer.text().contains(word), "{word} in {}", answer.text());
    }
}

#[test]
fn of_both_forms_one_is_shown() {
    let answer = answer_to(&json!({
        "changes": {"$ROOT_URI/b.toy": [edit(0, 5), edit(6, 11)]},
        "documentChanges": [document("$URI", &[edit(3, 8)])],
    }));
    let structured = answer.structured();
    assert_eq!(structured["counts"], json!({"files": 1, "edits": 1}), "{}", answer.0);
    assert_eq!(structured["files"][0]["path"], "a.toy");
    // The older form alone is as good.
    let answer = answer_to(&json!({"changes": {"$ROOT_URI/b.toy": [edit(6, 11), edit(0, 5)]}}));
    let edits = &answer.structured()["files"][0]["edits"];
    assert_eq!(json!([edits[0]["range"], edits[1]["range"]]), json!([[0, 0, 0, 5], [0, 6, 0, 11]]));
}

#[test]
fn operations_on_files_are_refused_each_with_its_sentence() {
    let with =
        |operation: Value| json!({"documentChanges": [document("$URI", &[edit(3, 8)]), operation]});
    check_refused(
        &with(json!({"kind": "create", "uri": "$ROOT_URI/new.toy"})),
        &["creates", "new.toy"],
    );
    let rename = json!({"kind": "rename", "oldUri": "$URI", "newUri": "$ROOT_URI/new.toy"});
    check_refused(&with(rename), &["moves", "a.toy", "new.toy"]);
    check_refused(&with(json!({"kind": "delete", "uri": "$URI"})), &["deletes", "a.toy"]);
}

#[test]
fn what_leaves_the_project_or_overlaps_is_refused() {
    check_refused(
        &json!({"changes": {"file:///elsewhere/a.toy": [edit(0, 1)]}}),
        &["outside the project", "elsewhere"],
    );
    check_refused(
        &json!({"changes": {"$ROOT_URI/../a.toy": [edit(0, 1)]}}),
        &["outside the project"],
    );
    check_refused(
        &json!({"changes": {"$ROOT_URI/none.toy": [edit(0, 1)]}}),
        &["none.toy", "cannot be read"],
    );
    check_refused(
        &json!({"changes": {"$ROOT_URI/b.toy": [edit(0, 5), edit(4, 11)]}}),
        &["b.toy:1:1", "b.toy:1:5", "overlap"],
    );
    check_refused(
        &json!({"changes": {"$URI": [edit(3, 8), {"newText": "x"}]}}),
        &["1 of its edits"],
    );
}

#[test]
fn annotations_versions_and_second_names_are_refused() {
    let mut annotated = edit(3, 8);
    annotated["annotationId"] = json!("prose");
    check_refused(
        &json!({
            "documentChanges": [document("$URI", &[annotated])],
            "changeAnnotations": {"prose": {"label": "In prose", "needsConfirmation": true}},
        }),
        &["line 1 of a.toy", "annotation", "In prose"],
    );
    // The file that was asked about is open, at version 1; the other one is not.
    let versioned = |uri: &str, version: i32, edits: &[Value]| {
        let mut document = document(uri, edits);
        document["textDocument"]["version"] = json!(version);
        json!({"documentChanges": [document]})
    };
    check_refused(&versioned("$URI", 7, &[edit(3, 8)]), &["a.toy", "version 1", "version 7"]);
    check_refused(&versioned("$ROOT_URI/b.toy", 7, &[edit(0, 5)]), &["b.toy", "not open"]);
    for fine in
        [versioned("$URI", 1, &[edit(3, 8)]), versioned("$ROOT_URI/b.toy", 0, &[edit(0, 5)])]
    {
        assert_eq!(answer_to(&fine).structured()["counts"]["edits"], 1, "{fine}");
    }
}

#[test]
fn edits_that_change_nothing_are_refused() {
    let mut same = edit(3, 8);
    same["newText"] = json!("greet");
    check_refused(&json!({"changes": {"$URI": [same]}}), &["leaves the text as it is"]);
}

#[test]
fn aliases_are_warned_of() {
    let mut alias = edit(0, 5);
    alias["newText"] = json!("greet as hail");
    let answer = answer_to(&json!({"documentChanges": [document("$ROOT_URI/b.toy", &[alias])]}));
    let warnings = answer.structured()["warnings"].as_array().expect("warnings").clone();
    let wanted = ["b.toy:1:1 keeps the old name", "`greet` is left alone at 2 places in 2 files"];
    assert_eq!(warnings.len(), wanted.len(), "{}", answer.0);
    for (warning, word) in warnings.iter().zip(wanted) {
        let warning = warning.as_str().expect("text");
        assert!(warning.contains(word), "{warning}");
        assert!(answer.text().contains(warning), "{}", answer.text());
    }
}

#[test]
fn edits_where_the_name_does_not_stand_need_to_be_named() {
    // One column too early, as from a server that does not count a byte order mark.
    let answer = answer_to(&json!({"changes": {"$ROOT_URI/b.toy": [edit(5, 10)]}}));
    let structured = answer.structured();
    assert_eq!(structured["include"], json!(["b.toy"]), "{}", answer.0);
    let warning = structured["warnings"][0].as_str().expect("a warning");
    assert!(warning.contains("b.toy is edited where the name does not stand"), "{warning}");
}
