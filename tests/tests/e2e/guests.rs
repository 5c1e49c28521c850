//! Adapters that misbehave: each costs one event, the answer is right all the same, and
//! says that the adapter was bypassed. And an author's plain component, which works.

use std::process::Command;

use deixis_tests::answer::Answer;
use deixis_tests::binary::deixis;
use deixis_tests::config::Config;
use deixis_tests::guests;
use deixis_tests::project::Project;
use deixis_tests::scripted::Scripted;
use deixis_tests::start::Start;
use serde_json::{Value, json};

/// Asks the scripted server through a guest.
fn ask(guest: &str, tool: &str, arguments: &Value) -> (Project, Answer) {
    let project = Project::new().file("a.toy", "fn greet\n").file("b.toy", "greet greet\n");
    let script = Scripted::new("");
    let config = guests::attached(Config::new().scripted("toy", &script), "toy", guest);
    let mut deixis = Start::new(project.root(), config).start();
    let answer = deixis.call(tool, arguments);
    (project, answer)
}

/// The references are complete; the answer says why the adapter was bypassed.
fn check(guest: &str, reason: &str) {
    let arguments = json!({"path": "a.toy:1:4", "includeDeclaration": true});
    let (project, answer) = ask(guest, "references", &arguments);
    let expected = project.occurrences("greet", &[".toy"]);
    assert_eq!(answer.places("locations"), expected, "{guest}: {}", answer.text());
    let degraded = &answer.structured()["degraded"];
    assert_eq!(degraded["adapter"], guest, "{}", answer.0);
    let said = degraded["reason"].as_str().unwrap_or_default();
    assert!(said.contains(reason), "{guest}: {said}");
    assert!(answer.text().contains(guest), "the text says so, too: {}", answer.text());
}

#[test]
fn a_guest_that_panics_is_bypassed() {
    check("traps", "the guest panics on purpose");
}

#[test]
fn a_guest_that_spins_is_bypassed() {
    check("spins", "took longer than 100 ms");
}

#[test]
fn a_guest_that_grows_is_bypassed() {
    check("grows", "MiB");
}

#[test]
fn a_guest_with_too_large_a_state_is_bypassed() {
    check("huge-state", "state");
}

/// A program that a recipe names is started if the grant names it, too.
#[test]
fn only_granted_programs_are_started() {
    let project = Project::new().file("a.scr", "fn greet\n");
    let folder = deixis_tests::binary::scripted_ls().parent().expect("a folder").to_owned();
    let started = |commands: Vec<String>| {
        let config = Config::new().set("servers.toy.adapter", "traps");
        let config = guests::pinned(config, "traps").set("plugins.traps.commands", commands);
        let start = Start::new(project.root(), config).environment("PATH", &folder);
        start.start().call("hover", &json!({"path": "a.scr:1:4"}))
    };
    let refused = started(vec!["other".to_owned()]);
    assert!(refused.is_error(), "{}", refused.0);
    for part in ["scripted-ls", "commands = ", "[servers.toy]"] {
        assert!(refused.text().contains(part), "{part}: {}", refused.text());
    }
    let granted = started(vec!["scripted-ls".to_owned()]);
    assert!(!granted.is_error(), "{}", granted.0);
}

#[test]
fn a_plain_component_of_an_author_works() {
    let arguments = json!({"path": "a.toy:1:4", "includeDeclaration": true});
    let (project, answer) = ask("well-behaved", "references", &arguments);
    let expected = project.occurrences("greet", &[".toy"]);
    assert_eq!(answer.places("locations"), expected, "{}", answer.text());
    assert!(answer.structured().get("degraded").is_none(), "{}", answer.0);
    let imports = guests::inspect("well-behaved")["imports"].to_string();
    assert!(imports.contains("wasi:"), "made by a toolchain that imports WASI: {imports}");
}

/// A scripted server through a guest, kept for several calls.
fn attach(guest: &str, project: &Project, script: &Scripted) -> deixis_tests::client::Deixis {
    let config = guests::attached(Config::new().scripted("toy", script), "toy", guest);
    Start::new(project.root(), config).start()
}

const NOISY: &str = "greet\nERROR: scripted: taken\nWARNING: scripted: noise\nERROR: plain\n";

#[test]
fn an_adapter_judges_diagnostics_places_and_hovers() {
    let project = Project::new()
        .file("a.toy", "fn greet\n")
        .file("noisy.toy", NOISY)
        .file("generated/a.toy", "fn greet\n");
    let script = Scripted::new(
        "[server]\ndiagnostics = \"push\"\n\
         [[rule]]\non = \"textDocument/hover\"\n\
         do = [{ reply_json = '{\"contents\": \"text\\n\\nscripted\"}' }]\n",
    );
    let mut deixis = attach("well-behaved", &project, &script);
    let said = deixis.call("diagnostics", &json!({"path": "noisy.toy", "waitMs": 30_000}));
    let structured = said.structured();
    assert_eq!(structured["counts"]["error"], 2, "{}", said.0);
    assert_eq!(structured["counts"]["warning"], 0, "{}", said.0);
    let messages: Vec<&Value> = structured["diagnostics"]
        .as_array()
        .expect("diagnostics")
        .iter()
        .map(|one| &one["message"])
        .collect();
    assert_eq!(messages, ["taken", "plain"], "{}", said.0);
    // Of two definitions the one that can be changed is shown, and the other one said.
    let said = deixis.call("definition", &json!({"path": "noisy.toy:1:1"}));
    assert_eq!(said.places("locations"), ["a.toy:1:4"], "{}", said.0);
    assert!(said.text().contains("1 place is left out by the adapter"), "{}", said.text());
    let said = deixis.call("hover", &json!({"path": "a.toy:1:4"}));
    assert_eq!(said.structured()["contents"], "text", "{}", said.0);
}

#[test]
fn an_adapter_answers_requests_that_nobody_else_knows() {
    let project = Project::new().file("a.toy", "fn greet\n");
    let prompt = json!({"type": 3, "message": "Import?", "actions": [{"title": "Import"}, {"title": "Not now"}]});
    let rules = format!(
        "[[rule]]\non = \"textDocument/hover\"\ndo = [\n\
         {{ request = {{ method = \"scripted/which\", id = 701 }} }},\n\
         {{ request = {{ method = \"scripted/other\", id = 702 }} }},\n\
         {{ request = {{ method = \"window/showMessageRequest\", id = 703, params_json = '''{prompt}''' }} }},\n\
         {{ until = \"response:703\" }}, \"default\" ]\n"
    );
    // What the native answer is, and what a guest makes of it.
    let expected = [
        ("", json!(-32601), Value::Null),
        ("well-behaved", json!("this"), json!({"title": "Import"})),
        ("misjudges", json!(-32601), Value::Null),
    ];
    for (guest, which, chosen) in expected {
        let script = Scripted::new(&rules);
        let mut deixis = if guest.is_empty() {
            Start::new(project.root(), Config::new().scripted("toy", &script)).start()
        } else {
            attach(guest, &project, &script)
        };
        let said = deixis.call("hover", &json!({"path": "a.toy:1:4"}));
        assert!(!said.is_error(), "{}", said.0);
        let answer = |id: u64| {
            let lines = script.lines("in");
            let of = lines.into_iter().find(|line| line["id"] == id && line["method"].is_null());
            of.unwrap_or_else(|| panic!("{guest}: no answer to {id}"))
        };
        let first = answer(701);
        let found = if which.is_number() { &first["error"]["code"] } else { &first["result"] };
        assert_eq!(*found, which, "{guest}: {first}");
        assert_eq!(answer(702)["error"]["code"], -32601, "{guest}");
        assert_eq!(answer(703)["result"], chosen, "{guest}");
    }
}

#[test]
fn an_adapter_says_when_diagnostics_are_final() {
    let project = Project::new().file("late.toy", "fn greet\nERROR: bad\n");
    let script = Scripted::new(
        "[server]\ndiagnostics = \"push\"\n\
         [[rule]]\non = \"textDocument/hover\"\n\
         do = [{ notify = { method = \"scripted/ready\", params = {} } },\n\
         { notify = { method = \"scripted/settled\", params = {} } }, \"default\"]\n",
    );
    let mut deixis = attach("well-behaved", &project, &script);
    let ask = |deixis: &mut deixis_tests::client::Deixis, wait: u32| {
        let said = deixis.call("diagnostics", &json!({"path": "late.toy", "waitMs": wait}));
        assert_eq!(said.structured()["counts"]["error"], 1, "{}", said.0);
        said.structured()["settled"].clone()
    };
    // However quiet the server is: its adapter knows that a sign comes.
    assert_eq!(ask(&mut deixis, 1_500), false);
    assert!(!deixis.call("hover", &json!({"path": "late.toy:1:4"})).is_error());
    assert_eq!(ask(&mut deixis, 30_000), true);
    project.write("late.toy", "fn greet\n\nERROR: bad\n");
    assert_eq!(ask(&mut deixis, 1_500), false);
}

#[test]
fn an_adapter_that_misjudges_is_bypassed() {
    let project = Project::new().file("a.toy", "fn greet\n").file("noisy.toy", NOISY);
    let script = Scripted::new("[server]\ndiagnostics = \"push\"\n");
    let mut deixis = attach("misjudges", &project, &script);
    let calls = [
        ("diagnostics", json!({"path": "noisy.toy", "waitMs": 30_000})),
        ("references", json!({"path": "a.toy:1:4", "includeDeclaration": true})),
    ];
    for (tool, arguments) in calls {
        let said = deixis.call(tool, &arguments);
        assert!(!said.is_error(), "{}", said.0);
        let reason = said.structured()["degraded"]["reason"].as_str().unwrap_or_default();
        let wrong = if tool == "diagnostics" { "diagnostics.normalise" } else { "results.refine" };
        // It misjudges so often that it may be left out altogether by now.
        let is_said = reason.contains(wrong) || reason.contains("quarantined");
        assert!(is_said, "{tool}: {}", said.0);
        if tool == "references" {
            assert_eq!(said.places("locations"), project.occurrences("greet", &[".toy"]));
        } else {
            assert_eq!(said.structured()["counts"]["error"], 2, "{}", said.0);
        }
    }
}

#[test]
fn the_built_in_adapters_import_no_wasi_and_say_what_they_are() {
    for adapter in ["rust", "cpp", "go", "java", "typescript", "python"] {
        let output = Command::new(deixis())
            .args(["plugin", "inspect", adapter])
            .output()
            .expect("the binary runs");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        for row in ["id ", "version ", "sha256 ", "size ", "groups ", "imports ", "commands "] {
            assert!(text.lines().any(|line| line.starts_with(row)), "{adapter}: no {row}\n{text}");
        }
        assert!(
            text.lines().any(|line| line.starts_with("wasi ") && line.ends_with("none")),
            "{text}"
        );
        assert!(!text.contains("wasi:"), "{text}");
    }
}
