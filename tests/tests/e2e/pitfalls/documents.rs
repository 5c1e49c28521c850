//! What is open, and what is looked at.

use deixis_tests::config::Config;
use deixis_tests::project::Project;
use deixis_tests::scripted::Scripted;
use deixis_tests::start::Start;
use serde_json::json;

use super::{rule, stage};

#[test]
fn open_documents_have_a_bound() {
    const FILES: usize = 150;
    let project = Project::new();
    for number in 0..FILES {
        project.write(&format!("{number}.toy"), "fn greet\n");
    }
    let script = Scripted::new("");
    let mut deixis = Start::new(project.root(), Config::new().scripted("toy", &script)).start();
    for number in 0..FILES {
        let answer = deixis.call("hover", &json!({"path": format!("{number}.toy:1:4")}));
        assert!(!answer.is_error(), "{}", answer.0);
    }
    let status = deixis.call("deixis_server_status", &json!({"server": "toy"}));
    let open = status.structured()["openDocuments"].as_u64().unwrap_or(u64::MAX);
    assert!(open <= 64, "{}", status.0);
    let opened = script.received("textDocument/didOpen").len();
    let closed = script.received("textDocument/didClose").len();
    assert_eq!(u64::try_from(opened - closed), Ok(open), "{opened} opened, {closed} closed");
    // One that was closed is opened again, which the server would call a breach if it were open.
    let again = deixis.call("hover", &json!({"path": "0.toy:1:4"}));
    assert!(again.text().contains("`greet`"), "{}", again.0);
}

#[test]
fn folders_with_names_of_build_output_are_seen() {
    let folders = ["target", "coverage", "build", "out", "dist", "vendor"];
    let project = Project::new().file("a.toy", "fn greet\n");
    folders.iter().for_each(|folder| project.write(&format!("{folder}/x.toy"), "greet\n"));
    let script = Scripted::new("[server]\nwatch = [\"**/*.toy\"]\n");
    let mut deixis = Start::new(project.root(), Config::new().scripted("toy", &script)).start();
    let arguments = json!({"path": "a.toy:1:4"});
    let expected = |count: usize| {
        let mut places: Vec<String> = (1..=count)
            .flat_map(|line| folders.iter().map(move |folder| format!("{folder}/x.toy:{line}:1")))
            .collect();
        places.sort();
        places
    };
    let answer = deixis.call("references", &arguments);
    assert_eq!(answer.places("locations"), expected(1), "{}", answer.text());
    folders.iter().for_each(|folder| project.write(&format!("{folder}/x.toy"), "greet\ngreet\n"));
    let answer = deixis.call("references", &arguments);
    assert_eq!(answer.places("locations"), expected(2), "{}", answer.text());
    for folder in folders {
        let hover = deixis.call("hover", &json!({"path": format!("{folder}/x.toy:2:1")}));
        assert!(hover.text().contains("`greet`"), "{}", hover.0);
    }
}

#[test]
fn a_worktree_inside_the_tree_is_inside() {
    let project = Project::new()
        .file("a.toy", "fn greet\n")
        .file(".git/HEAD", "ref: refs/heads/main\n")
        .file("trees/one/.git", "gitdir: ../../.git/worktrees/one\n")
        .file("trees/one/a.toy", "greet\n");
    let script = Scripted::new("");
    let mut deixis = Start::new(project.root(), Config::new().scripted("toy", &script)).start();
    let answer = deixis.call("references", &json!({"path": "a.toy:1:4"}));
    assert_eq!(answer.places("locations"), ["trees/one/a.toy:1:1"], "{}", answer.text());
    let answer = deixis.call("definition", &json!({"path": "trees/one/a.toy:1:1"}));
    assert_eq!(answer.places("locations"), ["a.toy:1:4"], "{}", answer.text());
}

#[test]
fn diagnostics_beyond_the_end_fail_nothing() {
    let far = |line: u32, message: &str| {
        format!(
            "{{ range = {{ start = {{ line = {line}, character = 7 }}, end = {{ line = {line}, character = 90000 }} }}, severity = 1, message = \"{message}\" }}"
        )
    };
    let items = [far(0, "on the line"), far(500, "beyond"), far(u32::MAX, "far beyond")].join(", ");
    let publish = format!(
        "{{ notify = {{ method = \"textDocument/publishDiagnostics\", params = {{ uri = \"$URI\", diagnostics = [{items}] }} }} }}"
    );
    let mut stage = stage(&rule("textDocument/didOpen", "", &publish));
    let answer = stage.deixis.call("diagnostics", &json!({"path": "a.toy"}));
    assert_eq!(answer.structured()["counts"]["error"], 3, "{}", answer.0);
    for place in answer.places("diagnostics") {
        // Where the server points at nothing, the place is still one that can be asked about.
        let hover = stage.deixis.call("hover", &json!({"path": place}));
        assert!(!hover.is_error(), "{place}: {}", hover.0);
    }
}
