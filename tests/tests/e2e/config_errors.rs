//! A configuration with a mistake stops the start, and the message teaches.

use std::process::Stdio;

use deixis_tests::config::Config;
use deixis_tests::project::Project;
use deixis_tests::start::Start;

/// Starts with this configuration; standard error must name everything expected.
fn check(config: &str, expected: &[&str]) {
    let project = Project::new();
    let (mut command, _) =
        Start::new(project.root(), Config::raw(config)).command(project.outside());
    let output = command.stdin(Stdio::null()).output().expect("deixis starts");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success(), "it started with {config:?}");
    assert!(output.stdout.is_empty(), "standard output is for the protocol: {:?}", output.stdout);
    for part in ["deixis.toml"].iter().chain(expected) {
        assert!(stderr.contains(part), "{part:?} is missing for {config:?} in:\n{stderr}");
    }
}

#[test]
fn mistakes_are_named_with_file_line_field_and_example() {
    check(
        "[servers.toy]\ncommand = \"\"\nfile_extensions = { \".toy\" = \"toy\" }\n",
        &[":2", "servers.toy.command", "command = \""],
    );
    check(
        "[servers.toy]\ncommand = \"x\"\n\nfile_extensions = { \"toy\" = \"toy\" }\n",
        &[":4", "servers.toy.file_extensions", "\".toy\""],
    );
    check(
        "[servers.rust]\nadapter = \"rust\"\n[servers.rust.timeouts]\nrequest_ms = 0\n",
        &[":4", "servers.rust.timeouts.request_ms"],
    );
    check(
        "[servers.rust]\nadapter = \"rust\"\ncomand = \"x\"\n",
        &[":3", "servers.rust.comand", "command"],
    );
    check("[servers.rust]\nadapter = \"rusty\"\n", &[":2", "servers.rust.adapter", "rust"]);
    check("[servers.x]\nargs = []\n", &["servers.x", "command"]);
    check("[servers.x\n", &[":1"]);
}

#[test]
fn every_mistake_is_reported_at_once() {
    check(
        "[servers.a]\ncommand = \"\"\nfile_extensions = { \".a\" = \"a\" }\n[servers.b]\nadapter = \"nope\"\n",
        &[":2", "servers.a.command", ":5", "servers.b.adapter"],
    );
}
