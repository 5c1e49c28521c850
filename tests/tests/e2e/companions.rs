//! A file with a main server and companions: no ambiguity, one answer, and it is said who says
//! what.

use deixis_tests::client::Deixis;
use deixis_tests::config::Config;
use deixis_tests::project::Project;
use deixis_tests::scripted::Scripted;
use deixis_tests::start::Start;
use serde_json::{Value, json};

const TEXT: &str = "fn greet\nERROR: wrong\n";

/// The companion says what the main server says, too, and something of its own.
const LINT: &str = r#"
[server]
diagnostics = "pull"
[[rule]]
on = "textDocument/diagnostic"
do = [{ reply_json = '''{"kind": "full", "items": [
  {"range": {"start": {"line": 1, "character": 0}, "end": {"line": 1, "character": 12}}, "severity": 1, "message": "wrong", "source": "scripted"},
  {"range": {"start": {"line": 0, "character": 3}, "end": {"line": 0, "character": 8}}, "severity": 2, "message": "odd name", "code": "L1", "source": "lint"}
]}''' }]
"#;

struct Rig {
    deixis: Deixis,
    main: Scripted,
    lint: Scripted,
    _project: Project,
}

impl Rig {
    fn new(lint: &str, more: impl FnOnce(Config) -> Config) -> Self {
        let project = Project::new().file("a.toy", TEXT);
        let main = Scripted::new("[server]\ndiagnostics = \"push\"\n");
        let lint = Scripted::new(lint);
        let config = Config::new().scripted("main", &main).scripted("lint", &lint);
        let config = more(config.set("servers.lint.companion", true));
        let deixis = Start::new(project.root(), config).start();
        Self { deixis, main, lint, _project: project }
    }

    /// Message and server of each diagnostic.
    fn diagnostics(&mut self, arguments: &Value) -> (Vec<(String, Value)>, String, Value) {
        let answer = self.deixis.call("diagnostics", arguments);
        let list = answer.structured()["diagnostics"].as_array().cloned().unwrap_or_default();
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let said = list.iter().map(|one| (text(&one["message"]), one["server"].clone())).collect();
        (said, answer.text().to_owned(), answer.structured().clone())
    }
}

fn asked() -> Value {
    json!({"path": "a.toy", "waitMs": 30_000})
}

#[test]
fn diagnostics_are_of_all_and_everything_else_of_the_main_server() {
    let mut rig = Rig::new(LINT, |config| config);
    let hover = rig.deixis.call("hover", &json!({"path": "a.toy:1:4"}));
    assert_eq!(hover.structured()["server"], "main", "{}", hover.0);
    assert!(rig.lint.received("initialize").is_empty(), "a linter is not started for that");
    let (said, text, structured) = rig.diagnostics(&asked());
    let expected = [("wrong".to_owned(), json!("main")), ("odd name".to_owned(), json!("lint"))];
    assert_eq!(said, expected, "{text}");
    assert_eq!(structured["counts"]["error"], 1, "said by both, counted once: {structured}");
    assert_eq!(structured["counts"]["warning"], 1);
    assert_eq!(structured["servers"], json!(["main", "lint"]), "{structured}");
    assert_eq!(structured["settled"], true, "{structured}");
    assert_eq!(structured["source"], "both");
    assert!(text.contains("odd name (lint)") && text.contains("wrong (toy, main)"), "{text}");
    // The summary has one line per file.
    let (_, text, structured) = rig.diagnostics(&json!({"waitMs": 30_000}));
    let files = structured["files"].as_array().expect("files");
    assert_eq!(files.len(), 1, "{text}");
    assert_eq!(files[0]["counts"]["error"], 1, "{text}");
    assert_eq!(files[0]["counts"]["warning"], 1, "{text}");
}

#[test]
fn one_server_can_be_asked_alone() {
    let mut rig = Rig::new(LINT, |config| config);
    for (server, count) in [("lint", 2), ("main", 1)] {
        let mut arguments = asked();
        arguments["server"] = json!(server);
        let (said, text, structured) = rig.diagnostics(&arguments);
        assert_eq!(said.len(), count, "{text}");
        assert!(said.iter().all(|(_, server)| server.is_null()), "{structured}");
        assert_eq!(structured["server"], server);
    }
    assert_eq!(rig.main.received("initialize").len(), 1);
}

#[test]
fn a_companion_that_fails_is_a_hole_and_no_more() {
    let broken = |config: Config| config.set("servers.lint.command", "no-such-program-anywhere");
    let mut rig = Rig::new("", broken);
    let (said, text, structured) = rig.diagnostics(&asked());
    assert_eq!(said.len(), 1, "{text}");
    assert_eq!(structured["availability"], "current");
    let holes = structured["incomplete"].to_string();
    assert!(holes.contains("lint") && holes.contains("no-such-program-anywhere"), "{structured}");

    let fails = "[server]\ndiagnostics = \"pull\"\n[[rule]]\non = \"textDocument/diagnostic\"\n\
                 do = [{ error = { code = -32603, message = \"the linter broke\" } }]\n";
    let mut rig = Rig::new(fails, |config| config);
    let (said, text, structured) = rig.diagnostics(&asked());
    assert_eq!(said.len(), 1, "{text}");
    assert!(structured["incomplete"].to_string().contains("the linter broke"), "{structured}");
}

#[test]
fn the_main_servers_failure_is_not_hidden_by_a_companion() {
    let broken = |config: Config| config.set("servers.main.command", "no-such-program-anywhere");
    let mut rig = Rig::new(LINT, broken);
    let answer = rig.deixis.call("diagnostics", &asked());
    assert!(answer.is_error(), "{}", answer.0);
    assert!(answer.text().contains("no-such-program-anywhere"), "{}", answer.text());
}

#[test]
fn two_main_servers_are_ambiguous_and_companions_alone_do_the_job() {
    let mut rig = Rig::new(LINT, |config| config.set("servers.lint.companion", false));
    let answer = rig.deixis.call("hover", &json!({"path": "a.toy:1:4"}));
    assert!(answer.is_error() && answer.text().contains("companion = true"), "{}", answer.text());

    let mut rig = Rig::new(LINT, |config| config.set("servers.main.companion", true));
    // Both answer: then it has to be said which.
    let answer = rig.deixis.call("hover", &json!({"path": "a.toy:1:4"}));
    assert!(answer.is_error() && answer.text().contains("server: \""), "{}", answer.text());
}
