//! Clients that nobody here wrote, run as hosts would: the official SDKs for Python and
//! TypeScript, in every revision that they speak, and the inspector.

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use deixis_tests::binary;
use deixis_tests::config::Config;
use deixis_tests::project::Project;
use deixis_tests::scripted::Scripted;
use serde_json::{Value, json};

/// The revision of the handshake with `initialize`.
const LEGACY: &str = "2025-11-25";

/// The revision without a handshake.
const STATELESS: &str = "2026-07-28";

/// Whether `DEIXIS_SKIP` names these clients.
fn left_out(name: &str) -> bool {
    let skipped = std::env::var("DEIXIS_SKIP").unwrap_or_default();
    let found = skipped.split(',').any(|skip| skip.trim() == name);
    if found {
        eprintln!("left out by DEIXIS_SKIP: {name}");
    }
    found
}

/// A path that a variable names, or where `cargo xtask setup` puts it.
fn place(variable: &str, usual: &str) -> PathBuf {
    std::env::var_os(variable)
        .map_or_else(|| binary::checkout().join(".deps").join(usual), PathBuf::from)
}

/// A program or script that must be there.
fn installed(path: PathBuf) -> PathBuf {
    assert!(path.is_file(), "{} is missing: `cargo xtask setup` makes it", path.display());
    path
}

/// The folder of the clients that run in Node, and the Node that runs them.
fn node_clients() -> (PathBuf, PathBuf) {
    let folder = place("DEIXIS_TEST_CLIENTS", "clients");
    let node = installed(folder.join("node_modules/node/bin/node"));
    (folder, node)
}

/// Runs a client to its end with the real binary's command line as its last arguments.
fn run(client: &mut Command) -> Output {
    let project = Project::new().file("a.toy", "fn greet\n").file("b.toy", "greet\n");
    let script = Scripted::new("");
    let config = Config::new().scripted("toy", &script).write(project.outside());
    client.arg(binary::deixis()).args(["serve", "--root"]).arg(project.root());
    client.arg("--config").arg(config);
    client.env("XDG_CACHE_HOME", binary::cache()).env("XDG_STATE_HOME", binary::state());
    client.env("RUST_LOG", "off");
    // What a client keeps for itself is not the user's.
    client.env("HOME", project.outside()).stdin(Stdio::null());
    client.output().unwrap_or_else(|error| panic!("{client:?}: {error}"))
}

/// Runs a client that lists tools and calls two, which must lead to this revision.
fn check(client: &mut Command, revision: &str) {
    let output = run(client);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{client:?}: {stderr}");
    let said: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{client:?}: {error}: {stderr}"));
    assert_eq!(said["protocol"], revision, "{client:?}: {said}");
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

fn script_of(name: &str) -> PathBuf {
    binary::checkout().join("tests/clients").join(name)
}

#[test]
fn the_official_python_client_lists_and_calls_tools() {
    if left_out("mcp") {
        return;
    }
    let python = installed(place("DEIXIS_TEST_PYTHON", "py/bin/python"));
    for (mode, revision) in [("legacy", LEGACY), ("auto", STATELESS)] {
        check(Command::new(&python).arg(script_of("official.py")).arg(mode), revision);
    }
}

#[test]
fn the_official_typescript_clients_list_and_call_tools() {
    if left_out("mcp-typescript") {
        return;
    }
    let (folder, node) = node_clients();
    let cases = [
        ("sdk", "legacy", LEGACY),
        ("client", "legacy", LEGACY),
        ("client", "auto", STATELESS),
        ("client", STATELESS, STATELESS),
    ];
    for (client, mode, revision) in cases {
        let mut command = Command::new(&node);
        command.arg(script_of("official.mjs")).arg(&folder).args([client, mode]);
        check(&mut command, revision);
    }
}

/// The inspector's command line, up to the server's.
fn inspector(arguments: &[&str]) -> Command {
    let (folder, node) = node_clients();
    let program = "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js";
    let mut command = Command::new(node);
    command.arg(installed(folder.join(program))).arg("--cli");
    // It hands on little of its own environment.
    command.args(["-e", "RUST_LOG=off"]).args(arguments).arg("--");
    command
}

#[test]
fn the_inspector_finds_no_fault_in_the_tools() {
    if left_out("mcp-inspector") {
        return;
    }
    for era in ["legacy", "auto", "modern"] {
        let list = ["--method", "tools/list", "--strict", "--protocol-era", era];
        let output = run(&mut inspector(&list));
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && stderr.is_empty(), "{era}: {stderr}");
        let said: Value = serde_json::from_slice(&output.stdout).expect("the list as JSON");
        assert!(said["tools"].as_array().is_some_and(|tools| tools.len() > 5), "{said}");

        let place = json!({"path": "a.toy", "line": 1, "symbol": "greet"}).to_string();
        let call = ["--method", "tools/call", "--tool-name", "hover", "--tool-args-json", &place];
        let output = run(&mut inspector(&[&call[..], &["--protocol-era", era]].concat()));
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success() && said.contains("`greet`"), "{era}: {output:?}");
    }

    let (_, node) = node_clients();
    let mut odd = inspector(&["--method", "tools/list", "--strict"]);
    let output = odd.arg(node).arg(script_of("odd_schemas.mjs")).stdin(Stdio::null()).output();
    let stderr = output.map(|output| String::from_utf8_lossy(&output.stderr).into_owned());
    let stderr = stderr.expect("the inspector starts");
    assert!(stderr.contains("1 warning across 1 tool"), "the check is not on: {stderr}");
}
