//! Places that are no file: their name and their line come from the server, in words that only
//! an adapter knows. And places that are files, but not to be changed.

use deixis_tests::client::Deixis;
use deixis_tests::config::Config;
use deixis_tests::guests;
use deixis_tests::project::Project;
use deixis_tests::scripted::Scripted;
use deixis_tests::start::Start;
use serde_json::{Value, json};

/// One definition in a virtual document, one in a library that is a file.
const RULES: &str = r#"
[[rule]]
on = "textDocument/definition"
do = [{ reply_json = '''[
  {"uri": "scripted:lib/Greeter", "range": {"start": {"line": 1, "character": 7}, "end": {"line": 1, "character": 12}}},
  {"uri": "file:///nowhere/lib.toy", "range": {"start": {"line": 0, "character": 3}, "end": {"line": 0, "character": 8}}},
  {"uri": "scripted:lib/Greeter", "range": {"start": {"line": 9, "character": 0}, "end": {"line": 9, "character": 1}}}
]''' }]
"#;

const TEXT: &str = r#"
[[rule]]
on = "scripted/text"
do = [{ reply_json = '"class Greeter\n  \ud83d\ude80 fn greet()   \nend\n"' }]
"#;

fn start(project: &Project, rules: &str) -> (Scripted, Deixis) {
    let script = Scripted::new(rules);
    let config = Config::new().scripted("toy", &script);
    let config = guests::attached(config, "toy", "well-behaved");
    let deixis = Start::new(project.root(), config).start();
    (script, deixis)
}

fn locations(deixis: &mut Deixis) -> (Vec<Value>, String) {
    let answer = deixis.call("definition", &json!({"path": "a.toy:1:4"}));
    let locations = answer.structured()["locations"].as_array().expect("a list").clone();
    (locations, answer.text().to_owned())
}

#[test]
fn a_virtual_document_has_a_name_and_a_line() {
    let project = Project::new().file("a.toy", "fn greet\n");
    let (script, mut deixis) = start(&project, &format!("{RULES}{TEXT}"));
    let (places, text) = locations(&mut deixis);
    assert_eq!(places.len(), 3, "{places:?}");
    assert_eq!(places[0]["uri"], "scripted:lib/Greeter");
    assert_eq!(places[0]["title"], "lib/Greeter");
    assert_eq!(places[0]["text"], "🚀 fn greet()");
    assert_eq!(places[0]["range"], json!([1, 7, 1, 12]), "in the server's own units");
    assert!(places[1].get("text").is_none() && places[1].get("title").is_none(), "{places:?}");
    assert!(places[2].get("text").is_none(), "there is no such line: {places:?}");
    assert!(text.contains("scripted:lib/Greeter (lib/Greeter, outside the project"), "{text}");
    assert!(text.contains("2:8  🚀 fn greet()"), "{text}");
    // Once per document, and again for the next answer: it may have changed.
    assert_eq!(script.received("scripted/text").len(), 1);
    assert_eq!(script.received("scripted/text")[0]["params"]["uri"], "scripted:lib/Greeter");
    locations(&mut deixis);
    assert_eq!(script.received("scripted/text").len(), 2);
}

#[test]
fn a_text_that_cannot_be_had_costs_nothing_else() {
    let refusal = "[[rule]]\non = \"scripted/text\"\n\
                   do = [{ error = { code = -32603, message = \"no source\" } }]\n";
    let number = "[[rule]]\non = \"scripted/text\"\ndo = [{ reply_json = '7' }]\n";
    for rules in [refusal, number] {
        let project = Project::new().file("a.toy", "fn greet\n");
        let (_script, mut deixis) = start(&project, &format!("{RULES}{rules}"));
        let (places, text) = locations(&mut deixis);
        assert_eq!(places.len(), 3, "{places:?}");
        assert_eq!(places[0]["title"], "lib/Greeter");
        assert!(places.iter().all(|place| place.get("text").is_none()), "{places:?}");
        assert!(!text.contains("degraded"), "{text}");
    }
}

#[test]
fn what_is_not_to_be_changed_says_so() {
    let project = Project::new()
        .file("a.toy", "fn greet\n")
        .file("b.toy", "greet\n")
        .file("generated/c.toy", "greet\n");
    let (_script, mut deixis) = start(&project, "");
    let answer = deixis.call("references", &json!({"path": "a.toy:1:4"}));
    let locations = answer.structured()["locations"].as_array().expect("a list").clone();
    let marked: Vec<(&Value, bool)> =
        locations.iter().map(|one| (&one["at"], one["readOnly"] == true)).collect();
    assert_eq!(marked, [(&json!("b.toy:1:1"), false), (&json!("generated/c.toy:1:1"), true)]);
    assert!(answer.text().contains("1:1  greet  [read-only]"), "{}", answer.text());
    assert!(answer.text().contains("1:1  greet\n"), "{}", answer.text());
}

#[test]
fn a_caller_that_is_not_to_be_changed_says_so() {
    let project = Project::new()
        .file("a.toy", "fn greet\n")
        .file("b.toy", "fn outer\ngreet\n")
        .file("generated/c.toy", "fn made\ngreet\n");
    let (_script, mut deixis) = start(&project, "");
    let answer = deixis.call("incoming_calls", &json!({"path": "a.toy:1:4"}));
    let calls = answer.structured()["calls"].as_array().expect("a list").clone();
    let marked = |end: &str| -> Vec<bool> {
        calls.iter().map(|call| call[end]["readOnly"] == true).collect()
    };
    assert_eq!((marked("from"), marked("to")), (vec![false, true], vec![false, false]));
    assert!(answer.text().contains("fn made  [read-only]"), "{}", answer.text());
}
