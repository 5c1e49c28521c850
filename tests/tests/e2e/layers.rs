//! Adapters in layers: a small one of a team changes what the one below makes, and
//! neither one's failure is the other one's.

use deixis_tests::answer::Answer;
use deixis_tests::client::Deixis;
use deixis_tests::config::Config;
use deixis_tests::guests;
use deixis_tests::project::Project;
use deixis_tests::scripted::Scripted;
use deixis_tests::start::Start;
use serde_json::{Value, json};

/// `hidden` is not shown by the guest `well-behaved`, `generated_x` not by `house-rules`.
const SOURCE: &str = "fn greet\nfn hidden\nfn generated_x\nfn on_click\n";

struct Rig {
    deixis: Deixis,
    script: Scripted,
    _project: Project,
}

impl Rig {
    /// A scripted server through these guests, the lowest first.
    fn new(layers: &[&str]) -> Self {
        let script = Scripted::new("");
        Self::with(Config::new().scripted("toy", &script), layers, script)
    }

    fn with(config: Config, layers: &[&str], script: Scripted) -> Self {
        let project = Project::new().file("a.toy", SOURCE);
        let config = layers.iter().fold(config, |config, guest| guests::pinned(config, guest));
        let config = config.set("servers.toy.adapter", layers.to_vec());
        let deixis = Start::new(project.root(), config).start();
        Self { deixis, script, _project: project }
    }

    /// Asks for the symbols and compares them, each as name and kind.
    fn check(&mut self, expected: &[(&str, &str)]) -> Answer {
        let answer = self.deixis.call("document_symbols", &json!({"path": "a.toy"}));
        let symbols = answer.structured()["symbols"].as_array().cloned().unwrap_or_default();
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let found: Vec<(String, String)> =
            symbols.iter().map(|symbol| (text(&symbol["name"]), text(&symbol["kind"]))).collect();
        let expected: Vec<(String, String)> =
            expected.iter().map(|(name, kind)| ((*name).into(), (*kind).into())).collect();
        assert_eq!(found, expected, "{}", answer.0);
        answer
    }

    fn initialization_options(&self) -> Value {
        self.script.received("initialize")[0]["params"]["initializationOptions"].clone()
    }

    fn status(&mut self) -> Answer {
        self.deixis.call("deixis_server_status", &json!({"server": "toy"}))
    }
}

/// What `house-rules` makes of the source on top of an adapter without symbols.
const BY_HOUSE_RULES: [(&str, &str); 3] =
    [("greet", "function"), ("hidden", "function"), ("on_click", "event")];

#[test]
fn a_layer_makes_the_difference() {
    let mut alone = Rig::new(&["well-behaved"]);
    let function = |name| (name, "function");
    alone.check(&["greet", "generated_x", "on_click"].map(function));
    assert_eq!(alone.initialization_options(), Value::Null);
    assert!(alone.status().structured().get("layers").is_none());

    let mut layered = Rig::new(&["well-behaved", "house-rules"]);
    let answer = layered.check(&[function("greet"), ("on_click", "event")]);
    assert!(answer.structured().get("degraded").is_none(), "{}", answer.0);
    assert_eq!(layered.initialization_options(), json!({"house": {"rules": true}}));
    let status = layered.status();
    let layers = status.structured()["layers"].as_array().expect("layers").clone();
    let ids: Vec<&Value> = layers.iter().map(|layer| &layer["id"]).collect();
    assert_eq!(ids, ["well-behaved", "house-rules"]);
    assert_eq!(layers[1]["hash"], guests::inspect("house-rules")["sha256"]);
    assert!(status.text().contains("adapter layer 2: house-rules 0.1.0"), "{}", status.text());
}

#[test]
fn a_layer_on_top_of_a_built_in_adapter() {
    // The adapter for Rust waits for this.
    let ready = r#"{ notify = { method = "experimental/serverStatus", params = { health = "ok", quiescent = true } } }"#;
    let script = Scripted::new(&format!("[[rule]]\non = \"initialized\"\ndo = [{ready}]\n"));
    let config = guests::pinned(Config::new().scripted("toy", &script), "house-rules")
        .set("servers.toy.adapter", vec!["rust", "house-rules"])
        .set("servers.toy.options", toml::Table::from_iter([("check".to_owned(), false.into())]));
    let project = Project::new().file("a.toy", SOURCE);
    let mut deixis = Start::new(project.root(), config).start();
    let answer = deixis.call("document_symbols", &json!({"path": "a.toy"}));
    assert!(!answer.text().contains("generated_x"), "{}", answer.text());
    assert!(answer.text().contains("event on_click"), "{}", answer.text());
    let options = script.received("initialize")[0]["params"]["initializationOptions"].clone();
    assert_eq!(options["house"]["rules"], true, "{options}");
    assert_eq!(options["checkOnSave"], false, "the lower layer's are there, too: {options}");
}

#[test]
fn a_layer_that_traps_is_left_out_and_named() {
    for layers in [["traps", "house-rules"], ["house-rules", "traps"]] {
        let answer = Rig::new(&layers).check(&BY_HOUSE_RULES);
        let degraded = &answer.structured()["degraded"];
        assert_eq!(degraded["adapter"], "traps", "{}", answer.0);
        let reason = degraded["reason"].as_str().unwrap_or_default();
        assert!(reason.contains("the guest panics on purpose"), "{reason}");
        assert!(answer.text().contains("adapter traps was bypassed"), "{}", answer.text());
    }
}

#[test]
fn a_layer_in_quarantine_leaves_the_other_one_at_work() {
    // Its launch plan and each batch of symbols are invalid.
    let mut rig = Rig::new(&["lies", "house-rules"]);
    let reason = |answer: &Answer| answer.structured()["degraded"]["reason"].to_string();
    let mut answer = rig.check(&BY_HOUSE_RULES);
    for _ in 0..3 {
        answer = rig.check(&BY_HOUSE_RULES);
    }
    assert!(reason(&answer).contains("adapter lies is quarantined"), "{}", answer.0);
    assert!(!reason(&answer).contains("house-rules"), "{}", answer.0);
    let status = rig.status();
    let layers = status.structured()["layers"].clone();
    assert_eq!(layers[0]["failures"], 3, "{}", status.0);
    assert!(layers[0].get("quarantined").is_some(), "{}", status.0);
    assert!(layers[1].get("failures").is_none(), "{}", status.0);
    assert_eq!(rig.initialization_options(), json!({"house": {"rules": true}}));
}

#[test]
fn the_first_layer_knows_the_language_or_the_user_does() {
    let check = |config: Config, expected: &str| {
        let mut rig = Rig::with(config, &["house-rules", "well-behaved"], Scripted::new(""));
        let answer = rig.deixis.call("document_symbols", &json!({"path": "a.toy"}));
        assert!(answer.text().contains(expected), "{}", answer.text());
        assert!(answer.text().contains("[\"rust\", \"house-rules\"]"), "{}", answer.text());
    };
    check(Config::new().set("servers.toy.command", "x"), "has no languages");
    let routes = deixis_tests::config::routes(&[(".toy", "toy")]);
    let routed = Config::new().set("servers.toy.file_extensions", routes);
    check(routed, "has no programs to start");
}
