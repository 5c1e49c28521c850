//! The command line beside `serve`.

use std::process::{Command, Output, Stdio};

use deixis_tests::binary;
use deixis_tests::config::Config;
use deixis_tests::processes::{MARK, wait_until_gone};
use deixis_tests::project::Project;
use deixis_tests::scripted::{PATIENCE, Scripted};

/// Runs `deixis` with these arguments in a project; nothing may be left afterwards.
fn run(project: &Project, config: &Config, arguments: &[&str]) -> Output {
    let mark = format!("command-{}-{}", std::process::id(), project.root().display());
    let output = Command::new(binary::deixis())
        .arg("--config")
        .arg(config.write(project.outside()))
        .args(arguments)
        .current_dir(project.root())
        .env("PATH", binary::path())
        .env("XDG_CACHE_HOME", binary::cache())
        .env("XDG_STATE_HOME", binary::state())
        .env(MARK, &mark)
        .stdin(Stdio::null())
        .output()
        .expect("deixis starts");
    let left = wait_until_gone(&mark, PATIENCE);
    assert!(left.is_empty(), "{arguments:?} left {left:?}");
    output
}

#[test]
fn one_call_prints_what_the_tool_answers() {
    let project = Project::new().file("a.toy", "fn greet\n").file("b.toy", "greet\n");
    let script = Scripted::new("");
    let config = Config::new().scripted("toy", &script);
    let check = |arguments: &[&str], good: bool, expected: &[&str]| {
        let output = run(&project, &config, arguments);
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let all = format!("{said}{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.status.success(), good, "{arguments:?}: {all}");
        for part in expected {
            assert!(all.contains(part), "{arguments:?}: {part} in {all}");
        }
        said
    };
    check(&["call", "hover", "path=a.toy", "line=1", "symbol=greet"], true, &["`greet`"]);
    let json = check(&["call", "references", "--json", r#"{"path": "a.toy:1:4"}"#], true, &[]);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON and nothing else");
    assert_eq!(json["locations"][0]["at"], "b.toy:1:1", "{json}");
    check(
        &["call", "hover", "path=missing.toy", "line=1", "symbol=x"],
        false,
        &["invalid_path", "missing.toy"],
    );
    check(&["call", "no_such_tool"], false, &["no_such_tool", "references"]);
}

#[test]
fn built_in_adapters_can_be_looked_at() {
    let project = Project::new();
    for adapter in ["rust", "cpp", "go", "java", "typescript", "python"] {
        let output = run(&project, &Config::new(), &["plugin", "inspect", adapter]);
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{adapter}: {}", String::from_utf8_lossy(&output.stderr));
        for part in [adapter, "readiness", "sha256"] {
            assert!(said.contains(part), "{part} in {said}");
        }
        // A built-in adapter has no way out of its sandbox at all.
        assert!(!said.contains("wasi:"), "{said}");
    }
    assert!(!run(&project, &Config::new(), &["plugin", "inspect", "nobody"]).status.success());
}
