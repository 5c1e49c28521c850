//! Diagnostics: pushed and pulled, fresh, and never a false all-clear.

use deixis_tests::config::Config;
use deixis_tests::project::Project;
use deixis_tests::scripted::Scripted;
use deixis_tests::start::Start;
use serde_json::json;

#[test]
fn pushed_and_pulled_diagnostics_follow_the_file() {
    for kind in ["push", "pull"] {
        let project =
            Project::new().file("a.toy", "fn greet\n  ERROR: no such thing\nWARNING: odd\n");
        let script = Scripted::new(&format!("[server]\ndiagnostics = \"{kind}\"\n"));
        let mut deixis = Start::new(project.root(), Config::new().scripted("toy", &script)).start();
        let mut check = |what: &str, errors: usize, warnings: usize| {
            let answer = deixis.call("diagnostics", &json!({"path": "a.toy"}));
            let counts = &answer.structured()["counts"];
            assert_eq!(
                (&counts["error"], &counts["warning"]),
                (&json!(errors), &json!(warnings)),
                "{kind}, {what}: {}",
                answer.0
            );
            assert_eq!(
                answer.structured()["availability"],
                "current",
                "{kind}, {what}: {}",
                answer.0
            );
            answer
        };
        let first = check("at first", 1, 1);
        assert!(first.places("diagnostics").contains(&"a.toy:2:3".to_owned()), "{}", first.0);
        assert!(first.text().contains("no such thing"), "{}", first.text());
        project.write("a.toy", "fn greet\nERROR: one\nERROR: two\n");
        check("after a change", 2, 0);
        project.write("a.toy", "fn greet\n");
        check("when clean", 0, 0);
    }
}

#[test]
fn a_failed_or_missing_answer_is_not_called_clean() {
    let pull_fails = "[server]\ndiagnostics = \"pull\"\n[[rule]]\non = \"textDocument/diagnostic\"\n\
                      do = [{ error = { code = -32603, message = \"the checker broke\" } }]\n";
    let never_published = "";
    for (script, said) in [(pull_fails, "the checker broke"), (never_published, "")] {
        let project = Project::new().file("a.toy", "fn greet\n");
        let scripted = Scripted::new(script);
        let mut deixis =
            Start::new(project.root(), Config::new().scripted("toy", &scripted)).start();
        let answer = deixis.call("diagnostics", &json!({"path": "a.toy", "waitMs": 200}));
        assert_ne!(answer.structured()["availability"], "current", "{}", answer.0);
        assert!(answer.text().contains(said), "{}", answer.text());
        assert!(!answer.text().to_lowercase().contains("no problems"), "{}", answer.text());
    }
}

#[test]
fn the_summary_is_about_what_is_on_disk() {
    for kind in ["push", "pull"] {
        let project = Project::new()
            .file("a.toy", "fn greet\nERROR: one\n")
            .file("b.toy", "ERROR: two\nERROR: three\n")
            .file("c.toy", "greet\n");
        let script =
            Scripted::new(&format!("[server]\ndiagnostics = \"{kind}\"\nwatch = [\"**/*.toy\"]\n"));
        let mut deixis = Start::new(project.root(), Config::new().scripted("toy", &script)).start();
        for path in ["a.toy", "b.toy"] {
            deixis.call("diagnostics", &json!({"path": path}));
        }
        let mut check = |what: &str, expected: &[(&str, usize)]| {
            let answer = deixis.call("diagnostics", &json!({}));
            let files = answer.structured()["files"].as_array().cloned().unwrap_or_default();
            let found: Vec<(&str, u64)> = files
                .iter()
                .map(|file| {
                    let errors = file["counts"]["error"].as_u64().unwrap_or_default();
                    (file["path"].as_str().unwrap_or_default(), errors)
                })
                .collect();
            let expected: Vec<(&str, u64)> =
                expected.iter().map(|(path, errors)| (*path, *errors as u64)).collect();
            assert_eq!(found, expected, "{kind}, {what}: {}", answer.0);
        };
        check("worst first", &[("b.toy", 2), ("a.toy", 1)]);
        project.write("b.toy", "fine\n");
        project.write("a.toy", "ERROR: one\nERROR: more\nERROR: most\n");
        check("after edits", &[("a.toy", 3)]);
        project.write("c.toy", "greet again\n");
        check("after a change of a file that is not open", &[("a.toy", 3)]);
        assert!(
            !script.received("workspace/didChangeWatchedFiles").is_empty(),
            "the server was told of a change before the summary was made"
        );
    }
}

#[test]
fn what_is_known_stays_known_while_the_server_is_slow() {
    let slow_pull = "[server]\ndiagnostics = \"pull\"\n\
        [[rule]]\non = \"textDocument/diagnostic\"\nfirst = 2\ndo = [\"default\"]\n\
        [[rule]]\non = \"textDocument/diagnostic\"\ndo = [{ until = \"go\" }, \"default\"]\n";
    let silent_push =
        "[server]\ndiagnostics = \"push\"\n[[rule]]\non = \"textDocument/didChange\"\ndo = []\n";
    for script in [slow_pull, silent_push] {
        let project = Project::new().file("a.toy", "ERROR: one\n").file("b.toy", "fine\n");
        let scripted = Scripted::new(script);
        let mut deixis =
            Start::new(project.root(), Config::new().scripted("toy", &scripted)).start();
        for path in ["a.toy", "b.toy"] {
            let answer = deixis.call("diagnostics", &json!({"path": path}));
            assert_eq!(answer.structured()["settled"], true, "{}", answer.0);
        }
        project.write("b.toy", "ERROR: two\n");
        let answer = deixis.call("diagnostics", &json!({"waitMs": 200}));
        let files = answer.structured()["files"].as_array().cloned().unwrap_or_default();
        let told: Vec<_> = files
            .iter()
            .map(|file| (&file["path"], &file["counts"]["error"], &file["availability"]))
            .collect();
        let (first, second) = (json!("a.toy"), json!("b.toy"));
        let expected =
            [(&first, &json!(1), &json!("current")), (&second, &json!(0), &json!("stale"))];
        assert_eq!(told, expected, "{}", answer.0);
        assert!(answer.text().contains("not settled"), "{}", answer.text());
        assert_eq!(answer.structured()["files"][1]["settled"], false, "{}", answer.0);
    }
}
