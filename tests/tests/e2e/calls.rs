//! Who calls whom: two steps of one process, within one deadline.

use std::collections::BTreeSet;

use deixis_tests::answer::Answer;
use deixis_tests::client::Deixis;
use deixis_tests::config::Config;
use deixis_tests::project::Project;
use deixis_tests::scripted::Scripted;
use deixis_tests::start::Start;
use serde_json::{Value, json};

/// `outer` and `inner` call `greet`, `outer` twice; a crab stands before the second call.
fn toy() -> Project {
    Project::new()
        .file("a.toy", "fn greet\n")
        .file("b.toy", "fn outer\ngreet 🦀 greet\nfn inner\ngreet\n")
}

fn start(project: &Project, script: &Scripted) -> Deixis {
    Start::new(project.root(), Config::new().scripted("toy", script)).start()
}

/// `from -> to: ranges`, each once, sorted.
fn calls(answer: &Answer) -> BTreeSet<String> {
    assert!(!answer.is_error(), "{}", answer.text());
    let calls = answer.structured()["calls"].as_array().expect("calls");
    let all: BTreeSet<String> = calls
        .iter()
        .map(|call| {
            format!("{} -> {}: {}", call["from"]["at"], call["to"]["at"], call["fromRanges"])
                .replace('"', "")
        })
        .collect();
    assert_eq!(all.len(), calls.len(), "no call twice: {}", answer.0);
    all
}

fn set(calls: &[&str]) -> BTreeSet<String> {
    calls.iter().map(ToString::to_string).collect()
}

#[test]
fn callers_and_callees_have_their_direction_and_the_callers_places() {
    let project = toy();
    // In UTF-16 units at the server, in bytes at ours: the crab is 2 and 4 wide.
    let script = Scripted::new("[server]\nencodings = []\n");
    let mut deixis = start(&project, &script);
    let incoming = deixis.call("incoming_calls", &json!({"path": "a.toy:1:4"}));
    let outer = "b.toy:1:4 -> a.toy:1:4: [[1,0,1,5],[1,11,1,16]]";
    assert_eq!(calls(&incoming), set(&[outer, "b.toy:3:4 -> a.toy:1:4: [[3,0,3,5]]"]));
    let from = &incoming.structured()["calls"][0]["from"];
    assert_eq!(
        (&from["name"], &from["kind"], &from["positionEncoding"], &from["server"]),
        (&json!("outer"), &json!("function"), &json!("utf-8"), &json!("toy"))
    );
    assert!(from["uri"].as_str().is_some_and(|uri| uri.ends_with("/b.toy")), "{from}");
    assert_eq!(from["selectionRange"], json!([0, 3, 0, 8]));

    let outgoing = deixis.call("outgoing_calls", &json!({"path": "b.toy", "symbol": "outer"}));
    assert_eq!(calls(&outgoing), set(&[outer]));
    assert_eq!(outgoing.structured()["calls"][0]["to"]["name"], "greet");
    for answer in [&incoming, &outgoing] {
        let text = answer.text();
        assert!(text.contains("2:1, 2:12") && text.contains("a.toy"), "{text}");
    }
}

/// Answers with these items; `$URI` is the document's.
fn prepared(items: &Value) -> String {
    format!(
        "[[rule]]\non = \"textDocument/prepareCallHierarchy\"\ndo = [{{ reply_json = '''{items}''' }}]\n"
    )
}

fn item(name: &str, line: u32, data: &Value) -> Value {
    let range =
        json!({"start": {"line": line, "character": 3}, "end": {"line": line, "character": 7}});
    json!({"zeta": [1], "name": name, "uri": "$URI", "data": data, "kind": 12, "range": range, "selectionRange": range})
}

#[test]
fn all_prepared_items_are_expanded_and_go_back_as_they_came() {
    let project =
        Project::new().file("a.toy", "fn hail\nfn wave\n").file("b.toy", "fn outer\nhail wave\n");
    let data = json!({"n": u64::MAX, "f": 0.1, "a": -0.0, "nested": {"z": null, "b": [1e-7]}});
    let hail = item("hail", 0, &data);
    let script = Scripted::new(&prepared(&json!([hail, item("wave", 1, &json!("w")), hail])));
    let mut deixis = start(&project, &script);
    let answer = deixis.call("incoming_calls", &json!({"path": "a.toy:1:4"}));
    assert_eq!(
        calls(&answer),
        set(&["b.toy:1:4 -> a.toy:1:4: [[1,0,1,4]]", "b.toy:1:4 -> a.toy:2:4: [[1,5,1,9]]"])
    );
    let asked = script.received("callHierarchy/incomingCalls");
    assert_eq!(asked.len(), 3, "every item is expanded");
    let uri =
        script.wait_received("textDocument/prepareCallHierarchy")["params"]["textDocument"]["uri"]
            .clone();
    let sent = hail.to_string().replace("\"$URI\"", &uri.to_string());
    let back: Vec<String> = asked.iter().map(|ask| ask["params"]["item"].to_string()).collect();
    assert_eq!(back.iter().filter(|item| **item == sent).count(), 2, "{back:?}");
    let with_data = answer.structured()["calls"].as_array().expect("calls");
    assert!(with_data.iter().any(|call| call["to"]["data"] == data), "{}", answer.0);
}

#[test]
fn an_expansion_that_met_a_change_is_asked_again_and_its_item_is_not() {
    let project = toy();
    let script = Scripted::new(
        "[[rule]]\non = \"callHierarchy/incomingCalls\"\nfirst = 2\n\
         do = [{ error = { code = -32801, message = \"content modified\" } }]\n",
    );
    let mut deixis = start(&project, &script);
    let answer = deixis.call("incoming_calls", &json!({"path": "a.toy:1:4"}));
    assert_eq!(calls(&answer).len(), 2);
    assert_eq!(script.received("textDocument/prepareCallHierarchy").len(), 1);
    assert_eq!(script.received("callHierarchy/incomingCalls").len(), 3);
}

#[test]
fn an_expansion_that_never_comes_ends_at_the_deadline_of_the_call() {
    let project = toy();
    let script =
        Scripted::new("[[rule]]\non = \"callHierarchy/outgoingCalls\"\ndo = [\"ignore\"]\n");
    let config = Config::new().scripted("toy", &script).set("servers.toy.timeouts.request_ms", 300);
    let mut deixis = Start::new(project.root(), config).start();
    let answer = deixis.call("outgoing_calls", &json!({"path": "b.toy:1:4"}));
    assert_eq!(answer.error_code(), "request_timeout", "{}", answer.0);
    assert_eq!(answer.structured()["error"]["method"], "callHierarchy/outgoingCalls");
    script.wait_received("$/cancelRequest");
}

#[test]
fn one_failed_expansion_fails_the_call() {
    let project = Project::new().file("a.toy", "fn hail\nfn wave\n");
    let items = prepared(&json!([item("hail", 0, &json!(null)), item("wave", 1, &json!(null))]));
    let script = Scripted::new(&format!(
        "{items}[[rule]]\non = \"callHierarchy/incomingCalls\"\nmatch = {{ item = {{ name = \"wave\" }} }}\n\
         do = [{{ error = {{ code = -32603, message = \"no wave\" }} }}]\n"
    ));
    let answer = start(&project, &script).call("incoming_calls", &json!({"path": "a.toy:1:4"}));
    assert_eq!(answer.error_code(), "lsp_error", "{}", answer.0);
    assert!(answer.text().contains("no wave"), "{}", answer.text());
}

#[test]
fn a_server_that_dies_in_between_is_not_asked_on_as_another_process() {
    let project = toy();
    let script =
        Scripted::new("[[rule]]\non = \"callHierarchy/incomingCalls\"\ndo = [\"crash\"]\n")
            .forgiving();
    let mut deixis = start(&project, &script);
    let answer = deixis.call("incoming_calls", &json!({"path": "a.toy:1:4"}));
    assert_eq!(answer.error_code(), "server_exited", "{}", answer.0);
    assert_eq!(script.starts(), 1);
    // The next call starts another one, and begins from the beginning.
    let again = deixis.call("incoming_calls", &json!({"path": "a.toy:1:4"}));
    assert_eq!(again.error_code(), "server_exited", "{}", again.0);
    assert_eq!(script.received("textDocument/prepareCallHierarchy").len(), 2);
}

#[test]
fn nothing_to_ask_about_is_an_empty_answer_that_names_the_server() {
    let project = toy();
    for nothing in ["null", "[]"] {
        let script = Scripted::new(&format!(
            "[[rule]]\non = \"textDocument/prepareCallHierarchy\"\ndo = [{{ reply_json = \"{nothing}\" }}]\n"
        ));
        let answer = start(&project, &script).call("incoming_calls", &json!({"path": "a.toy:1:4"}));
        assert_eq!(calls(&answer), BTreeSet::new());
        assert!(answer.text().starts_with("toy found no caller of a.toy:1:4"), "{}", answer.text());
        assert!(answer.structured()["readiness"].is_object(), "{}", answer.0);
    }
}

#[test]
fn pages_give_every_call_once() {
    let project = Project::new().file("a.toy", "fn greet\n");
    for number in 0..60 {
        project.write(&format!("d{number}.toy"), &format!("fn caller{number}\ngreet\n"));
    }
    let script = Scripted::new("");
    let mut deixis = start(&project, &script);
    let (mut seen, mut offset) = (BTreeSet::new(), json!(0));
    while !offset.is_null() {
        let arguments = json!({"path": "a.toy:1:4", "limit": 25, "offset": offset});
        let answer = deixis.call("incoming_calls", &arguments);
        let page = calls(&answer);
        assert!(page.len() <= 25 && !page.is_empty(), "{}", answer.structured()["pagination"]);
        assert!(page.is_disjoint(&seen), "no call on two pages");
        seen.extend(page);
        offset = answer.structured()["pagination"]["nextOffset"].clone();
    }
    assert_eq!(seen.len(), 60);
}
