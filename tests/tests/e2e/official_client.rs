//! A client that nobody here wrote: the official Python SDK, run as a host would.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use deixis_tests::binary;
use deixis_tests::config::Config;
use deixis_tests::project::Project;
use deixis_tests::scripted::Scripted;
use serde_json::{Value, json};

#[test]
fn the_official_client_lists_and_calls_tools() {
    if std::env::var("DEIXIS_SKIP").is_ok_and(|skip| skip.split(',').any(|name| name == "mcp")) {
        eprintln!("left out by DEIXIS_SKIP: mcp");
        return;
    }
    let python = std::env::var_os("DEIXIS_TEST_PYTHON")
        .map_or_else(|| binary::checkout().join(".deps/py/bin/python"), PathBuf::from);
    assert!(python.is_file(), "{} is missing: `cargo xtask setup` makes it", python.display());

    check(&python, "legacy", "2025-11-25");
    check(&python, "auto", "2026-07-28");
}

/// Lists tools and calls two in this mode, which must lead to this revision.
fn check(python: &Path, mode: &str, revision: &str) {
    let project = Project::new().file("a.toy", "fn greet\n").file("b.toy", "greet\n");
    let script = Scripted::new("");
    let config = Config::new().scripted("toy", &script).write(project.outside());
    let output = Command::new(python)
        .arg(binary::checkout().join("tests/clients/official.py"))
        .arg(mode)
        .arg(binary::deixis())
        .args(["serve", "--root"])
        .arg(project.root())
        .arg("--config")
        .arg(config)
        .env("XDG_CACHE_HOME", binary::cache())
        .stdin(Stdio::null())
        .output()
        .expect("python starts");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stderr}");
    let said: Value =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {stderr}"));
    assert_eq!(said["protocol"], revision, "{mode}: {said}");
    let tools: Vec<&str> =
        said["tools"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    assert!(tools.contains(&"hover") && tools.contains(&"references"), "{tools:?}");
    assert!(said["hover"]["text"].as_str().is_some_and(|text| text.contains("`greet`")), "{said}");
    let places: Vec<&Value> = said["references"]["structured"]["locations"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|location| &location["at"])
        .collect();
    assert_eq!(json!(places), json!(["a.toy:1:4", "b.toy:1:1"]), "{said}");
}
