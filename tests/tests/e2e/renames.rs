//! What a rename would change: asked for, checked, and never written.

use deixis_tests::client::Deixis;
use deixis_tests::config::Config;
use deixis_tests::project::Project;
use deixis_tests::scripted::Scripted;
use deixis_tests::start::Start;
use serde_json::{Value, json};

const TEXTS: [(&str, &str); 2] = [("a.toy", "fn greet\n"), ("b.toy", "greet 🦀 greet\n")];

fn toy() -> Project {
    TEXTS.iter().fold(Project::new(), |project, (path, text)| project.file(path, text))
}

fn start(project: &Project, script: &Scripted) -> Deixis {
    Start::new(project.root(), Config::new().scripted("toy", script)).start()
}

/// Calls `preview_rename` for `greet`.
fn preview(deixis: &mut Deixis) -> deixis_tests::answer::Answer {
    deixis.call("preview_rename", &json!({"path": "a.toy:1:4", "newName": "hail"}))
}

/// The places of the edits, as `path:line:column`, sorted.
fn places(structured: &Value) -> Vec<String> {
    let mut places = Vec::new();
    for file in structured["files"].as_array().expect("files") {
        let path = file["path"].as_str().expect("a path");
        for edit in file["edits"].as_array().expect("edits") {
            let number = |index: usize| edit["range"][index].as_u64().expect("a number") + 1;
            places.push(format!("{path}:{}:{}", number(0), number(1)));
        }
    }
    places.sort();
    places
}

#[test]
fn a_preview_shows_every_edit_and_writes_nothing() {
    let project = toy();
    let script = Scripted::new("[server]\nencodings = []\n");
    let mut deixis = start(&project, &script);
    let answer = preview(&mut deixis);
    let structured = answer.structured();
    assert_eq!(places(structured), project.occurrences("greet", &[".toy"]), "{}", answer.0);
    assert_eq!(structured["counts"], json!({"files": 2, "edits": 3}));
    assert_eq!(structured["warnings"], json!([]));
    let edit = &structured["files"][0]["edits"][0];
    assert_eq!((&edit["oldText"], &edit["newText"]), (&json!("greet"), &json!("hail")));
    let diff = structured["diff"].as_str().expect("a diff");
    assert!(diff.contains("-greet 🦀 greet\n+hail 🦀 hail\n"), "{diff}");
    assert!(answer.text().contains("-greet 🦀 greet\n+hail 🦀 hail"), "{}", answer.text());
    for (path, text) in TEXTS {
        assert_eq!(project.read(path), text);
    }
    let order: Vec<Value> = script.lines("in").iter().map(|line| line["method"].clone()).collect();
    let at = |method: &str| order.iter().position(|other| other == method).expect(method);
    assert!(at("textDocument/prepareRename") < at("textDocument/rename"), "{order:?}");
}

#[test]
fn a_long_preview_comes_in_pages_that_are_of_one_preview() {
    let project = toy();
    let many = "greet\n".repeat(1_500);
    project.write("c.toy", &many);
    let script = Scripted::new("");
    let mut deixis = start(&project, &script);
    let mut arguments = json!({"path": "a.toy:1:4", "newName": "hail", "limit": 500});
    let (mut seen, mut notes, mut diffs, mut asked) = (Vec::new(), 0, 0, None);
    loop {
        let answer = deixis.call("preview_rename", &arguments);
        // Twice, if the files were written only just now.
        asked.get_or_insert_with(|| script.received("textDocument/rename").len());
        let structured = answer.structured();
        // That of the long file is left out, and said to be, where its edits begin.
        notes += usize::from(structured["note"].is_string());
        diffs += usize::from(structured["diff"].is_string());
        seen.extend(places(structured));
        let Some(next) = structured["pagination"]["nextOffset"].as_u64() else { break };
        arguments = json!({"previewId": structured["previewId"], "limit": 500, "offset": next});
        // What changes meanwhile does not change the preview.
        project.write("d.toy", &format!("greet {next}\n"));
    }
    assert_eq!((notes, diffs), (1, 1));
    assert_eq!(Some(script.received("textDocument/rename").len()), asked);
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 1_503);
}

#[test]
fn what_cannot_be_renamed_is_refused_and_its_rename_never_sent() {
    let project = toy();
    let script = Scripted::new(
        "[[rule]]\non = \"textDocument/prepareRename\"\ndo = [{ reply_json = \"null\" }]\n",
    );
    let mut deixis = start(&project, &script);
    let prepared = deixis.call("prepare_rename", &json!({"path": "a.toy:1:4"}));
    for answer in [prepared, preview(&mut deixis)] {
        assert_eq!(answer.error_code(), "rename_refused", "{}", answer.0);
        assert!(
            answer.text().contains("`greet` at a.toy:1:4 cannot be renamed"),
            "{}",
            answer.text()
        );
    }
    assert_eq!(script.received("textDocument/rename").len(), 0);
}

#[test]
fn an_empty_edit_is_refused_with_the_last_message_shown() {
    let project = toy();
    for empty in ["null", "{}", "{\"documentChanges\": []}", "{\"changes\": {\"$URI\": []}}"] {
        let script = Scripted::new(&format!(
            "[[rule]]\non = \"textDocument/hover\"\n\
             do = [{{ notify = {{ method = \"window/showMessage\", params = {{ type = 3, message = \"welcome\" }} }} }}, \"default\"]\n\
             [[rule]]\non = \"textDocument/rename\"\nnth = 1\ndo = [\n\
             {{ notify = {{ method = \"window/showMessage\", params = {{ type = 1, message = \"hail is taken\" }} }} }},\n\
             {{ reply_json = '{empty}' }} ]\n\
             [[rule]]\non = \"textDocument/rename\"\ndo = [{{ reply_json = '{empty}' }}]\n"
        ));
        let mut deixis = start(&project, &script);
        deixis.call("hover", &json!({"path": "a.toy:1:4"}));
        let answer = preview(&mut deixis);
        assert_eq!(answer.error_code(), "invalid_workspace_edit", "{empty}: {}", answer.0);
        assert!(answer.text().contains("it showed: hail is taken"), "{}", answer.text());
        // A message of before says nothing about this rename.
        deixis.call("hover", &json!({"path": "a.toy:1:4"}));
        let answer = preview(&mut deixis);
        assert_eq!(answer.error_code(), "invalid_workspace_edit", "{empty}: {}", answer.0);
        assert!(answer.text().contains("it gave no reason"), "{}", answer.text());
    }
}

#[test]
fn a_rename_that_changes_nothing_is_refused() {
    let project = toy();
    let script = Scripted::new("");
    let arguments = json!({"path": "a.toy:1:4", "newName": "greet"});
    let answer = start(&project, &script).call("preview_rename", &arguments);
    assert_eq!(answer.error_code(), "rename_refused", "{}", answer.0);
    assert!(answer.text().contains("would change nothing"), "{}", answer.text());
}

#[test]
fn every_shape_of_a_preparation_has_its_placeholder() {
    let project = toy();
    let range = json!({"start": {"line": 0, "character": 3}, "end": {"line": 0, "character": 8}});
    let check = |reply: Value, placeholder: &str| {
        let script = Scripted::new(&format!(
            "[[rule]]\non = \"textDocument/prepareRename\"\ndo = [{{ reply_json = '{reply}' }}]\n"
        ));
        let mut deixis = start(&project, &script);
        let answer = deixis.call("prepare_rename", &json!({"path": "a.toy:1:6"}));
        let expected = json!([[0, 3, 0, 8], placeholder, "a.toy:1:4", true]);
        let said = answer.structured();
        let seen = json!([said["range"], said["placeholder"], said["at"], said["checked"]]);
        assert_eq!(seen, expected, "{reply}: {}", answer.text());
        assert!(answer.text().contains(&format!("`{placeholder}`")), "{}", answer.text());
    };
    check(range.clone(), "greet");
    check(json!({"range": range, "placeholder": "Greet"}), "Greet");
    check(json!({"defaultBehavior": true}), "greet");
}

#[test]
fn a_server_that_does_not_check_says_so() {
    let project = toy();
    let no_method = "[[rule]]\non = \"textDocument/prepareRename\"\n\
                     do = [{ error = { code = -32601, message = \"what?\" } }]\n";
    for (script, asked) in [("[capabilities]\nrenameProvider = true\n", 0), (no_method, 2)] {
        let script = Scripted::new(script);
        let mut deixis = start(&project, &script);
        let prepared = deixis.call("prepare_rename", &json!({"path": "b.toy:1:12"}));
        let said = prepared.structured();
        assert_eq!(
            json!([said["range"], said["placeholder"], said["checked"]]),
            json!([[0, 11, 0, 16], "greet", false]),
            "{}",
            prepared.text()
        );
        assert!(prepared.text().contains("does not check beforehand"), "{}", prepared.text());
        let nothing = deixis.call("prepare_rename", &json!({"path": "b.toy:1:7"}));
        assert_eq!(nothing.error_code(), "rename_refused", "{}", nothing.0);
        assert_eq!(script.received("textDocument/prepareRename").len(), asked);
        let answer = preview(&mut deixis);
        let warnings = answer.structured()["warnings"].to_string();
        assert!(warnings.contains("does not check beforehand"), "{}", answer.0);
        assert_eq!(places(answer.structured()), project.occurrences("greet", &[".toy"]));
    }
}

#[test]
fn a_name_that_is_none_is_refused_before_anything_starts() {
    let project = toy();
    let script = Scripted::new("");
    let mut deixis = start(&project, &script);
    for name in ["", " ", "two\nlines"] {
        let answer = deixis.call("preview_rename", &json!({"path": "a.toy:1:4", "newName": name}));
        assert_eq!(answer.error_code(), "invalid_arguments", "{name:?}: {}", answer.0);
    }
    assert_eq!(script.starts(), 0);
}

#[test]
fn what_a_server_says_against_a_rename_is_shown() {
    let project = toy();
    let script = Scripted::new(
        "[[rule]]\non = \"textDocument/rename\"\n\
         do = [{ error = { code = -32602, message = \"hail is a keyword\" } }]\n",
    );
    let answer = preview(&mut start(&project, &script));
    assert_eq!(answer.error_code(), "rename_refused", "{}", answer.0);
    assert_eq!(answer.error()["lspError"]["code"], -32602);
    assert!(answer.text().contains("hail is a keyword"), "{}", answer.text());
}
