//! Recordings of adapter calls: made with a session, replayed without a server; and the case
//! files that failures leave behind.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use deixis_tests::binary;
use deixis_tests::config::Config;
use deixis_tests::guests;
use deixis_tests::project::Project;
use deixis_tests::scripted::Scripted;
use deixis_tests::start::Start;
use serde_json::{Value, json};

/// A project, and a folder for what the commands write.
struct Desk {
    project: Project,
    folder: tempfile::TempDir,
}

/// What a command said, and whether it was content.
struct Said {
    good: bool,
    out: String,
    all: String,
}

impl Desk {
    fn new() -> Self {
        let project = Project::new().file("a.toy", "fn greet\n").file("b.toy", "greet greet\n");
        Self { project, folder: tempfile::tempdir().expect("a folder") }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn run(&self, config: &Config, arguments: &[&str]) -> Said {
        let output = Command::new(binary::deixis())
            .arg("--config")
            .arg(config.write(self.project.outside()))
            .arg("plugin")
            .args(arguments)
            .current_dir(self.folder.path())
            .env("PATH", binary::path())
            .env("XDG_CACHE_HOME", binary::cache())
            .env("XDG_STATE_HOME", self.path("state"))
            .stdin(Stdio::null())
            .output()
            .expect("deixis starts");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        Said { good: output.status.success(), all: format!("{out}{err}"), out }
    }

    /// Runs it and checks how it ended and what it said.
    fn check(&self, config: &Config, arguments: &[&str], good: bool, parts: &[&str]) -> String {
        let said = self.run(config, arguments);
        assert_eq!(said.good, good, "{arguments:?}: {}", said.all);
        for part in parts {
            assert!(said.all.contains(part), "{arguments:?}: {part} in {}", said.all);
        }
        said.out
    }
}

/// The server says that it is ready, which the guest `well-behaved` waits for.
const READY: &str = "[[rule]]\non = \"initialized\"\n\
                     do = [{ notify = { method = \"scripted/ready\", params = {} } }, \"default\"]\n\
                     [server]\ndiagnostics = \"push\"\n";

/// A configuration in which the scripted server has this guest as its adapter.
fn with_guest(name: &str, script: &Scripted) -> Config {
    guests::attached(Config::new().scripted("toy", script), "toy", name)
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).expect("it can be read")
}

#[test]
fn a_recording_is_replayed_without_a_server() {
    let desk = Desk::new();
    let script = Scripted::new(READY);
    let config = with_guest("well-behaved", &script);
    let root = desk.project.root().to_string_lossy().into_owned();
    let record =
        ["record", "well-behaved", "--project", &root, "-o", "recordings/one.jsonl", "--lsp"];
    desk.check(&config, &record, true, &["recordings/one.jsonl", "references"]);

    let path = desk.path("recordings/one.jsonl");
    let text = read(&path);
    assert!(!text.contains(&root), "no path of the machine: {text}");
    for part in [
        r#"{"deixis_recording":1,"contract":"0.1.0","adapter":"well-behaved""#,
        r#""server":{"program":"scripted-ls""#,
        r#"{"file":"a.toy"}"#,
        r#"{"hook":"readiness.start","in":{"facts":{"recipe":"scripted","command":"$BIN/scripted-ls","root_path":"$ROOT","root_uri":"$ROOT_URI""#,
        r#""method":"initialize","params":{"processId":"#,
        r#""uri":"$ROOT_URI/a.toy""#,
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }

    // Without any configuration: the component alone.
    let wasm = guests::path("well-behaved").to_string_lossy().into_owned();
    let none = Config::new();
    let test = ["test", &wasm, "recordings/one.jsonl"];
    let said = desk.check(&none, &test, true, &["calls agree"]);
    let (agree, rest) =
        said.rsplit_once(": ").and_then(|(_, rest)| rest.split_once(" of ")).expect("numbers");
    assert!(rest.starts_with(agree), "{said}");
    // By default those in the folder.
    desk.check(&config, &["test", "well-behaved"], true, &["recordings/one.jsonl"]);

    // Another adapter answers differently, or has not the group at all.
    let other = guests::path("floods-log").to_string_lossy().into_owned();
    let said = desk.check(&none, &["test", &other, "--json"], false, &[]);
    let said: Value = serde_json::from_str(&said).expect("JSON");
    assert!(!said[0]["differences"].as_array().expect("a list").is_empty(), "{said}");

    // A changed answer is shown, and put right.
    let changed = text.replacen(r#""alive":"ready""#, r#""alive":"unknown""#, 1);
    assert_ne!(changed, text, "{text}");
    std::fs::write(&path, &changed).expect("written");
    let shown = ["readiness.", "tracks.alive: \"unknown\" → \"ready\""];
    desk.check(&none, &test, false, &shown);
    assert_eq!(read(&path), changed, "a test writes nothing");
    let update = [&test[..], &["--update"]].concat();
    desk.check(&none, &update, true, &["updated"]);
    assert_eq!(read(&path), text);
    desk.check(&none, &test, true, &[]);
}

/// A session with a guest that fails; the status names the first case file.
fn fail(desk: &Desk, name: &str) -> (Config, String) {
    let script = Scripted::new("");
    let mut deixis = Start::new(desk.project.root(), with_guest(name, &script))
        .environment("XDG_STATE_HOME", desk.path("state"))
        .start();
    deixis.call("references", &json!({"path": "a.toy:1:4"}));
    let status = deixis.call("deixis_server_status", &json!({"server": "toy"}));
    let status = status.structured().to_string();
    let said = status.split_once("deixis plugin replay ").map(|(_, path)| path);
    let path = said.and_then(|path| path.split_once(".jsonl")).expect("a case is named").0;
    (with_guest(name, &script), format!("{path}.jsonl"))
}

#[test]
fn a_guest_that_fails_leaves_a_case() {
    let check = |guest: &str, kind: &str, part: &str| {
        let desk = Desk::new();
        let (config, case) = fail(&desk, guest);
        let cases = desk.path("state/deixis/cases");
        let count = || std::fs::read_dir(&cases).expect("cases").count();
        let before = count();
        let (then, now) = (format!("then it failed ({kind})"), format!("now it failed ({kind})"));
        desk.check(&config, &["replay", &case], false, &["step was asked", &then, &now, part]);
        assert_eq!(count(), before, "a replay leaves no new case");
    };
    check("traps", "trap", "the guest panics on purpose");
    check("spins", "deadline", "longer than 100 ms");
    check("grows", "memory", "MiB");
    check("huge-state", "invalid", "state");
}

#[test]
fn a_case_says_what_was_asked_and_can_be_asked_of_another() {
    let desk = Desk::new();
    let (_, case) = fail(&desk, "traps");
    assert!(case.contains("traps-") && case.contains("-readiness.step-1"), "{case}");
    let text = read(Path::new(&case));
    assert!(!text.contains(&*desk.project.root().to_string_lossy()), "no path: {text}");
    // A component in which the mistake is mended; its state has another shape.
    let mended = guests::path("well-behaved").to_string_lossy().into_owned();
    let replay = ["replay", &case, "--with", &mended];
    let none = Config::new();
    desk.check(&none, &replay, false, &["asked now is well-behaved", "now it failed (refused)"]);
    let new = text.replace(r#""state":0"#, r#""state":{"events":0,"ready":false}"#);
    assert_ne!(new, text, "{text}");
    std::fs::write(&case, new).expect("written");
    desk.check(&none, &replay, true, &["now it answered", "\"alive\": \"ready\""]);
    // Without its component.
    desk.check(&none, &["replay", &case], false, &["--with FILE", "traps"]);
}

#[test]
fn the_calls_of_a_file_are_made_and_mistakes_are_said() {
    let desk = Desk::new();
    let script = Scripted::new(READY);
    let config = with_guest("well-behaved", &script);
    let root = desk.project.root().to_string_lossy().into_owned();
    let calls = json!([{"tool": "hover", "arguments": {"path": "a.toy:1:4"}}]);
    std::fs::write(desk.path("calls.json"), calls.to_string()).expect("written");
    let record = ["record", "well-behaved", "--project", &root, "--calls", "calls.json"];
    let said = desk.check(&config, &record, true, &["hover {", "recordings/well-behaved.jsonl"]);
    assert!(!said.contains("references"), "{said}");

    std::fs::write(desk.path("calls.json"), "{}").expect("written");
    desk.check(&config, &record, false, &["recordings/well-behaved.jsonl", "--force"]);
    let again = [&record[..], &["--force"]].concat();
    desk.check(&config, &again, false, &["calls.json", "no list"]);
    desk.check(&config, &["record", "nobody", "--project", &root], false, &["nobody"]);
    std::fs::write(desk.path("broken.jsonl"), "{}\n").expect("written");
    desk.check(
        &config,
        &["test", "well-behaved", "broken.jsonl"],
        false,
        &["broken.jsonl", "line 1", "no head"],
    );
    desk.check(&config, &["test", "missing.wasm"], false, &["missing.wasm", "known are"]);
    let one = "recordings/well-behaved.jsonl";
    desk.check(&config, &["replay", one], false, &["not one call", "plugin test"]);
    std::fs::remove_file(desk.path(one)).expect("removed");
    desk.check(&config, &["test", "well-behaved"], false, &["plugin record well-behaved"]);
}

/// The recordings of the built-in adapters, made with real servers: the committed components
/// still answer so.
#[test]
fn the_built_in_adapters_answer_as_recorded() {
    let desk = Desk::new();
    let none = Config::new();
    for adapter in ["rust", "cpp", "go", "java", "typescript", "python"] {
        let folder = binary::checkout().join("plugins").join(adapter).join("recordings");
        let entries = std::fs::read_dir(&folder).expect("recordings");
        let paths: Vec<String> = entries
            .map(|entry| entry.expect("a file").path().to_string_lossy().into_owned())
            .collect();
        assert!(!paths.is_empty(), "{adapter}");
        for path in &paths {
            let size = std::fs::metadata(path).expect("a file").len();
            assert!(size < 150_000, "{path} has {size} bytes");
        }
        let words: Vec<&str> =
            ["test", adapter].into_iter().chain(paths.iter().map(String::as_str)).collect();
        desk.check(&none, &words, true, &["calls agree"]);
    }
}
