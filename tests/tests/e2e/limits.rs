//! Much of everything: places, calls at once, crashes.

use std::collections::BTreeSet;

use deixis_tests::config::Config;
use deixis_tests::project::Project;
use deixis_tests::scripted::Scripted;
use deixis_tests::start::Start;
use serde_json::json;

/// Most bytes that any page may have.
const MAX_PAGE: usize = 64 * 1024;

#[test]
fn pages_give_every_place_once_and_stay_small() {
    let project = Project::new().file("a.toy", "fn greet\n");
    for number in 0..40 {
        project.write(&format!("d{number}/b.toy"), &format!("{}\n", "x greet y\n".repeat(50)));
    }
    let expected = project.occurrences("greet", &[".toy"]);
    for limit in [500, 100, 7] {
        let script = Scripted::new("");
        let mut deixis = Start::new(project.root(), Config::new().scripted("toy", &script)).start();
        let mut seen = Vec::new();
        let mut offset = json!(0);
        while !offset.is_null() && seen.len() <= expected.len() {
            // A whole walk in small pages would only repeat itself.
            if limit == 7 && seen.len() > 50 {
                break;
            }
            let arguments = json!({"path": "a.toy:1:4", "includeDeclaration": true, "limit": limit, "offset": offset});
            let answer = deixis.call("references", &arguments);
            let page = answer.places("locations");
            assert!(
                page.len() <= limit && !page.is_empty(),
                "{}",
                answer.structured()["pagination"]
            );
            assert!(answer.structured().to_string().len() <= MAX_PAGE);
            let pagination = &answer.structured()["pagination"];
            assert_eq!(pagination["returned"], page.len(), "{pagination}");
            assert_eq!(pagination["total"], expected.len(), "{pagination}");
            seen.extend(page);
            offset = pagination["nextOffset"].clone();
        }
        let different: BTreeSet<&String> = seen.iter().collect();
        assert_eq!(different.len(), seen.len(), "no place twice");
        if limit > 7 {
            assert_eq!(different, expected.iter().collect(), "limit {limit}");
        }
    }
}

#[test]
fn arguments_outside_their_bounds_are_refused() {
    let project = Project::new().file("a.toy", "fn greet\n");
    let script = Scripted::new("");
    let mut deixis = Start::new(project.root(), Config::new().scripted("toy", &script)).start();
    let mut check = |more: serde_json::Value, code: &str| {
        let mut arguments = json!({"path": "a.toy"});
        more.as_object()
            .into_iter()
            .flatten()
            .for_each(|(name, value)| arguments[name] = value.clone());
        let answer = deixis.call("references", &arguments);
        assert_eq!(answer.error_code(), code, "{more}: {}", answer.0);
    };
    check(json!({"line": 1, "symbol": "greet", "limit": 0}), "invalid_arguments");
    check(json!({"line": 1, "symbol": "greet", "limit": 501}), "invalid_arguments");
    check(json!({"line": 1, "symbol": "greet", "offset": -1}), "invalid_arguments");
    check(json!({"position": {"line": 9, "character": 0}}), "invalid_position");
    check(json!({"position": {"line": 0, "character": 99}}), "invalid_position");
    check(json!({"line": 1, "symbol": "nowhere"}), "symbol_not_found");
    check(json!({"line": 1, "symbol": "greet", "server": "nobody"}), "unknown_server");
}

#[test]
fn many_calls_at_once_are_each_answered_once() {
    let project = Project::new();
    for number in 0..50 {
        project.write(&format!("{number}.toy"), &format!("fn word{number}\n"));
    }
    let script = Scripted::new("");
    let mut deixis = Start::new(project.root(), Config::new().scripted("toy", &script)).start();
    let call = |number: usize| json!({"path": format!("{}.toy:1:4", number % 50)});
    let ids: Vec<u64> = (0..300).map(|number| deixis.begin("hover", &call(number))).collect();
    for (number, id) in ids.into_iter().enumerate() {
        let answer = deixis.finish(id);
        let expected = format!("`word{}`", number % 50);
        assert!(
            answer.error_code() == "server_busy" || answer.text().contains(&expected),
            "{number}: {}",
            answer.0
        );
    }
    assert_eq!(script.starts(), 1);
}

#[test]
fn a_server_that_crashes_again_and_again_is_given_up() {
    let project = Project::new().file("a.toy", "fn greet\n");
    let script =
        Scripted::new("[[rule]]\non = \"textDocument/hover\"\ndo = [\"crash\"]\n").forgiving();
    let config = Config::new().scripted("toy", &script).set("servers.toy.restart.max_restarts", 2);
    let mut deixis = Start::new(project.root(), config).start();
    let mut codes = Vec::new();
    for _ in 0..8 {
        codes.push(deixis.call("hover", &json!({"path": "a.toy:1:4"})).error_code().to_owned());
    }
    assert!(
        codes.iter().all(|code| code == "server_exited" || code == "server_start_failed"),
        "{codes:?}"
    );
    assert!(script.starts() <= 3, "started {} times: {codes:?}", script.starts());
    let status = deixis.call("deixis_server_status", &json!({"server": "toy"}));
    assert!(!status.is_error() && status.text().contains("toy"), "{}", status.0);
}
