//! Whatever way Deixis ends, nothing that it started lives on.

use deixis_tests::client::{Deixis, PATIENCE};
use deixis_tests::config::Config;
use deixis_tests::processes::{Signal, marked, wait_until_gone};
use deixis_tests::project::Project;
use deixis_tests::scripted::Scripted;
use deixis_tests::start::Start;
use serde_json::json;

/// A way to end.
#[derive(Debug, Clone, Copy)]
enum Way {
    InputClosed,
    Terminated,
    Killed,
}

const WAYS: [Way; 3] = [Way::InputClosed, Way::Terminated, Way::Killed];

/// Starts one server with this script and ends Deixis in each of these ways; the
/// server and its children are gone afterwards.
fn check(ways: &[Way], script: &str, children: usize) {
    for way in ways.iter().copied() {
        let project = Project::new().file("a.toy", "fn greet\n");
        // A killed server cannot be told good-bye, and then may see half a message.
        let script = Scripted::new(script).forgiving();
        // A server that must be killed should not hold up the test for long.
        let config =
            Config::new().scripted("toy", &script).set("servers.toy.timeouts.shutdown_ms", 500);
        let mut deixis = Start::new(project.root(), config).start();
        let answer = deixis.call("hover", &json!({"path": "a.toy", "line": 1, "symbol": "greet"}));
        assert!(!answer.is_error(), "{way:?}: {}", answer.text());
        // The server's remarks come by another way than its answers.
        script.wait_notes("child ", children);

        let mark = deixis.mark().to_owned();
        assert!(marked(&mark).len() >= 2 + children, "{way:?}: {:?}", marked(&mark));
        end(&mut deixis, way);
        let left = wait_until_gone(&mark, PATIENCE);
        assert!(left.is_empty(), "{way:?} left {left:?}");
        script.wait_ended();
    }
}

fn end(deixis: &mut Deixis, way: Way) {
    match way {
        Way::InputClosed => deixis.close_input(),
        Way::Terminated => deixis.kill(Signal::Terminate),
        Way::Killed => deixis.kill(Signal::Kill),
    }
}

#[test]
fn a_polite_server_is_gone() {
    check(&WAYS, "", 0);
}

#[test]
fn a_server_that_ignores_everything_is_gone() {
    check(&WAYS, "[server]\nignore_eof = true\nignore_sigterm = true\nignore_exit = true\n", 0);
}

#[test]
fn a_server_that_hangs_is_gone() {
    check(
        &WAYS,
        "[server]\nignore_sigterm = true\n[[rule]]\non = \"textDocument/hover\"\ndo = [\"default\", \"hang\"]\n",
        0,
    );
}

#[test]
fn the_children_of_a_server_are_gone() {
    check(&WAYS, "[server]\nchildren = [\"plain\", \"stubborn\"]\n", 2);
    // A server that ends when told may leave what has moved to a session of its own on
    // purpose, such as a build daemon. One that dies with its host may not.
    check(&[Way::Killed], "[server]\nchildren = [\"detached\"]\n", 1);
}

#[test]
fn children_of_a_server_that_ignores_everything_are_gone() {
    check(
        &WAYS,
        "[server]\nignore_eof = true\nignore_sigterm = true\nignore_exit = true\nchildren = [\"stubborn\", \"detached\"]\n",
        2,
    );
}

#[test]
fn a_crashed_server_is_started_again_and_its_children_are_gone() {
    let project = Project::new().file("a.toy", "fn greet\n");
    let script = Scripted::new(
        "[server]\nchildren = [\"stubborn\"]\n[[rule]]\non = \"textDocument/hover\"\n\
         match = { position = { line = 1 } }\ndo = [\"crash\"]\n",
    )
    .forgiving();
    project.write("a.toy", "fn greet\ncrash here\n");
    let mut deixis = Start::new(project.root(), Config::new().scripted("toy", &script)).start();
    let first = deixis.call("hover", &json!({"path": "a.toy", "line": 1, "symbol": "greet"}));
    assert!(!first.is_error(), "{}", first.text());
    let crashed = deixis.call("hover", &json!({"path": "a.toy", "line": 2, "symbol": "crash"}));
    assert_eq!(crashed.error_code(), "server_exited", "{}", crashed.0);
    let again = deixis.call("hover", &json!({"path": "a.toy", "line": 1, "symbol": "greet"}));
    assert!(!again.is_error(), "{}", again.text());
    assert!(script.starts() >= 2, "started again");
}

#[test]
fn parallel_first_calls_start_one_server() {
    let project = Project::new().file("a.toy", "fn greet\n");
    let script =
        Scripted::new("[[rule]]\non = \"initialize\"\ndo = [{ until = \"go\" }, \"default\"]\n");
    let mut deixis = Start::new(project.root(), Config::new().scripted("toy", &script)).start();
    let arguments = json!({"path": "a.toy", "line": 1, "symbol": "greet"});
    let calls: Vec<u64> = (0..8).map(|_| deixis.begin("hover", &arguments)).collect();
    script.wait_received("initialize");
    script.fire("go");
    for id in calls {
        let answer = deixis.finish(id);
        assert!(!answer.is_error(), "{}", answer.text());
    }
    assert_eq!(script.starts(), 1);
    assert_eq!(script.received("textDocument/didOpen").len(), 1, "one document is opened once");
}
