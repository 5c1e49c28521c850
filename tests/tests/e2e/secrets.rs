//! Secrets neither reach the servers nor, through them, the model.

use deixis_tests::config::Config;
use deixis_tests::processes::{environment, marked};
use deixis_tests::project::Project;
use deixis_tests::scripted::Scripted;
use deixis_tests::start::Start;
use serde_json::json;

/// Something of a token's shape, made up here so that it stands nowhere.
fn token() -> String {
    format!("gh{}_{}", "p", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8")
}

#[test]
fn a_server_does_not_inherit_credentials() {
    let project = Project::new().file("a.toy", "fn greet\n");
    let script = Scripted::new("");
    let config = Config::new().scripted("toy", &script).set(
        "servers.toy.environment",
        toml::Table::from_iter([("TOY_HOME".to_owned(), "/here".into())]),
    );
    let mut deixis = Start::new(project.root(), config)
        .environment("GITHUB_TOKEN", token())
        .environment("TOY_API_KEY", "not for servers")
        .environment("HARMLESS", "for servers")
        .start();
    assert!(!deixis.call("hover", &json!({"path": "a.toy:1:4"})).is_error());
    let server = marked(deixis.mark())
        .into_iter()
        .find(|process| process.command.contains("scripted-ls --script"));
    let variables = environment(server.expect("a running server").pid);
    let has = |start: &str| variables.iter().any(|variable| variable.starts_with(start));
    assert!(has("HARMLESS=for servers") && has("TOY_HOME=/here") && has("PATH="), "{variables:?}");
    assert!(!has("GITHUB_TOKEN=") && !has("TOY_API_KEY="), "{variables:?}");
}

#[test]
fn tokens_in_answers_are_redacted() {
    let project = Project::new().file("a.toy", "fn greet\n");
    let token = token();
    let hover = format!(
        "[[rule]]\non = \"textDocument/hover\"\ndo = [{{ reply = {{ contents = \"it is {token} here\" }} }}]\n"
    );
    let failure = format!(
        "[[rule]]\non = \"textDocument/definition\"\ndo = [{{ error = {{ code = -32603, message = \"refused {token}\" }} }}]\n"
    );
    let script = Scripted::new(&format!("{hover}{failure}"));
    let mut deixis = Start::new(project.root(), Config::new().scripted("toy", &script)).start();
    for tool in ["hover", "definition"] {
        let answer = deixis.call(tool, &json!({"path": "a.toy:1:4"})).0.to_string();
        assert!(!answer.contains(&token), "{tool}: {answer}");
        assert!(answer.contains("[redacted"), "{tool}: {answer}");
    }
}
