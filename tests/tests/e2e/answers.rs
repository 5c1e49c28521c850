//! Answers while a server is busy, wrong, late or gone.

use deixis_tests::config::{Config, routes};
use deixis_tests::project::Project;
use deixis_tests::scripted::Scripted;
use deixis_tests::start::Start;
use serde_json::json;

fn toy() -> Project {
    Project::new().file("a.toy", "fn greet\n").file("b.toy", "greet greet\n")
}

/// A server that says by standard progress that it is busy, answers nothing before
/// `go`, and rightly afterwards.
const INDEXING: &str = r#"
[[rule]]
on = "initialized"
do = [
    { request = { id = "p", method = "window/workDoneProgress/create", params = { token = "index" } } },
    { notify = { method = "$/progress", params = { token = "index", value = { kind = "begin", title = "Indexing" } } } },
    { until = "go" },
    { notify = { method = "$/progress", params = { token = "index", value = { kind = "end" } } } },
]
"#;

#[test]
fn an_empty_answer_while_indexing_is_asked_again() {
    let project = toy();
    let early = "[[rule]]\non = \"textDocument/references\"\nnth = 1\ndo = [{ reply = [] }]\n";
    let script = Scripted::new(&format!("{INDEXING}{early}"));
    let mut deixis = Start::new(project.root(), Config::new().scripted("toy", &script)).start();
    let call =
        deixis.begin("references", &json!({"path": "a.toy:1:4", "includeDeclaration": true}));
    script.wait_received("textDocument/references");
    script.fire("go");
    let answer = deixis.finish(call);
    assert_eq!(
        answer.places("locations"),
        project.occurrences("greet", &[".toy"]),
        "{}",
        answer.text()
    );
}

#[test]
fn an_empty_answer_at_the_deadline_says_that_the_server_is_busy() {
    let project = toy();
    let never = "[[rule]]\non = \"textDocument/references\"\ndo = [{ reply = [] }]\n";
    let script = Scripted::new(&format!("{INDEXING}{never}"));
    let config =
        Config::new().scripted("toy", &script).set("servers.toy.timeouts.request_ms", 1_500);
    let mut deixis = Start::new(project.root(), config).start();
    let answer = deixis.call("references", &json!({"path": "a.toy:1:4"}));
    if answer.is_error() {
        assert_eq!(answer.error_code(), "request_timeout", "{}", answer.0);
    } else {
        assert_ne!(answer.structured()["resultStability"], "stable", "{}", answer.0);
        assert!(answer.structured().get("readiness").is_some(), "{}", answer.0);
    }
}

#[test]
fn content_modified_is_asked_again_and_never_shown() {
    let project = toy();
    let script = Scripted::new(
        "[[rule]]\non = \"textDocument/hover\"\nfirst = 2\n\
         do = [{ error = { code = -32801, message = \"content modified\" } }]\n",
    );
    let mut deixis = Start::new(project.root(), Config::new().scripted("toy", &script)).start();
    let answer = deixis.call("hover", &json!({"path": "a.toy:1:4"}));
    assert!(answer.text().contains("`greet`"), "{}", answer.0);
}

#[test]
fn a_request_that_is_never_answered_times_out_with_its_numbers() {
    let project = toy();
    let script = Scripted::new("[[rule]]\non = \"textDocument/hover\"\ndo = [\"ignore\"]\n");
    let config = Config::new().scripted("toy", &script).set("servers.toy.timeouts.request_ms", 300);
    let mut deixis = Start::new(project.root(), config).start();
    let answer = deixis.call("hover", &json!({"path": "a.toy:1:4"}));
    assert_eq!(answer.error_code(), "request_timeout", "{}", answer.0);
    let error = &answer.structured()["error"];
    assert_eq!(
        (&error["server"], &error["method"]),
        (&json!("toy"), &json!("textDocument/hover")),
        "{error}"
    );
    assert!(error["timeoutMs"].as_u64().is_some_and(|ms| ms >= 300), "{error}");
    script.wait_received("$/cancelRequest");
}

#[test]
fn a_cancelled_call_is_cancelled_at_the_server() {
    let project = toy();
    let script =
        Scripted::new("[[rule]]\non = \"textDocument/hover\"\nnth = 1\ndo = [\"ignore\"]\n");
    let mut deixis = Start::new(project.root(), Config::new().scripted("toy", &script)).start();
    let call = deixis.begin("hover", &json!({"path": "a.toy:1:4"}));
    script.wait_received("textDocument/hover");
    deixis.cancel(call);
    script.wait_received("$/cancelRequest");
    let answer = deixis.call("hover", &json!({"path": "a.toy:1:4"}));
    assert!(answer.text().contains("`greet`"), "{}", answer.0);
}

#[test]
fn a_server_that_is_missing_or_fails_at_the_start_is_explained() {
    let project = toy();
    let missing = Config::new()
        .set("servers.toy.command", "no-such-language-server")
        .set("servers.toy.file_extensions", routes(&[(".toy", "toy")]));
    let mut deixis = Start::new(project.root(), missing).start();
    let answer = deixis.call("hover", &json!({"path": "a.toy:1:4"}));
    assert_eq!(answer.error_code(), "server_start_failed", "{}", answer.0);
    assert!(answer.text().contains("no-such-language-server"), "{}", answer.text());
    drop(deixis);

    let script = Scripted::new(
        "[[rule]]\non = \"(start)\"\ndo = [{ stderr = { text = \"the licence has run out\" } }, { exit = 3 }]\n",
    );
    let mut deixis = Start::new(project.root(), Config::new().scripted("toy", &script)).start();
    let answer = deixis.call("hover", &json!({"path": "a.toy:1:4"}));
    assert!(
        ["server_start_failed", "server_exited"].contains(&answer.error_code()),
        "{}",
        answer.0
    );
    assert!(answer.text().contains("the licence has run out"), "{}", answer.text());
}

#[test]
fn a_path_without_a_route_or_outside_is_refused() {
    let project = toy().file("x.unknown", "greet\n");
    std::fs::write(project.outside().join("secret.toy"), "fn greet\n").expect("a file outside");
    let script = Scripted::new("");
    let mut deixis = Start::new(project.root(), Config::new().scripted("toy", &script)).start();
    let mut check = |path: &str, code: &str| {
        let answer = deixis.call("hover", &json!({"path": path, "line": 1, "symbol": "greet"}));
        assert_eq!(answer.error_code(), code, "{path}: {}", answer.0);
        assert!(answer.text().contains(path), "{path} in {}", answer.text());
    };
    check("x.unknown", "routing_error");
    check("missing.toy", "invalid_path");
    check("../secret.toy", "invalid_path");
    assert_eq!(script.starts(), 0, "nothing was started for a call that cannot be served");
}
