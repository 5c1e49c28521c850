//! Renames that are made: exactly what was shown, once, in all files or in none.

mod agents;
mod ends;
mod killed;
mod links;
mod many;
mod meddled;
mod readers;

use std::os::unix::fs::PermissionsExt as _;

use deixis_tests::answer::Answer;
use deixis_tests::client::Deixis;
use deixis_tests::config::Config;
use deixis_tests::project::Project;
use deixis_tests::scripted::Scripted;
use deixis_tests::start::Start;
use serde_json::{Value, json};

fn toy() -> Project {
    Project::new()
        .file("a.toy", "fn greet\n")
        .file("b.toy", "greet 🦀 greet\r\nx")
        .file("c.toy", "x\n")
}

fn start(project: &Project, script: &Scripted) -> Deixis {
    let config = Config::new().scripted("toy", script);
    Start::new(project.root(), config).argument("--allow-mutation").start()
}

/// Previews `greet` as `hail` and gives the answer.
fn preview(deixis: &mut Deixis) -> Answer {
    deixis.call("preview_rename", &json!({"path": "a.toy:1:4", "newName": "hail"}))
}

fn id(preview: &Answer) -> Value {
    let id = preview.structured()["previewId"].clone();
    assert!(id.is_string(), "{}", preview.0);
    id
}

fn apply(deixis: &mut Deixis, id: &Value) -> Answer {
    deixis.call("apply_rename", &json!({"previewId": id, "diagnosticsWaitMs": 0}))
}

/// Everything in the project, hidden files too.
fn files(project: &Project) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(project.root())
        .expect("the project")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn what_was_shown_is_made_once_and_the_server_knows() {
    let project = toy();
    let before = files(&project);
    let script = Scripted::new("");
    let mut deixis = start(&project, &script);
    let preview = preview(&mut deixis);
    let id = id(&preview);
    assert_eq!(preview.structured()["expiresInSeconds"], 600);
    let applied = apply(&mut deixis, &id);
    let structured = applied.structured();
    assert_eq!(structured["counts"], json!({"files": 2, "edits": 3}), "{}", applied.0);
    let expected = json!([{"path": "a.toy", "edits": 1}, {"path": "b.toy", "edits": 2}]);
    assert_eq!(structured["files"], expected);
    assert_eq!(structured["servers"], json!(["toy"]));
    assert_eq!(project.read("a.toy"), "fn hail\n");
    assert_eq!(project.read("b.toy"), "hail 🦀 hail\r\nx");
    assert_eq!(files(&project), before, "no litter");
    let found =
        deixis.call("references", &json!({"path": "a.toy:1:4", "includeDeclaration": true}));
    assert_eq!(found.places("locations"), project.occurrences("hail", &[".toy"]), "{}", found.0);
    // It is used up.
    let again = apply(&mut deixis, &id);
    assert_eq!(again.error_code(), "invalid_preview", "{}", again.0);
    let again = deixis.call("preview_rename", &json!({"previewId": id}));
    assert_eq!(again.error_code(), "invalid_preview", "{}", again.0);
}

#[test]
fn an_edit_between_preview_and_apply_is_a_conflict_that_uses_the_preview_up() {
    let project = toy();
    let script = Scripted::new("");
    let mut deixis = start(&project, &script);
    let id = id(&preview(&mut deixis));
    project.write("b.toy", "greet 🦀 greet\r\ny");
    let answer = apply(&mut deixis, &id);
    assert_eq!(answer.error_code(), "edit_conflict", "{}", answer.0);
    assert_eq!(answer.error()["path"], "b.toy");
    assert_eq!(project.read("a.toy"), "fn greet\n");
    assert_eq!(apply(&mut deixis, &id).error_code(), "invalid_preview");
    let id = self::id(&preview(&mut deixis));
    assert_eq!(apply(&mut deixis, &id).structured()["counts"]["files"], 2);
    assert_eq!(project.read("b.toy"), "hail 🦀 hail\r\ny");
}

#[test]
fn files_that_are_not_changed_in_passing_are_named_first() {
    let project = toy();
    project.write(".gitignore", "made.toy\n");
    project.write("made.toy", "greet\n");
    project.write("gen.toy", "// @generated\ngreet\n");
    project.write("node_modules/d.toy", "greet\n");
    project.write("ro.toy", "greet\n");
    let read_only = std::fs::Permissions::from_mode(0o444);
    std::fs::set_permissions(project.root().join("ro.toy"), read_only).expect("read-only");
    let careful = ["gen.toy", "made.toy", "node_modules/d.toy", "ro.toy"];
    let script = Scripted::new("");
    let mut deixis = start(&project, &script);
    let preview = preview(&mut deixis);
    let mut include: Vec<String> = serde_json::from_value(preview.structured()["include"].clone())
        .unwrap_or_else(|error| panic!("{error}: {}", preview.0));
    include.sort();
    assert_eq!(include, careful);
    for word in ["gen.toy is generated", "made.toy is ignored by git", "ro.toy is read-only"] {
        assert!(preview.text().contains(word), "{word}: {}", preview.text());
    }
    let id = id(&preview);
    let refused = apply(&mut deixis, &id);
    assert_eq!(refused.error_code(), "rename_refused", "{}", refused.0);
    assert!(refused.text().contains("node_modules/d.toy"), "{}", refused.text());
    // Some are not all; a name that is none of them is a mistake.
    let some = deixis.call("apply_rename", &json!({"previewId": id, "include": ["gen.toy"]}));
    assert_eq!(some.error_code(), "rename_refused", "{}", some.0);
    let wrong = deixis.call("apply_rename", &json!({"previewId": id, "include": ["c.toy"]}));
    assert_eq!(wrong.error_code(), "invalid_arguments", "{}", wrong.0);
    for path in careful {
        assert!(project.read(path).contains("greet"), "{path}");
    }
    let all = json!({"previewId": id, "include": careful, "diagnosticsWaitMs": 0});
    let made = deixis.call("apply_rename", &all);
    assert_eq!(made.structured()["counts"]["files"], 6, "{}", made.0);
    for path in careful {
        assert!(project.read(path).contains("hail"), "{path}");
    }
    let mode = std::fs::metadata(project.root().join("ro.toy")).expect("there").permissions();
    assert_eq!(mode.mode() & 0o777, 0o444);
}

#[test]
fn without_the_permission_there_is_no_such_tool() {
    let project = toy();
    let script = Scripted::new("");
    let config = Config::new().scripted("toy", &script);
    let mut deixis = Start::new(project.root(), config).start();
    let tools = deixis.request("tools/list", json!({}));
    let names: Vec<&Value> =
        tools["tools"].as_array().expect("tools").iter().map(|tool| &tool["name"]).collect();
    assert!(names.contains(&&json!("preview_rename")) && !names.contains(&&json!("apply_rename")));
    let sent =
        deixis.send("tools/call", json!({"name": "apply_rename", "arguments": {"previewId": "0"}}));
    let answer = deixis.wait(sent);
    let message = answer["error"]["message"].as_str().expect("an error");
    assert!(message.contains("--allow-mutation"), "{message}");
    let id = id(&preview(&mut deixis));
    assert!(id.is_string());
}

#[test]
fn previews_make_room_for_newer_ones() {
    let project = toy();
    let script = Scripted::new("");
    let mut deixis = start(&project, &script);
    let ids: Vec<Value> = (0..17).map(|_| id(&preview(&mut deixis))).collect();
    let oldest = apply(&mut deixis, &ids[0]);
    assert_eq!(oldest.error_code(), "invalid_preview", "{}", oldest.0);
    assert!(oldest.text().contains("made room"), "{}", oldest.text());
    assert_eq!(apply(&mut deixis, &ids[1]).structured()["counts"]["files"], 2);
    // The others were made for texts that are no more.
    let late = apply(&mut deixis, &ids[16]);
    assert_eq!(late.error_code(), "edit_conflict", "{}", late.0);
    for wrong in ["", "0", "../../etc/passwd"] {
        let answer = deixis.call("apply_rename", &json!({"previewId": wrong}));
        assert!(
            ["invalid_preview", "invalid_arguments"].contains(&answer.error_code()),
            "{}",
            answer.0
        );
    }
}

#[test]
fn what_is_wrong_afterwards_is_said_worst_first() {
    let project = toy();
    project.write("d.toy", "greet\nWARNING: odd\n");
    project.write("e.toy", "greet\nERROR: taken\n");
    for diagnostics in ["push", "pull"] {
        let script = Scripted::new(&format!("[server]\ndiagnostics = \"{diagnostics}\"\n"));
        let mut deixis = start(&project, &script);
        let [old, new] = if diagnostics == "push" { ["greet", "hail"] } else { ["hail", "greet"] };
        let preview = deixis.call("preview_rename", &json!({"path": "a.toy:1:4", "newName": new}));
        let id = id(&preview);
        let made =
            deixis.call("apply_rename", &json!({"previewId": id, "diagnosticsWaitMs": 30_000}));
        let said = &made.structured()["diagnostics"];
        assert_eq!(said["settledFiles"], 4, "{diagnostics} {old}: {}", made.0);
        let places: Vec<&Value> = said["diagnostics"]
            .as_array()
            .expect("diagnostics")
            .iter()
            .map(|one| &one["at"])
            .collect();
        assert_eq!(places, ["e.toy:2:1", "d.toy:2:1"], "{}", made.0);
        assert!(made.text().contains("1 error, 1 warning in 4 changed files"), "{}", made.text());
    }
}

#[test]
fn a_journal_that_cannot_be_kept_is_said_with_its_place() {
    let project = toy();
    let file = project.outside().join("file");
    std::fs::write(&file, "").expect("a file");
    for (state, words) in [
        (file.to_string_lossy().into_owned(), ["file/deixis/journals", "XDG_STATE_HOME=DIR"]),
        ("relative".to_owned(), ["no place for the journal", "XDG_STATE_HOME="]),
    ] {
        let script = Scripted::new("");
        let config = Config::new().scripted("toy", &script);
        let start = Start::new(project.root(), config).argument("--allow-mutation");
        let start = start.environment("XDG_STATE_HOME", &state).environment("HOME", "");
        let mut deixis = start.start();
        let id = id(&preview(&mut deixis));
        let answer = apply(&mut deixis, &id);
        assert_eq!(answer.error_code(), "edit_application_failed", "{state}: {}", answer.0);
        for word in words {
            assert!(answer.text().contains(word), "{state}: {}", answer.text());
        }
        assert_eq!(project.read("a.toy"), "fn greet\n");
    }
}
