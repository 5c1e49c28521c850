//! Secrets neither reach the servers nor, through them, the model or a log.

mod last_words;
mod ordinary;
mod planted;

use deixis_tests::client::Deixis;
use deixis_tests::config::Config;
use deixis_tests::processes::environment;
use deixis_tests::project::Project;
use deixis_tests::scripted::Scripted;
use deixis_tests::start::Start;
use serde_json::{Value, json};

use self::planted::Planted;

/// Lines of the log that are kept: all of them, in these tests.
const LOG_LINES: usize = 100_000;

/// Names that say that something is secret, whatever it looks like.
const CREDENTIAL_NAMES: [&str; 12] = [
    "GITHUB_TOKEN",
    "TOY_API_KEY",
    "AWS_SECRET_ACCESS_KEY",
    "AWS_ACCESS_KEY_ID",
    "NPM_TOKEN",
    "PGPASSWORD",
    "MYSQL_PWD",
    "COMPOSER_AUTH",
    "SESSION_COOKIE",
    "SSH_KEY_PASSPHRASE",
    "GOOGLE_APPLICATION_CREDENTIALS",
    "npm_config__authToken",
];

/// Starts a server under this policy, with everything secret in the host's environment;
/// gives the environments of the server and its child.
fn inherited(policy: &str) -> Vec<String> {
    let project = Project::new().file("a.toy", "fn greet\n");
    let script = Scripted::new("[server]\nchildren = [\"plain\"]\n");
    let explicit = toml::Table::from_iter([("TOY_TOKEN".to_owned(), "meant for it".into())]);
    let config = Config::new()
        .scripted("toy", &script)
        .set("servers.toy.inherit_environment", policy)
        .set("servers.toy.environment", explicit);
    let mut start = Start::new(project.root(), config)
        .environment("HARMLESS", "for servers")
        .environment("DATABASE_URL", "postgres://localhost/app");
    for name in CREDENTIAL_NAMES {
        start = start.environment(name, format!("value of {name}"));
    }
    for (number, planted) in planted::all().iter().enumerate() {
        start = start.environment(format!("SETTING_{number}"), planted.text());
    }
    let mut deixis = start.start();
    assert!(!deixis.call("hover", &json!({"path": "a.toy:1:4"})).is_error());
    let child = script.wait_note("child ");
    let child = child.strip_prefix("child ").and_then(|pid| pid.parse().ok());
    let status = deixis.call("deixis_server_status", &json!({"server": "toy"}));
    let server = status.structured()["pid"].as_u64().and_then(|pid| u32::try_from(pid).ok());
    let pids = [server.expect("the server's pid"), child.expect("its child's pid")];
    pids.into_iter().flat_map(environment).collect()
}

#[test]
fn a_server_does_not_inherit_credentials() {
    let variables = inherited("filtered");
    let has = |start: &str| variables.iter().any(|variable| variable.starts_with(start));
    for expected in ["HARMLESS=for", "TOY_TOKEN=meant", "PATH=", "DATABASE_URL=postgres:"] {
        assert!(has(expected), "{expected} in {variables:?}");
    }
    for name in CREDENTIAL_NAMES {
        assert!(!has(&format!("{name}=")), "{name} in {variables:?}");
    }
    let all = variables.join("\n");
    let leaked: Vec<Planted> =
        planted::all().into_iter().filter(|planted| planted.leaks(&all)).collect();
    assert!(leaked.is_empty(), "{leaked:#?}");
}

#[test]
fn a_server_inherits_what_the_user_says() {
    let all = inherited("all").join("\n");
    assert!(CREDENTIAL_NAMES.iter().all(|name| all.contains(&format!("value of {name}"))), "{all}");
    assert!(planted::all().iter().all(|planted| all.contains(&planted.secret)), "{all}");
    let none = inherited("none");
    let has = |start: &str| none.iter().any(|variable| variable.starts_with(start));
    assert!(has("TOY_TOKEN=") && !has("HARMLESS=") && !has("PATH="), "{none:?}");
}

/// One rule: on this message about this line, do that.
fn rule(method: &str, line: usize, actions: &Value) -> toml::Value {
    let text = json!({ "on": method, "match": {"position": {"line": line}}, "do": actions });
    toml::Value::try_from(text).expect("JSON without null is TOML")
}

/// A server that says each secret in every way that a server has: line by line, in
/// hovers and errors; at once, in diagnostics, messages, progress and an outline.
fn talkative() -> String {
    let all = planted::all();
    let range = json!({"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 2}});
    let mut rules = Vec::new();
    let mut diagnostics = Vec::new();
    let mut symbols = Vec::new();
    let mut said = Vec::new();
    for (line, planted) in all.iter().enumerate() {
        let text = planted.text();
        let failure = json!({"code": -32603, "message": text, "data": {"cause": text}});
        let refused = json!({"code": -32802, "message": text, "data": {"retriggerRequest": false}});
        rules.push(rule("textDocument/hover", line, &json!([{"reply": {"contents": text}}])));
        rules.push(rule("textDocument/definition", line, &json!([{"error": failure}])));
        rules.push(rule("textDocument/references", line, &json!([{"error": refused}])));
        diagnostics.push(json!({
            "range": range, "severity": 1, "source": text, "code": text, "message": text,
        }));
        symbols.push(json!({
            "name": text, "detail": text, "kind": 12, "range": range, "selectionRange": range,
        }));
        for method in ["window/logMessage", "window/showMessage"] {
            said.push(
                json!({"notify": {"method": method, "params": {"type": 1, "message": text}}}),
            );
        }
        let work = json!({"kind": "begin", "title": text, "message": text});
        let token = format!("work {line}");
        let progress = json!({"token": token, "value": work});
        said.push(json!({"notify": {"method": "$/progress", "params": progress}}));
        let end = json!({"token": token, "value": {"kind": "end", "message": text}});
        said.push(json!({"notify": {"method": "$/progress", "params": end}}));
    }
    let publication = json!({"uri": "$URI", "diagnostics": diagnostics});
    said.push(
        json!({"notify": {"method": "textDocument/publishDiagnostics", "params": publication}}),
    );
    let once = |method: &str, actions: Value| {
        toml::Value::try_from(json!({"on": method, "do": actions})).expect("TOML")
    };
    rules.push(once("textDocument/didOpen", json!(said)));
    rules.push(once("textDocument/documentSymbol", json!([{"reply": symbols}])));
    toml::Table::from_iter([("rule".to_owned(), toml::Value::Array(rules))]).to_string()
}

/// Everything that an answer shows, as programs and as people read it.
fn shown(deixis: &mut Deixis, tool: &str, arguments: &Value) -> String {
    let answer = deixis.call(tool, arguments);
    format!("{}\n{}\n{}", answer.0, answer.text(), answer.structured())
}

#[test]
fn no_answer_shows_a_secret() {
    // The project's own lines hold them as well: they come back as source text.
    let lines: String =
        planted::all().iter().map(|planted| planted.text().replace('\n', " ") + "\n").collect();
    let project = Project::new().file("a.toy", &lines);
    let script = Scripted::new(&talkative());
    let config = Config::new().scripted("toy", &script);
    let mut deixis = Start::new(project.root(), config).traced(LOG_LINES).start();
    let log = deixis.log();
    let mut answers = Vec::new();
    for (line, planted) in planted::all().iter().enumerate() {
        for tool in ["hover", "definition", "references"] {
            let place = json!({"path": "a.toy", "position": {"line": line, "character": 0}});
            let answer = shown(&mut deixis, tool, &place);
            assert!(answer.contains("[redacted"), "{tool}: {}: {answer}", planted.shape);
            answers.push((tool, answer));
        }
    }
    let diagnostics = json!({"path": "a.toy"});
    let calls = [
        ("diagnostics", diagnostics),
        ("diagnostics", json!({})),
        ("document_symbols", json!({"path": "a.toy", "limit": 500})),
        ("deixis_server_status", json!({"server": "toy"})),
        ("hover", json!({"path": "a.toy", "symbol": "nowhere"})),
    ];
    for (tool, arguments) in &calls {
        answers.push((tool, shown(&mut deixis, tool, arguments)));
    }
    assert!(answers[150].1.contains("[redacted") && answers[152].1.contains("[redacted"));
    drop(deixis);
    let log = log.whole();
    assert!(log.contains("textDocument/hover") || log.contains("answered"), "a log of everything");
    answers.push(("the log", log));
    for planted in planted::all() {
        for (tool, answer) in &answers {
            assert!(!planted.leaks(answer), "{tool} shows {}: {answer}", planted.shape);
        }
    }
}

/// Adapters look at a program's version before they start it.
#[cfg(unix)]
#[test]
fn a_look_at_a_version_hands_no_credentials_on() {
    use std::os::unix::fs::PermissionsExt as _;

    let project = Project::new().file("a.cpp", "int greet();\n");
    let seen = project.outside().join("seen");
    let program = project.outside().join("clangd");
    let text = format!("#!/bin/sh\nenv >> '{}'\necho clangd version 99\nexit 1\n", seen.display());
    std::fs::write(&program, text).expect("a program");
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).expect("its mode");
    let path =
        format!("{}:{}", project.outside().display(), std::env::var("PATH").unwrap_or_default());
    let start = Start::new(project.root(), Config::new().adapter("cpp"))
        .environment("PATH", path)
        .environment("GITHUB_TOKEN", "a credential by its name");
    let mut deixis = start.start();
    let answer = deixis.call("hover", &json!({"path": "a.cpp:1:5"}));
    assert!(answer.is_error(), "{}", answer.0);
    let environment = std::fs::read_to_string(seen).expect("the program was asked");
    assert!(!environment.contains("a credential by its name"), "{environment}");
}
