//! Adapters that do their worst, one way each, beside a server whose adapter behaves: the
//! answer is that of the native default and says so, the host stays small, and the other server
//! does not notice.

use deixis_tests::answer::Answer;
use deixis_tests::binary;
use deixis_tests::client::Deixis;
use deixis_tests::config::{Config, routes};
use deixis_tests::figures::peak;
use deixis_tests::guests;
use deixis_tests::project::Project;
use deixis_tests::scripted::Scripted;
use deixis_tests::start::Start;
use serde_json::{Value, json};

/// What the host may use at most, in KiB, whatever a guest does: the guests have 8 MiB each, the
/// compiler of components takes some, and this is a build for debugging.
const PEAK: u64 = 256 << 10;
/// The guest `well-behaved` waits for this.
const READY: &str = "[server]\ndisk = [\".good\"]\n[[rule]]\non = \"initialized\"\n\
                     do = [{ notify = { method = \"scripted/ready\", params = {} } }, \"default\"]\n";

/// A host with two servers: `toy`, whose adapter misbehaves, and `good`.
struct Rig {
    deixis: Deixis,
    project: Project,
    script: Scripted,
    _good: Scripted,
}

impl Rig {
    fn new(guest: &str) -> Self {
        Self::with(guest, |config| config)
    }

    fn with(guest: &str, change: impl FnOnce(Config) -> Config) -> Self {
        let project = Project::new()
            .file("a.toy", "fn greet\nERROR: bad\n")
            .file("b.toy", "greet greet\n")
            .file("a.good", "fn hello\n")
            .file("b.good", "hello hello\n")
            .file("private/secret.env", "SECRET");
        let script = Scripted::new("[server]\ndiagnostics = \"push\"\n");
        let good = Scripted::new(READY);
        let config = Config::new().scripted("toy", &script).scripted("good", &good);
        let config = config.set("servers.good.file_extensions", routes(&[(".good", "good")]));
        let config = guests::attached(config, "toy", guest);
        let config = change(guests::attached(config, "good", "well-behaved"));
        let deixis = Start::new(project.root(), config).start();
        Self { deixis, project, script, _good: good }
    }

    /// Asks the server with the guest, and the other one before, meanwhile and after.
    fn ask(&mut self, tool: &str, arguments: &Value) -> Answer {
        self.check_good();
        let asked = self.deixis.begin(tool, arguments);
        self.check_good();
        let answer = self.deixis.finish(asked);
        self.check_good();
        if let Some(peak) = peak(self.deixis.pid()) {
            assert!(peak < PEAK, "the host used {peak} KiB");
        }
        answer
    }

    fn check_good(&mut self) {
        let arguments = json!({"path": "a.good:1:4", "includeDeclaration": true});
        let answer = self.deixis.call("references", &arguments);
        let expected = self.project.occurrences("hello", &[".good"]);
        assert_eq!(answer.places("locations"), expected, "{}", answer.0);
        assert!(answer.structured().get("degraded").is_none(), "{}", answer.0);
    }

    /// The references are complete.
    fn references(&mut self) -> Answer {
        let arguments = json!({"path": "a.toy:1:4", "includeDeclaration": true});
        let answer = self.ask("references", &arguments);
        let expected = self.project.occurrences("greet", &[".toy"]);
        assert_eq!(answer.places("locations"), expected, "{}", answer.0);
        answer
    }

    fn initialization_options(&self) -> Value {
        self.script.received("initialize")[0]["params"]["initializationOptions"].clone()
    }
}

/// The answer says whose fault it is, and why.
fn check_degraded(answer: &Answer, guest: &str, reason: &str) {
    let degraded = &answer.structured()["degraded"];
    // Named once for each thing that went wrong.
    let named = degraded["adapter"].as_str().unwrap_or_default();
    assert!(named.split(", ").all(|name| name == guest), "{}", answer.0);
    let said = degraded["reason"].as_str().unwrap_or_default();
    assert!(said.contains(reason), "{guest}: {said}");
}

#[test]
fn what_breaks_while_a_server_gets_ready_costs_no_answer() {
    for (guest, reason) in [
        ("traps", "the guest panics on purpose"),
        ("spins", "took longer than 100 ms"),
        ("spins-everywhere", "took longer than 100 ms"),
        ("grows", "needed more than its 8 MiB"),
        ("recurses", "call stack exhausted"),
        ("huge-state", "state"),
        ("hoards", "no free keys"),
    ] {
        let mut rig = Rig::new(guest);
        check_degraded(&rig.references(), guest, reason);
    }
}

#[test]
fn a_flood_of_lines_is_no_failure() {
    let mut rig = Rig::new("floods-log");
    let answer = rig.references();
    assert!(answer.structured().get("degraded").is_none(), "{}", answer.0);
}

#[test]
fn names_that_are_none_are_not_shown() {
    // Memory enough that the host itself sees a million names.
    let roomy = |config: Config| config.set("plugins.multiplies.memory_mib", 128);
    let plain = |config: Config| config;
    for (guest, reason, change) in [
        ("lies", "2 results for 1 symbols", plain as fn(Config) -> Config),
        ("garbles", "invalid utf-8", plain),
        ("multiplies", "needed more than its 8 MiB", plain),
        ("multiplies", "more bytes than may cross in one call", roomy),
    ] {
        let mut rig = Rig::with(guest, change);
        let answer = rig.ask("document_symbols", &json!({"path": "a.toy"}));
        let symbols = answer.structured()["symbols"].as_array().cloned().unwrap_or_default();
        let names: Vec<&Value> = symbols.iter().map(|symbol| &symbol["name"]).collect();
        assert_eq!(names, ["greet"], "{guest}: {}", answer.0);
        check_degraded(&answer, guest, reason);
    }
}

#[test]
fn places_where_no_text_is_are_not_shown() {
    let mut rig = Rig::new("misplaces");
    let answer = rig.ask("diagnostics", &json!({"path": "a.toy", "waitMs": 30_000}));
    let shown = answer.structured()["diagnostics"].to_string();
    assert!(shown.contains("a.toy:2:1"), "{}", answer.0);
    check_degraded(&answer, "misplaces", "lies not within the given one");
}

#[cfg(unix)]
#[test]
fn nothing_outside_is_read_and_nothing_that_is_not_granted() {
    use std::os::unix::fs::symlink;
    let granted = ["outside.txt", "outside/*", "own.txt"].map(str::to_owned).to_vec();
    let change = |config: Config| config.set("plugins.pries.project_read", granted);
    let mut rig = Rig::with("pries", change);
    let outside = rig.project.outside().join("outside");
    std::fs::create_dir(&outside).expect("a folder");
    std::fs::write(outside.join("secret.txt"), "SECRET").expect("a file");
    symlink(&outside, rig.project.root().join("outside")).expect("a link");
    symlink(outside.join("secret.txt"), rig.project.root().join("outside.txt")).expect("a link");
    rig.project.write("own.txt", "mine");
    let answer = rig.references();
    assert!(answer.structured().get("degraded").is_none(), "{}", answer.0);
    let options = rig.initialization_options();
    let found = options["found"].as_array().expect("what it found").clone();
    for one in &found {
        let (own, private) = (one["path"] == "own.txt", one["path"] == "private/secret.env");
        // That a file of the project is there is no secret; what is in it is.
        assert_eq!(one["exists"], own || private, "{one}");
        assert_eq!(one["text"], if own { json!("mine") } else { Value::Null }, "{one}");
    }
    assert_eq!(found.len(), 7);
    assert_eq!(options["listed"], false);
}

#[test]
fn programs_that_are_not_granted_are_not_found() {
    let change = |config: Config| config.set("plugins.locates.commands", vec!["scripted-ls"]);
    let mut rig = Rig::with("locates", change);
    rig.references();
    assert_eq!(rig.initialization_options(), json!({"found": [null, null, null]}));
}

/// The program is there, and would start: only the grant is in the way.
#[test]
fn a_recipe_starts_no_program_that_is_not_granted() {
    let project = Project::new().file("a.scr", "fn greet\n");
    let programs = binary::scripted_ls().parent().expect("a folder").to_owned();
    let search = std::env::join_paths([programs]).expect("a search path");
    let ask = |commands: &[&str]| {
        let config = guests::pinned(Config::new(), "well-behaved")
            .set("servers.scr.adapter", "well-behaved")
            .set("plugins.well-behaved.commands", commands.to_vec());
        let start = Start::new(project.root(), config).environment("PATH", &search);
        start.start().call("hover", &json!({"path": "a.scr:1:4"}))
    };
    let refused = ask(&["another"]);
    assert_eq!(refused.error_code(), "adapter_error", "{}", refused.0);
    let said = refused.text();
    assert!(said.contains("names none of its programs (scripted-ls"), "{said}");
    assert!(said.contains("commands = [\"scripted-ls\"]"), "{said}");
    let started = ask(&["scripted-ls"]);
    assert!(started.text().contains("greet"), "{}", started.0);
}

#[test]
fn a_component_with_an_import_that_nobody_gets_disables_its_server_alone() {
    let mut rig = Rig::new("imports-http");
    let answer = rig.ask("hover", &json!({"path": "a.toy:1:4"}));
    assert!(answer.is_error(), "{}", answer.0);
    assert!(answer.text().contains("wasi:http/outgoing-handler"), "{}", answer.text());
    assert_eq!(rig.script.starts(), 0);
}
