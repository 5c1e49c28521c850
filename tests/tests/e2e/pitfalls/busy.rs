//! What a server says before it knows.

use deixis_tests::config::{Config, routes};
use deixis_tests::project::Project;
use deixis_tests::scripted::Scripted;
use deixis_tests::start::Start;
use serde_json::json;

use super::{rule, stage, stage_with};

/// Says by standard progress that it works, until `go`.
const INDEXING: &str = r#"
[[rule]]
on = "initialized"
do = [
    { request = { id = "p", method = "window/workDoneProgress/create", params = { token = "i" } } },
    { notify = { method = "$/progress", params = { token = "i", value = { kind = "begin", title = "Indexing" } } } },
    { until = "go" },
    { notify = { method = "$/progress", params = { token = "i", value = { kind = "end" } } } },
]
"#;

/// Configures a scripted server as one that the adapter for Rust knows.
fn as_rust(config: Config) -> Config {
    config
        .set("servers.toy.adapter", "rust")
        .set("servers.toy.file_extensions", routes(&[(".toy", "toy")]))
}

#[test]
fn a_crash_is_not_readiness() {
    let end = r#"{ notify = { method = "$/progress", params = { token = "i", value = { kind = "end" } } } }"#;
    let crash = rule("textDocument/references", "", &format!("{end}, \"crash\""));
    let script = Scripted::new(&format!("{INDEXING}{crash}")).forgiving();
    let mut stage = stage_with(script, |config| config);
    let answer = stage.deixis.call("references", &json!({"path": "a.toy:1:4"}));
    assert_eq!(answer.error_code(), "server_exited", "{}", answer.0);
}

#[test]
fn silence_is_not_readiness_where_a_sign_will_come() {
    let status = r#"{ notify = { method = "experimental/serverStatus", params = { health = "ok", quiescent = true } } }"#;
    let late = rule(
        "initialized",
        "",
        &format!("{{ after_ms = 300 }}, {{ mark = \"loaded\" }}, {status}"),
    );
    let early = rule("textDocument/references", "before = \"loaded\"", "{ reply = [] }");
    // Without the adapter nobody knows that a sign will come: the empty answer is taken,
    // and said to prove nothing. With it, the answer is complete.
    for (known, places) in [(true, 3), (false, 0)] {
        let script = Scripted::new(&format!("{late}{early}"));
        let mut stage = stage_with(script, |config| if known { as_rust(config) } else { config });
        let answer = stage
            .deixis
            .call("references", &json!({"path": "a.toy:1:4", "includeDeclaration": true}));
        if known {
            assert_eq!(
                answer.places("locations"),
                stage.project.occurrences("greet", &[".toy"]),
                "{}",
                answer.0
            );
        } else {
            assert_eq!(answer.structured()["resultStability"], "indeterminate", "{}", answer.0);
        }
        assert_eq!(answer.places("locations").len(), places);
    }
}

#[test]
fn a_server_that_waits_for_a_document_gets_one() {
    let project = Project::new().file("src/a.ts", "function greet() {}\n");
    let script = Scripted::new("[server]\ndisk = [\".ts\"]\n");
    let command = deixis_tests::binary::scripted_ls().to_string_lossy().into_owned();
    let config = Config::new()
        .set("servers.ts.adapter", "typescript")
        .set("servers.ts.command", command)
        .set("servers.ts.args", script.arguments());
    let mut deixis = Start::new(project.root(), config).start();
    let answer = deixis.call("workspace_symbols", &json!({"query": "greet", "server": "ts"}));
    assert!(!answer.is_error(), "{}", answer.0);
    let opened = script.received("textDocument/didOpen");
    assert_eq!(opened.len(), 1, "{opened:?}");
    drop(deixis);
}

#[test]
fn nothing_is_remembered_of_a_busy_server() {
    let empty = rule("textDocument/references", "before = \"go\"", "{ reply = [] }");
    let script = Scripted::new(&format!("{INDEXING}{empty}"));
    let mut stage = stage_with(script, |config| config.set("servers.toy.timeouts.request_ms", 700));
    let arguments = json!({"path": "a.toy:1:4", "includeDeclaration": true});
    let early = stage.deixis.call("references", &arguments);
    assert!(
        early.is_error() || early.structured()["resultStability"] == "transient",
        "{}",
        early.0
    );
    stage.script.fire("go");
    stage.script.wait_note("event go");
    let late = stage.deixis.call("references", &arguments);
    assert_eq!(late.places("locations"), stage.project.occurrences("greet", &[".toy"]));
}

#[test]
fn diagnostics_can_be_asked_for_the_whole_project() {
    let other = r#"{ notify = { method = "textDocument/publishDiagnostics", params = { uri = "$ROOT_URI/b.toy", diagnostics = [{ range = { start = { line = 0, character = 0 }, end = { line = 0, character = 5 } }, severity = 1, message = "broken elsewhere" }] } } }"#;
    let opened = rule("textDocument/didOpen", "", &format!("\"default\", {other}"));
    let mut stage = stage(&format!("[server]\ndiagnostics = \"push\"\n{opened}"));
    let clean = stage.deixis.call("diagnostics", &json!({"path": "a.toy"}));
    assert_eq!(clean.structured()["counts"]["error"], 0, "{}", clean.0);
    let all = stage.deixis.call("diagnostics", &json!({}));
    assert!(all.text().contains("b.toy") && all.text().contains("broken elsewhere"), "{}", all.0);
    assert!(all.structured().to_string().contains("broken elsewhere"), "{}", all.0);
}

#[test]
fn a_first_empty_publication_is_not_settled() {
    let publish = |items: &str| {
        format!(
            "{{ notify = {{ method = \"textDocument/publishDiagnostics\", params = {{ uri = \"$URI\", diagnostics = [{items}] }} }} }}"
        )
    };
    let flycheck = |kind: &str| {
        format!(
            "{{ notify = {{ method = \"$/progress\", params = {{ token = \"rust-analyzer/flycheck/0\", value = {{ kind = \"{kind}\", title = \"check\" }} }} }} }}"
        )
    };
    let status = r#"{ notify = { method = "experimental/serverStatus", params = { health = "ok", quiescent = true } } }"#;
    let error = "{ range = { start = { line = 0, character = 0 }, end = { line = 0, character = 2 } }, severity = 1, message = \"it is wrong\" }";
    let opened = rule(
        "textDocument/didOpen",
        "",
        &[
            publish(""),
            "{ until = \"go\" }".to_owned(),
            status.to_owned(),
            flycheck("begin"),
            publish(error),
            flycheck("end"),
        ]
        .join(", "),
    );
    let script = Scripted::new(&opened);
    let mut stage = stage_with(script, as_rust);
    let early = stage.deixis.call("diagnostics", &json!({"path": "a.toy", "waitMs": 300}));
    assert_eq!(early.structured()["settled"], false, "{}", early.0);
    assert!(!early.text().to_lowercase().contains("no problems"), "{}", early.text());
    stage.script.fire("go");
    let late = stage.deixis.call("diagnostics", &json!({"path": "a.toy", "waitMs": 30_000}));
    assert_eq!(late.structured()["counts"]["error"], 1, "{}", late.0);
    assert_eq!(late.structured()["settled"], true, "{}", late.0);
}

#[test]
fn work_that_comes_and_goes_with_the_question_is_noticed() {
    let progress = |kind: &str| {
        format!(
            "{{ notify = {{ method = \"$/progress\", params = {{ token = \"w\", value = {{ kind = \"{kind}\", title = \"Indexing\" }} }} }} }}"
        )
    };
    let actions = [progress("begin"), progress("end"), "{ reply = [] }".to_owned()].join(", ");
    let mut stage = stage(&rule("textDocument/references", "nth = 1", &actions));
    let arguments = json!({"path": "a.toy:1:4", "includeDeclaration": true});
    let answer = stage.deixis.call("references", &arguments);
    let expected = stage.project.occurrences("greet", &[".toy"]);
    assert_eq!(answer.places("locations"), expected, "{}", answer.0);
}
