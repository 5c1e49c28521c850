//! The same first questions, asked by the official Python client.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use deixis_tests::binary::{self, wanted};
use deixis_tests::config::Config;
use deixis_tests::project::Sample;
use deixis_tests::start::Start;
use serde_json::{Value, json};

/// The places of one answer of a process that has answered nothing before.
fn first_places(sample: &Sample, tool: &str, arguments: &Value, list: &str) -> Vec<String> {
    let python = std::env::var_os("DEIXIS_TEST_PYTHON")
        .map_or_else(|| binary::checkout().join(".deps/py/bin/python"), PathBuf::from);
    assert!(python.is_file(), "{} is missing: `cargo xtask setup` makes it", python.display());
    let start = Start::new(sample.project.root(), Config::new().adapter(sample.adapter));
    let (deixis, _) = start.command(sample.project.outside());
    let mut client = Command::new(python);
    client.arg(binary::checkout().join("tests/clients/ask.py")).arg(tool);
    client.arg(arguments.to_string()).arg(deixis.get_program()).args(deixis.get_args());
    for (name, value) in deixis.get_envs() {
        match value {
            Some(value) => client.env(name, value),
            None => client.env_remove(name),
        };
    }
    let output = client.stdin(Stdio::null()).output().expect("python starts");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stderr}");
    let said: Value =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {stderr}"));
    let places = said["structured"][list].as_array().unwrap_or_else(|| panic!("{said}"));
    places.iter().filter_map(|place| place["at"].as_str().map(str::to_owned)).collect()
}

/// References, symbols and definition, each the first question of a process.
fn first_answers_are_right(sample: &Sample) {
    let skipped = std::env::var("DEIXIS_SKIP").unwrap_or_default();
    if !wanted(sample.program) || skipped.split(',').any(|name| name.trim() == "mcp") {
        return;
    }
    let declaration = sample.declaration();
    let ask = json!({"path": declaration, "includeDeclaration": true});
    let mut found = first_places(sample, "references", &ask, "locations");
    found.sort();
    assert_eq!(found, sample.everywhere(), "{}", sample.adapter);

    let ask = json!({"query": sample.function, "server": sample.adapter});
    let found = first_places(sample, "workspace_symbols", &ask, "symbols");
    assert!(found.contains(&declaration), "{}: {found:?}", sample.adapter);

    let ask = json!({"path": sample.a_use()});
    let found = first_places(sample, "definition", &ask, "locations");
    assert_eq!(found, [declaration], "{}", sample.adapter);
}

#[test]
fn rust() {
    first_answers_are_right(&Sample::rust());
}

#[test]
fn cpp() {
    first_answers_are_right(&Sample::cpp());
}

#[test]
fn go() {
    first_answers_are_right(&Sample::go());
}

#[test]
fn typescript() {
    first_answers_are_right(&Sample::typescript());
}

#[test]
fn python() {
    first_answers_are_right(&Sample::python());
}
