//! `deixis plugin check`: every guest that misbehaves fails by the rule that it breaks, and
//! those that behave pass.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use deixis_tests::binary;
use deixis_tests::config::Config;
use deixis_tests::guests;
use serde_json::Value;

/// Runs `deixis plugin ARGUMENTS`, with a folder of its own for cases.
fn plugin(folder: &Path, arguments: &[&str]) -> Output {
    // Spinning ends soon where the configuration says so.
    let config = guests::pinned(Config::new(), "spins-everywhere");
    Command::new(binary::deixis())
        .arg("--config")
        .arg(config.write(folder))
        .arg("plugin")
        .args(arguments)
        .current_dir(folder)
        .env("XDG_CACHE_HOME", binary::cache())
        .env("XDG_STATE_HOME", folder.join("state"))
        .stdin(Stdio::null())
        .output()
        .expect("deixis starts")
}

/// What a check says as JSON; its exit code fits.
fn check(folder: &Path, arguments: &[&str]) -> Value {
    let arguments = [&["check"], arguments, &["--json"]].concat();
    let output = plugin(folder, &arguments);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        panic!("{arguments:?}: {error}: {}", String::from_utf8_lossy(&output.stderr))
    });
    let is_good = breaches(&report).is_empty();
    assert_eq!(output.status.code(), Some(i32::from(!is_good)), "{report:#}");
    report
}

/// Rule, hook, words and case of everything that is broken.
fn breaches(report: &Value) -> Vec<(String, String, String, Option<String>)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut found = Vec::new();
    for rule in report["rules"].as_array().into_iter().flatten() {
        let broken = rule["breaches"].as_array().cloned().unwrap_or_default();
        let state = if broken.is_empty() { "holds" } else { "broken" };
        assert!(rule["state"] == state || rule["state"] == "unknown", "{rule}");
        for breach in broken {
            let case = breach["case"].as_str().map(str::to_owned);
            found.push((text(&rule["rule"]), text(&breach["hook"]), text(&breach["what"]), case));
        }
    }
    found
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// The guest breaks this rule in this hook, for this reason, and no other one.
fn check_fails(guest: &str, rule: &str, hook: &str, reason: &str) {
    let folder = folder();
    let report = check(folder.path(), &[&guests::path(guest).to_string_lossy()]);
    let found = breaches(&report);
    let is_expected = |one: &&(String, String, String, Option<String>)| {
        one.0 == rule && one.1 == hook && one.2.contains(reason)
    };
    assert!(found.iter().any(|one| is_expected(&one)), "{guest}: {report:#}");
    assert!(found.iter().all(|one| one.0 == rule), "{guest}: {report:#}");
}

#[test]
fn guests_that_give_no_answer_fail() {
    check_fails("traps", "answers", "readiness.step", "the guest panics on purpose");
    check_fails("recurses", "answers", "readiness.step", "call stack exhausted");
    check_fails("hoards", "answers", "launch.plan", "no free keys");
}

#[test]
fn guests_that_give_invalid_answers_fail() {
    check_fails("huge-state", "answers", "readiness.step", "state: ");
    check_fails("lies", "answers", "launch.plan", "not JSON");
    check_fails("lies", "answers", "symbols.normalise", "results for");
    check_fails("garbles", "answers", "symbols.normalise", "utf-8");
    check_fails("misplaces", "answers", "diagnostics.normalise", "not within the given one");
    for hook in ["diagnostics.plan", "diagnostics.interests", "diagnostics.settle"] {
        check_fails("misjudges", "answers", hook, "");
    }
    for hook in ["diagnostics.normalise", "requests.answer", "documents.fetch", "results.refine"] {
        check_fails("misjudges", "answers", hook, "");
    }
}

#[test]
fn guests_that_take_too_much_fail() {
    check_fails("spins", "budget", "readiness.step", "deadline");
    check_fails("grows", "budget", "readiness.step", "memory");
    check_fails("multiplies", "budget", "symbols.normalise", "memory");
}

#[test]
fn no_hook_can_spin_unnoticed() {
    let folder = folder();
    let report = check(folder.path(), &["spins-everywhere"]);
    let hooks: Vec<String> = breaches(&report).into_iter().map(|breach| breach.1).collect();
    // All of the contract, but for the start of the reducer, which the guest needs; and what it is.
    assert_eq!(hooks.len(), 20, "{report:#}");
    assert!(!hooks.contains(&"readiness.start".to_owned()));
    let others: Vec<String> = breaches(&report)
        .into_iter()
        .filter(|breach| breach.0 != "budget")
        .map(|breach| breach.0 + ": " + &breach.2)
        .collect();
    // The configuration of this test grants nothing.
    assert_eq!(others.len(), 1, "{others:?}");
    assert!(others[0].contains("names the program \"scripted-ls\""), "{others:?}");
}

#[test]
fn guests_that_are_noisy_or_nosy_or_remember_fail() {
    check_fails("remembers", "memory", "symbols.normalise", "used");
    check_fails("locates", "grant", "launch.plan", "locate.program of \"sh\"");
    let folder = folder();
    let report = check(folder.path(), &[&guests::path("floods-log").to_string_lossy()]);
    let found = breaches(&report);
    assert!(found.iter().any(|one| one.0 == "log" && one.1 == "readiness.step"), "{report:#}");
}

#[cfg(unix)]
#[test]
fn a_guest_that_looks_outside_fails_for_every_way() {
    let folder = folder();
    let report = check(folder.path(), &[&guests::path("pries").to_string_lossy()]);
    let found = breaches(&report);
    assert_eq!(found.len(), 1, "{report:#}");
    assert_eq!((found[0].0.as_str(), found[0].1.as_str()), ("grant", "launch.plan"));
    assert!(!found[0].2.contains("own.txt"), "{}", found[0].2);
    for (path, why) in [
        ("../outside/secret.txt", "leads out"),
        ("src/../../outside/secret.txt", "leads out"),
        ("/etc/passwd", "leads out"),
        ("outside/secret.txt", "leads out"),
        ("outside.txt", "leads out"),
        ("private/secret.env", "its grant does not name it"),
    ] {
        let part = format!("project.read of {path:?}: ");
        let said = found[0].2.split("; ").find(|said| said.starts_with(&part));
        assert!(said.is_some_and(|said| said.contains(why)), "{path}: {}", found[0].2);
    }
}

#[test]
fn what_is_no_component_of_this_contract_fails() {
    check_fails("imports-http", "component", "", "wasi:http/outgoing-handler");
    let folder = folder();
    std::fs::write(folder.path().join("text.wasm"), "(module)").expect("a file");
    let report = check(folder.path(), &["text.wasm"]);
    assert!(breaches(&report)[0].2.contains("WebAssembly text"), "{report:#}");
    let unknown = report["rules"].as_array().expect("rules").iter().skip(1);
    assert!(unknown.clone().all(|rule| rule["state"] == "unknown"), "{report:#}");
    // What is not there is no answer about a rule.
    let output = plugin(folder.path(), &["check", "missing.wasm"]);
    assert!(!output.status.success() && output.stdout.is_empty());
    assert!(String::from_utf8_lossy(&output.stderr).contains("missing.wasm"));
}

#[test]
fn guests_that_behave_pass() {
    for guest in ["well-behaved", "house-rules"] {
        let folder = folder();
        let file = guests::path(guest).to_string_lossy().into_owned();
        let report = check(folder.path(), &[&file]);
        assert!(breaches(&report).is_empty(), "{report:#}");
        assert!(report["inputs"].as_u64() > Some(100), "{report:#}");
        assert!(!folder.path().join("state").exists(), "no case");
    }
}

#[test]
fn a_seed_asks_the_same_and_another_one_something_else() {
    let folder = folder();
    let file = guests::path("remembers").to_string_lossy().into_owned();
    let words = |seed: &str| {
        let report = check(folder.path(), &[&file, "--seed", seed]);
        assert_eq!(report["seed"].to_string(), seed);
        breaches(&report)[0].2.clone()
    };
    let first = words("1");
    assert_eq!(words("1"), first);
    assert_ne!(words("2"), first);
}

#[test]
fn a_breach_leaves_a_case_that_can_be_replayed() {
    let folder = folder();
    let file = guests::path("traps").to_string_lossy().into_owned();
    let report = check(folder.path(), &[&file]);
    let case = breaches(&report)[0].3.clone().expect("a case");
    let text = std::fs::read_to_string(&case).expect("a file");
    assert!(text.contains(r#"{"file":"private/secret.env"}"#), "the project is there: {text}");
    let output = plugin(folder.path(), &["replay", &case, "--with", &file]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(!output.status.success(), "{said}");
    for part in ["readiness.step was asked", "then it failed (trap)", "now it failed (trap)"] {
        assert!(said.contains(part), "{part} in {said}");
    }
    let mended = guests::path("well-behaved").to_string_lossy().into_owned();
    let output = plugin(folder.path(), &["replay", &case, "--with", &mended]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.contains("asked now is well-behaved") && !said.contains("(trap): x"), "{said}");
}

/// Also with what real servers said in recordings.
#[test]
fn the_built_in_adapters_pass() {
    for adapter in ["rust", "cpp", "go", "typescript", "python"] {
        let folder = folder();
        let recordings = binary::checkout().join("plugins").join(adapter).join("recordings");
        let entries = std::fs::read_dir(recordings).expect("recordings");
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
        paths.sort();
        let paths: Vec<String> =
            paths.iter().map(|path| path.to_string_lossy().into_owned()).collect();
        let words = [adapter].into_iter().chain(paths.iter().map(String::as_str));
        let report = check(folder.path(), &words.collect::<Vec<_>>());
        assert!(breaches(&report).is_empty(), "{report:#}");
        assert!(report["inputs"].as_u64() > Some(500), "{report:#}");
    }
}
