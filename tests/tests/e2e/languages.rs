//! The small adapter of `deixis plugin new`, in every language but Rust (see `authors`): built,
//! tested on the one recording that all share, pinned, and at work beside a server.

use std::path::PathBuf;

use deixis_tests::authors::Workshop;
use deixis_tests::binary::wanted;
use deixis_tests::client::Deixis;
use deixis_tests::config::Config;
use deixis_tests::project::Project;
use deixis_tests::scripted::Scripted;
use deixis_tests::start::Start;
use serde_json::{Value, json};

/// A server that is busy until it is first asked for a hover, which it refuses; and whose
/// symbols have the names that the small adapter takes apart.
const SCRIPT: &str = r#"
[[rule]]
on = "initialized"
do = [
    { notify = { method = "$/progress", params = { token = "index", value = { kind = "begin", title = "Indexing", percentage = 40 } } } },
    "default",
]
[[rule]]
on = "textDocument/hover"
nth = 1
do = [
    { error = { code = -32603, message = "Still indexing" } },
    { notify = { method = "$/progress", params = { token = "index", value = { kind = "end" } } } },
]
[[rule]]
on = "textDocument/documentSymbol"
do = [{ reply = [{ name = "Type.greet(String)", kind = 6, range = { start = { line = 0, character = 0 }, end = { line = 0, character = 8 } }, selectionRange = { start = { line = 0, character = 3 }, end = { line = 0, character = 8 } } }] }]
"#;

/// An adapter in its language, built.
struct Adapter {
    workshop: Workshop,
    wasm: String,
    /// What `plugin build` said.
    built: String,
    /// What `plugin inspect` says.
    inspected: Value,
}

impl Adapter {
    fn new(language: &str) -> Self {
        let workshop = Workshop::new();
        let new = ["plugin", "new", "toy", "--lang", language, "--server", "toy-ls"];
        workshop.check(&[&new[..], &["--extension", ".toy"]].concat(), true, &[]);
        let built = workshop.check(&["plugin", "build", "toy"], true, &["toy.wasm: "]);
        let wasm = workshop.path("toy/toy.wasm").to_string_lossy().into_owned();
        let inspected = workshop.check(&["plugin", "inspect", &wasm, "--json"], true, &[]);
        let inspected = serde_json::from_str(&inspected).expect("JSON");
        Self { workshop, wasm, built, inspected }
    }

    /// The recording that every language has passes, and all of it is asked.
    fn passes_the_common_recording(&self) {
        let said = self.workshop.check(&["plugin", "test", &self.wasm], true, &["calls agree"]);
        let words: Vec<&str> = said.split_whitespace().collect();
        let [_, agree, "of", calls, ..] = words[..] else { panic!("{said}") };
        let recording = self.workshop.read("toy/recordings/first.jsonl");
        let recorded = recording.lines().filter(|line| line.contains("\"hook\"")).count();
        assert_eq!((agree, calls), (&*recorded.to_string(), &*recorded.to_string()), "{said}");
    }

    fn is_what_it_should_be(&self, imports_wasi: bool) {
        let Self { built, inspected, .. } = self;
        assert!(built.contains("exports  errors, info, launch, readiness, symbols"), "{built}");
        assert_eq!(inspected["id"], "toy", "{inspected}");
        assert_eq!(inspected["name"], "toy (toy-ls)", "{inspected}");
        assert_eq!(inspected["version"], "0.1.0", "{inspected}");
        assert_eq!(inspected["commands"], json!(["toy-ls"]), "{inspected}");
        assert_eq!(inspected["wasi"], imports_wasi, "{inspected}");
    }

    /// A session in which it is pinned as its author pins it.
    fn at_work(&self, project: &Project, script: &Scripted) -> Deixis {
        self.workshop.check(&["plugin", "add", &self.wasm, "--yes"], true, &["added"]);
        let pinned = self.workshop.read("config/deixis/config.toml");
        let pinned: toml::Table = pinned.parse().expect("TOML");
        let plugin = pinned["plugins"]["toy"].clone();
        let config = Config::new()
            .scripted("toy", script)
            .set("servers.toy.adapter", "toy")
            .set("plugins.toy", plugin)
            // How long a call takes must not depend on who else is at work here.
            .set("plugins.toy.call_ms", 10_000);
        Start::new(project.root(), config).start()
    }

    fn works_beside_a_server(&self) {
        let project = Project::new().file("a.toy", "fn greet\n");
        let script = Scripted::new(SCRIPT);
        let mut deixis = self.at_work(&project, &script);

        let outline = deixis.call("document_symbols", &json!({"path": "a.toy"}));
        let said = outline.structured();
        assert_eq!(said.get("degraded"), None, "{}", outline.text());
        let symbol = &said["symbols"][0];
        assert_eq!(symbol["name"], "greet", "{said}");
        assert_eq!(symbol["namePath"], "Type.greet", "{said}");
        assert_eq!(symbol["parameters"], "(String)", "{said}");

        // Refused, and asked again when the progress has ended.
        let hover = deixis.call("hover", &json!({"path": "a.toy:1:4"}));
        assert!(!hover.is_error(), "{}", hover.text());
        assert_eq!(hover.structured().get("degraded"), None, "{}", hover.text());
        assert_eq!(script.received("textDocument/hover").len(), 2);

        let status = deixis.call("deixis_server_status", &json!({"server": "toy"}));
        let text = status.text();
        assert!(text.contains("readiness of index: ready"), "{text}");
        let initialize = &script.received("initialize")[0];
        assert_eq!(
            initialize["params"]["initializationOptions"]["hostInfo"], "deixis",
            "{initialize}"
        );
    }
}

#[test]
fn javascript() {
    if !wanted("componentize-qjs") {
        return;
    }
    let adapter = Adapter::new("js");
    adapter.passes_the_common_recording();
    adapter.is_what_it_should_be(true);
    adapter.works_beside_a_server();
}

#[test]
fn python() {
    if !wanted("componentize-py") {
        return;
    }
    let adapter = Adapter::new("python");
    adapter.passes_the_common_recording();
    adapter.is_what_it_should_be(true);
    adapter.works_beside_a_server();
}

#[test]
fn c() {
    if !wanted("clang") || !wanted("wasm-ld") {
        return;
    }
    let adapter = Adapter::new("c");
    adapter.passes_the_common_recording();
    adapter.is_what_it_should_be(false);
    adapter.works_beside_a_server();
    // An editor finds the bindings.
    let header: PathBuf = adapter.workshop.path("toy/build/groups.h");
    assert!(header.is_file(), "{}", header.display());
}

#[test]
fn what_is_missing_is_said() {
    let workshop = Workshop::new();
    for (file, text) in [
        ("js/package.json", "{\"name\": \"toy\"}\n"),
        ("python/pyproject.toml", "[project]\nname = \"toy\"\n"),
        ("c/adapter.c", "\n"),
    ] {
        workshop.write(file, text);
        let folder = file.split('/').next().expect("a folder");
        let parts = ["wit/deps/deixis-adapter is not there", "deixis plugin new"];
        workshop.check(&["plugin", "build", folder], false, &parts);
    }
}
