use std::sync::Arc;

use deixis_base::Encoding;
use deixis_engine::answer::{
    AdapterStatus, Lifecycle, Readiness, ReadyState, ServerName, ServerStatus,
};

use super::{all, one};
use crate::fixtures::check_golden;

fn check_all(name: &str, attached: &[&str], not_attached: usize, text: &str) {
    let attached: Vec<ServerName> = attached.iter().map(|name| Arc::from(*name)).collect();
    let rendered = all(&attached, not_attached, &[]);
    assert_eq!(rendered.text, text);
    check_golden(&format!("server_status/{name}"), &rendered);
}

fn check_one(name: &str, status: &ServerStatus) {
    check_golden(&format!("server_status/{name}"), &one(status));
}

#[test]
fn all_servers_are_two_lines() {
    check_all("attached", &["python", "rust"], 3, "attached: python, rust\nnot attached: 3");
    check_all("none", &[], 2, "attached: none\nnot attached: 2");
    check_all("whole", &["go"], 0, "attached: go\nnot attached: 0");
}

fn running() -> ServerStatus {
    let level = |state, percent| Readiness { state, message: None, percent };
    ServerStatus {
        name: Arc::from("rust"),
        lifecycle: Lifecycle::Running,
        pid: Some(4_711),
        uptime_s: Some(65),
        restarts: 0,
        adapters: vec![AdapterStatus {
            id: "rust".to_owned(),
            version: "0.1.0".to_owned(),
            hash: "ab12".to_owned(),
            quarantined: None,
            failures: 0,
            first_failure: None,
        }],
        readiness: vec![
            ("alive", level(ReadyState::Ready, None)),
            ("index", level(ReadyState::Indexing, Some(45))),
        ],
        encoding: Some(Encoding::Utf8),
        capabilities: vec!["hover", "references"],
        open_documents: 2,
        stderr_tail: Vec::new(),
        problem: None,
    }
}

#[test]
fn a_running_server_is_told_in_depth() {
    check_one("running", &running());
}

#[test]
fn layers_are_told_one_by_one() {
    let mut status = running();
    let mut above = status.adapters[0].clone();
    above.id = "house-rules".to_owned();
    above.hash = "cd34".to_owned();
    above.quarantined = Some("3 failures in 60 s".to_owned());
    above.failures = 3;
    above.first_failure = Some("trap: unreachable".to_owned());
    status.adapters.push(above);
    check_one("layers", &status);
}

#[test]
fn a_failed_server_says_why() {
    let mut status = running();
    status.lifecycle = Lifecycle::Failed;
    (status.pid, status.uptime_s, status.encoding) = (None, None, None);
    status.restarts = 3;
    status.readiness.clear();
    status.capabilities.clear();
    status.open_documents = 0;
    status.problem = Some("exited with status 101".to_owned());
    status.stderr_tail = vec!["thread 'main' panicked".to_owned(), "at src/main.rs:1".to_owned()];
    if let Some(adapter) = status.adapters.first_mut() {
        adapter.quarantined = Some("3 failures in 60 s".to_owned());
        adapter.failures = 3;
        adapter.first_failure = Some("trap: unreachable".to_owned());
    }
    check_one("failed", &status);
    status.adapters.clear();
    check_one("no_adapter", &status);
}
