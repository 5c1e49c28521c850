//! `deixis plugin new`, `build` and `dev`: from nothing to an adapter that answers.

use std::path::Path;
use std::process::Command;

use deixis_tests::authors::Workshop;
use deixis_tests::binary;
use deixis_tests::processes::Signal;
use deixis_tests::scripted::Scripted;
use serde_json::{Value, json};

/// A new Rust adapter for the scripted server.
fn toy() -> Workshop {
    let workshop = Workshop::new();
    let new = ["plugin", "new", "toy", "--server", "scripted-ls", "--extension", ".toy"];
    workshop.check(&new, true, &["deixis plugin build"]);
    workshop
}

#[test]
fn a_new_adapter_is_complete_in_every_language() {
    for (language, marker) in [
        ("rust", "Cargo.toml"),
        ("js", "package.json"),
        ("python", "pyproject.toml"),
        ("c", "adapter.c"),
    ] {
        let workshop = Workshop::new();
        let new = ["plugin", "new", "toy", "--lang", language, "adapters/toy"];
        workshop.check(&new, true, &["adapters/toy: a new adapter", language]);
        let folder = workshop.path("adapters/toy");
        assert!(folder.join(marker).is_file(), "{language}");
        let mut contract = Vec::new();
        look_at(&folder, &mut |path, text| {
            assert!(!text.contains("{{"), "{language}: {} is not filled in", path.display());
            contract.extend(
                path.file_name()
                    .filter(|_| path.to_string_lossy().ends_with(".wit"))
                    .map(ToOwned::to_owned),
            );
        });
        for file in std::fs::read_dir(binary::checkout().join("wit")).expect("the contract") {
            let name = file.expect("a file").file_name();
            assert!(contract.contains(&name), "{language}: {}", name.display());
        }
    }
}

fn look_at(folder: &Path, each: &mut impl FnMut(&Path, &str)) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            look_at(&path, each);
        } else {
            each(&path, &std::fs::read_to_string(&path).expect("a text"));
        }
    }
}

#[test]
fn nothing_is_written_over_and_names_are_checked() {
    let workshop = Workshop::new();
    workshop.write("zig/README.md", "mine\n");
    workshop.check(
        &["plugin", "new", "zig"],
        false,
        &[
            "zig already holds README.md",
            "nothing was written",
            "deixis plugin new zig adapters/zig",
        ],
    );
    assert_eq!(std::fs::read_dir(workshop.path("zig")).expect("a folder").count(), 1);
    assert_eq!(workshop.read("zig/README.md"), "mine\n");

    let refused = |arguments: &[&str], parts: &[&str]| {
        workshop.check(&[&["plugin", "new"], arguments].concat(), false, parts);
    };
    refused(&["Zig"], &["\"Zig\"", "house-rules"]);
    refused(&["../zig"], &["\"../zig\"", "house-rules"]);
    refused(&["zig2", "--extension", "zig"], &["--extension \"zig\"", "\".zig\""]);
    refused(&["zig2", "--server", "a b"], &["--server \"a b\"", "\"zls\""]);
    assert!(!workshop.path("zig2").exists());
}

#[test]
fn a_rust_adapter_is_built_and_passes_its_test() {
    let workshop = toy();
    let said = workshop.check(&["plugin", "build", "toy"], true, &["toy.wasm: ", "imports  "]);
    assert!(said.contains("exports  errors, info, launch, readiness, symbols"), "{said}");
    assert!(!said.contains("private path"), "{said}");
    workshop.check(&["plugin", "test", "toy/toy.wasm"], true, &["calls agree"]);
    let inspected = workshop.check(&["plugin", "inspect", "toy/toy.wasm", "--json"], true, &[]);
    let inspected: Value = serde_json::from_str(&inspected).expect("JSON");
    let sha256 = said.lines().find_map(|line| line.strip_prefix("sha256   ")).expect("a hash");
    assert_eq!(inspected["sha256"], sha256);
    assert_eq!(inspected["wasi"], false, "{inspected}");
    assert_eq!(inspected["commands"], json!(["scripted-ls"]));
    // Elsewhere, by another way.
    workshop.check(&["plugin", "build", "toy", "-o", "other.wasm"], true, &["other.wasm"]);
    assert!(workshop.path("other.wasm").is_file());

    let mut cargo = Command::new("cargo");
    workshop.dress(&mut cargo);
    cargo.args(["build", "--quiet", "--target", "wasm32-wasip2"]);
    let plain = cargo.current_dir(workshop.path("toy")).output().expect("cargo starts");
    assert!(plain.status.success(), "{}", String::from_utf8_lossy(&plain.stderr));
    let plain = binary::adapters().join("wasm32-wasip2/debug/toy.wasm");
    let plain = plain.to_string_lossy().into_owned();
    workshop.check(
        &["plugin", "test", &plain, "toy/recordings/first.jsonl"],
        true,
        &["calls agree"],
    );
}

#[test]
fn what_cannot_be_built_says_why() {
    let workshop = Workshop::new();
    workshop.write("empty/README.md", "");
    let build = |folder: &str, parts: &[&str]| {
        workshop.check(&["plugin", "build", folder], false, parts);
    };
    build("missing", &["missing: no such folder"]);
    build("empty", &["empty holds no adapter", "Cargo.toml", "deixis plugin new zig"]);
    workshop.write("unnamed/Cargo.toml", "[package]\n");
    build("unnamed", &["Cargo.toml has no name", "name = \"zig\""]);

    let workshop = toy();
    workshop.write("toy/src/errors.rs", "fn broken() -> u8 { \"text\" }\n");
    workshop.check(
        &["plugin", "build", "toy"],
        false,
        &["mismatched types", "src/errors.rs", "does not compile"],
    );
    assert!(!workshop.path("toy/toy.wasm").exists());
    // A library that is no adapter.
    workshop.write("toy/src/lib.rs", "//! Nothing.\n");
    workshop.check(&["plugin", "build", "toy"], false, &["exports no deixis:adapter/info"]);
}

/// One whole life: what is seen of a session, of a change of the sample and of the sources, of
/// sources that do not compile, and of a trap.
#[test]
fn dev_builds_and_asks_again_at_every_change() {
    let workshop = toy();
    workshop.write("toy/sample/hello.toy", "fn greet\ngreet\n");
    let calls = json!([{"tool": "hover", "arguments": {"path": "hello.toy:1:4"}}]);
    workshop.write("toy/calls.json", &calls.to_string());
    let script = Scripted::new("");
    let server = deixis_tests::binary::scripted_ls().to_string_lossy().into_owned();
    let words = script.arguments();
    let words = words.iter().map(String::as_str);
    let arguments: Vec<&str> = ["--", server.as_str()].into_iter().chain(words).collect();
    let mut dev = workshop.dev(&workshop.path("toy"), &arguments);

    let first = dev.until("waiting");
    let of = |events: &[Value], name: &str| -> Vec<Value> {
        events.iter().filter(|event| event["event"] == name).cloned().collect()
    };
    assert_eq!(of(&first, "built").len(), 1, "{first:#?}");
    let plan = &of(&first, "hook")[0];
    assert_eq!(plan["hook"], "launch.plan", "{first:#?}");
    assert!(plan["us"].is_u64() && plan["out"]["ok"].is_object(), "{plan}");
    assert_eq!(of(&first, "answer")[0]["error"], false, "{first:#?}");
    assert_eq!(first.last().expect("the last")["failed"], 0, "{first:#?}");

    // The sample: the same session.
    workshop.write("toy/sample/more.toy", "greet\n");
    let again = dev.until("waiting");
    assert_eq!(again[0], json!({"event": "changed", "files": ["sample/more.toy"], "build": false}));
    assert!(of(&again, "built").is_empty(), "{again:#?}");
    assert_eq!(of(&again, "answer").len(), 1, "{again:#?}");

    // The sources: a build, a new session. What does not compile is said, and waited on.
    let launch = workshop.read("toy/src/launch.rs");
    workshop.write("toy/src/launch.rs", &launch.replacen("let options", "let options: u8", 1));
    let broken = dev.until("waiting");
    assert_eq!(broken[0]["build"], true, "{broken:#?}");
    assert_eq!(of(&broken, "not-built").len(), 1, "{broken:#?}");
    let trap = launch.replacen("let options", "panic!(\"on purpose\");\n        let options", 1);
    workshop.write("toy/src/launch.rs", &format!("#![allow(unreachable_code)]\n{trap}"));
    let trapped = dev.until("waiting");
    assert_ne!(of(&trapped, "built")[0]["sha256"], of(&first, "built")[0]["sha256"]);
    let plan = &of(&trapped, "hook")[0]["out"]["error"];
    assert_eq!(plan["kind"], "trap", "{trapped:#?}");
    assert!(plan["message"].as_str().expect("words").contains("on purpose"), "{plan}");

    // Ctrl-C, while it builds.
    workshop.write("toy/src/launch.rs", &launch);
    dev.until("changed");
    let errors = dev.end(Signal::Interrupt);
    assert!(errors.contains("error: ") && errors.contains("src/launch.rs"), "{errors}");
}

#[test]
fn dev_ends_with_its_server() {
    let workshop = toy();
    let script = Scripted::new("");
    let server = deixis_tests::binary::scripted_ls().to_string_lossy().into_owned();
    let words = script.arguments();
    let words = words.iter().map(String::as_str);
    let arguments: Vec<&str> = ["--", server.as_str()].into_iter().chain(words).collect();
    let mut dev = workshop.dev(&workshop.path("toy"), &arguments);
    let events = dev.until("waiting");
    let alive = deixis_tests::processes::marked(dev.mark());
    assert!(alive.iter().any(|process| process.command.contains("scripted-ls")), "{events:#?}");
    drop(dev.end(Signal::Terminate));

    workshop.check(&["plugin", "dev", "toy", "--project", "none"], false, &["none", "--project"]);
    workshop.check(&["plugin", "dev", "toy", "--calls", "none"], false, &["--calls none"]);
}
