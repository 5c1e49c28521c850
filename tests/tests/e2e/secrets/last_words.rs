//! What servers write before they die, in answers and in the log.

use deixis_tests::config::{Config, routes};
use deixis_tests::project::Project;
use deixis_tests::scripted::Scripted;
use deixis_tests::start::Start;
use serde_json::{Value, json};

use super::planted::{self, Planted};
use super::{LOG_LINES, shown};

/// What the host answers and logs about servers that write each secret, and then die.
struct Epitaphs {
    answers: Vec<String>,
    log: String,
}

/// Starts a server per secret, which does this and dies at the first question.
fn last_words(on: &str, writing: impl Fn(&Planted) -> Value) -> Epitaphs {
    let project = Project::new();
    let mut config = Config::new();
    let mut scripts = Vec::new();
    let planted = planted::all();
    for (number, planted) in planted.iter().enumerate() {
        project.write(&format!("a.t{number}"), "fn greet\n");
        let rules = json!([{"on": on, "do": writing(planted)}]);
        let rules = toml::Value::try_from(rules).expect("TOML");
        let script = toml::Table::from_iter([("rule".to_owned(), rules)]);
        let script = Scripted::new(&script.to_string()).forgiving();
        let (name, suffix) = (format!("s{number}"), format!(".t{number}"));
        let routes = routes(&[(&suffix, "toy")]);
        config = config.scripted(&name, &script);
        config = config.set(&format!("servers.{name}.file_extensions"), routes);
        scripts.push(script);
    }
    let mut deixis = Start::new(project.root(), config).traced(LOG_LINES).start();
    let log = deixis.log();
    let mut answers = Vec::new();
    for number in 0..planted.len() {
        let place = json!({"path": format!("a.t{number}:1:4")});
        let mut answer = shown(&mut deixis, "hover", &place);
        assert!(answer.contains("server_exited") || answer.contains("start_failed"), "{answer}");
        let server = json!({"server": format!("s{number}")});
        answer += &shown(&mut deixis, "deixis_server_status", &server);
        answers.push(answer);
    }
    drop(deixis);
    Epitaphs { answers, log: log.whole() }
}

fn writing_to_stderr(planted: &Planted) -> Value {
    json!([{"stderr": {"text": planted.text()}}, {"exit": 3}])
}

/// Whether a secret has lines of its own, which are then quoted one by one.
fn has_lines(planted: &Planted) -> bool {
    planted.secret.contains('\n')
}

/// No answer may show what this says of it.
fn check_answers(epitaphs: &Epitaphs, asked: impl Fn(&Planted) -> bool) {
    for (planted, answer) in planted::all().iter().zip(&epitaphs.answers) {
        assert!(!asked(planted) || !planted.leaks(answer), "{}: {answer}", planted.shape);
    }
}

#[test]
fn the_last_words_of_a_server_show_no_secret() {
    let epitaphs = last_words("textDocument/hover", writing_to_stderr);
    assert!(epitaphs.answers.iter().all(|answer| answer.contains("its stderr")));
    check_answers(&epitaphs, |planted| !has_lines(planted));
}

#[test]
fn the_last_words_of_a_server_show_no_key_block() {
    check_answers(&last_words("textDocument/hover", writing_to_stderr), has_lines);
}

#[test]
fn the_log_of_standard_error_shows_no_secret() {
    let Epitaphs { log, .. } = last_words("textDocument/hover", writing_to_stderr);
    let leaked: Vec<_> = planted::all().into_iter().filter(|planted| planted.leaks(&log)).collect();
    assert!(leaked.is_empty(), "{leaked:#?}");
}

fn printing(planted: &Planted) -> Value {
    json!([{"raw": planted.text() + "\n"}, {"exit": 2}])
}

#[test]
fn what_a_server_prints_before_it_dies_shows_no_secret() {
    check_answers(&last_words("(start)", printing), |_| true);
}

#[test]
fn the_log_of_what_a_server_prints_shows_no_secret() {
    let Epitaphs { log, .. } = last_words("(start)", printing);
    let leaked: Vec<_> = planted::all().into_iter().filter(|planted| planted.leaks(&log)).collect();
    assert!(leaked.is_empty(), "{leaked:#?}");
}
