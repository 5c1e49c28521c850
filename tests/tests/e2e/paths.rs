//! One notion of "inside": symlinks, spellings, and answers that are valid questions.

use deixis_tests::config::Config;
use deixis_tests::project::Project;
use deixis_tests::scripted::Scripted;
use deixis_tests::start::Start;
use serde_json::json;

#[cfg(unix)]
#[test]
fn links_that_lead_outside_are_refused_and_a_linked_root_is_one_root() {
    let project = Project::new().file("a.toy", "fn greet\n").file("sub/b.toy", "greet\n");
    std::fs::write(project.outside().join("secret.toy"), "fn greet secret\n")
        .expect("a file outside");
    let link = |target: &std::path::Path, name: &std::path::Path| {
        std::os::unix::fs::symlink(target, name).expect("a link");
    };
    link(&project.outside().join("secret.toy"), &project.root().join("link.toy"));
    link(project.outside(), &project.root().join("out"));
    let linked_root = project.outside().join("linked");
    link(project.root(), &linked_root);

    let script = Scripted::new("");
    let mut deixis = Start::new(&linked_root, Config::new().scripted("toy", &script)).start();
    let mut check = |path: &str, code: &str| {
        let answer = deixis.call("hover", &json!({"path": path, "line": 1, "symbol": "greet"}));
        assert_eq!(answer.error_code(), code, "{path}: {}", answer.0);
        assert!(!answer.0.to_string().contains("greet secret"), "{path}: {}", answer.0);
    };
    check("link.toy", "invalid_path");
    check("out/secret.toy", "invalid_path");
    check("a.toy", "");
    check("./sub/../a.toy", "");
    check(&linked_root.join("a.toy").to_string_lossy(), "");
    check(&project.root().join("a.toy").to_string_lossy(), "");
    check(&format!("file://{}", project.root().join("sub/b.toy").display()), "");
    assert_eq!(
        script.received("textDocument/didOpen").len(),
        2,
        "two files under all their spellings"
    );
}

#[test]
fn what_an_answer_prints_can_be_asked() {
    let odd = [
        "a b/c#d.toy",
        "100%/x[1].toy",
        "é🦀/ö.toy",
        "q?.toy",
        "c:d.toy",
        "back\\slash.toy",
        "x%20y.toy",
    ];
    let project = Project::new().file("main.toy", "fn greet\n");
    odd.iter().for_each(|path| project.write(path, "  é🦀 greet\n"));
    let script = Scripted::new("");
    let mut deixis = Start::new(project.root(), Config::new().scripted("toy", &script)).start();
    let answer = deixis.call("references", &json!({"path": "main.toy:1:4"}));
    let places = answer.places("locations");
    assert_eq!(places.len(), odd.len(), "{places:?}");
    assert_eq!(in_text(&answer.text()), places, "{}", answer.text());
    for place in places {
        let hover = deixis.call("hover", &json!({"path": place}));
        assert!(hover.text().contains("`greet`"), "{place}: {}", hover.0);
    }
}

/// The places of an answer, read from its text alone: a path, and below it indented lines
/// that begin with line and column.
fn in_text(text: &str) -> Vec<String> {
    let mut places = Vec::new();
    let mut path = "";
    for line in text.lines() {
        match line.strip_prefix("  ").and_then(|line| line.split_whitespace().next()) {
            Some(place) => places.push(format!("{path}:{place}")),
            None => path = line,
        }
    }
    places.sort();
    places
}

#[cfg(unix)]
#[test]
fn a_root_that_was_replaced_is_said() {
    let project = Project::new().file("a.toy", "fn greet\n");
    let script = Scripted::new("");
    let mut deixis = Start::new(project.root(), Config::new().scripted("toy", &script)).start();
    let ask = json!({"path": "a.toy", "line": 1, "symbol": "greet"});
    assert_eq!(deixis.call("hover", &ask).error_code(), "");

    let moved = project.outside().join("moved");
    std::fs::rename(project.root(), &moved).expect("the root is moved");
    std::fs::create_dir(project.root()).expect("another root");
    std::fs::write(project.root().join("a.toy"), "fn other\n").expect("another file");
    for (tool, arguments) in [
        ("hover", ask.clone()),
        ("incoming_calls", ask),
        ("diagnostics", json!({})),
        ("workspace_symbols", json!({"query": "greet"})),
    ] {
        let answer = deixis.call(tool, &arguments);
        assert_eq!(answer.error_code(), "invalid_path", "{tool}: {}", answer.0);
        assert!(answer.text().contains("restart Deixis"), "{tool}: {}", answer.text());
    }
}
