//! Servers that speak the protocol in odd ways, or hardly.

use deixis_tests::config::Config;
use deixis_tests::project::Project;
use deixis_tests::scripted::Scripted;
use deixis_tests::start::Start;
use serde_json::json;

/// A hover through a server with this script must come out right.
fn check(script: &str) {
    let project = Project::named("odd #%20 [x] é").file("dir #1/ä [slug] %41.toy", "fn greet\n");
    let scripted = Scripted::new(script);
    let mut deixis = Start::new(project.root(), Config::new().scripted("toy", &scripted)).start();
    let answer = deixis
        .call("hover", &json!({"path": "dir #1/ä [slug] %41.toy", "line": 1, "symbol": "greet"}));
    assert!(answer.text().contains("`greet`"), "{script}: {}", answer.0);
}

#[test]
fn odd_frames_are_read() {
    check("[server]\nchunk = 1\n");
    check("[server]\nchunk = 7\nheaders = \"content_type\"\n");
    check("[server]\nheaders = \"lower\"\n");
}

#[test]
fn noise_is_survived() {
    check("[server]\nstderr_lines = 20000\n");
    check(
        "[[rule]]\non = \"(start)\"\ndo = [{ raw = \"Hello, I am a server\\nand I greet you\\n\" }]\n",
    );
    check(
        "[[rule]]\non = \"initialized\"\ndo = [{ raw = \"Content-Length: 4\\r\\n\\r\\nnull\" }, { raw = \"Content-Length: 3\\r\\n\\r\\n{x}\" }]\n",
    );
    check(
        "[[rule]]\non = \"initialized\"\ndo = [{ raw = \"Content-Length: 34\\r\\n\\r\\n{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":99999,\\\"x\\\":1}\" }]\n",
    );
}

#[test]
fn a_host_that_never_reads_standard_error_gets_its_answer() {
    let project = Project::new().file("a.toy", "fn greet\n");
    let script = Scripted::new("[server]\nstderr_lines = 20000\n");
    let start = Start::new(project.root(), Config::new().scripted("toy", &script));
    let mut deixis = start.deaf_to_errors().start();
    let answer = deixis.call("hover", &json!({"path": "a.toy:1:4"}));
    assert!(answer.text().contains("`greet`"), "{}", answer.0);
}

#[test]
fn requests_of_the_server_are_answered() {
    let script = r#"
[[rule]]
on = "initialize"
do = [{ request = { id = 1, method = "workspace/configuration", params = { items = [{}] } } }, { until = "response:1" }, "default"]

[[rule]]
on = "initialized"
do = [
    { request = { id = "a", method = "client/registerCapability", params = { registrations = [] } } },
    { request = { id = "b", method = "window/showMessageRequest", params = { type = 1, message = "well?", actions = [{ title = "yes" }] } } },
    { request = { id = "c", method = "workspace/configuration", params = { items = [{ section = "toy" }, { section = "" }] } } },
    { request = { id = "d", method = "toy/noSuchRequest", params = {} } },
    { request = { id = 0, method = "window/workDoneProgress/create", params = { token = 7 } } },
]

[[rule]]
on = "textDocument/hover"
do = [{ request = { id = "e", method = "workspace/workspaceFolders" } }, { until = "response:\"e\"" }, "default"]
"#;
    check(script);
}

#[test]
fn hovers_of_every_shape_are_read() {
    let shapes = [
        r#"{"contents": "plain `greet`"}"#,
        r#"{"contents": ["a", {"language": "toy", "value": "fn `greet`"}]}"#,
        r#"{"contents": {"language": "toy", "value": "`greet`"}}"#,
        r#"{"contents": {"kind": "plaintext", "value": "`greet`"}, "range": null}"#,
    ];
    for shape in shapes {
        check(&format!(
            "[[rule]]\non = \"textDocument/hover\"\ndo = [{{ reply_json = '''{shape}''' }}]\n"
        ));
    }
}

#[test]
fn a_server_that_prints_only_text_fails_fast_and_is_quoted() {
    let project = Project::new().file("a.toy", "fn greet\n");
    let script = Scripted::new(
        "[[rule]]\non = \"(start)\"\ndo = [{ raw = \"usage: toy [file]\\n\" }, { exit = 2 }]\n",
    );
    let mut deixis = Start::new(project.root(), Config::new().scripted("toy", &script)).start();
    let answer = deixis.call("hover", &json!({"path": "a.toy:1:4"}));
    assert!(answer.is_error() && answer.text().contains("usage: toy [file]"), "{}", answer.0);
}
