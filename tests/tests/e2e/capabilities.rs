//! Which tools a server enables is what it says now, at the start or later.

use deixis_tests::config::Config;
use deixis_tests::project::Project;
use deixis_tests::scripted::Scripted;
use deixis_tests::start::Start;
use serde_json::json;

/// Field, method, and the tools that go with it.
const FEATURES: [(&str, &str, &[&str]); 7] = [
    ("signatureHelpProvider", "textDocument/signatureHelp", &["signature_help"]),
    ("declarationProvider", "textDocument/declaration", &["declaration"]),
    ("typeDefinitionProvider", "textDocument/typeDefinition", &["type_definition"]),
    ("implementationProvider", "textDocument/implementation", &["implementation"]),
    (
        "callHierarchyProvider",
        "textDocument/prepareCallHierarchy",
        &["incoming_calls", "outgoing_calls"],
    ),
    ("renameProvider", "textDocument/rename", &["prepare_rename", "preview_rename"]),
    ("hoverProvider", "textDocument/hover", &["hover"]),
];

fn toy() -> Project {
    Project::new().file("a.toy", "fn greet(x)\ngreet\n")
}

#[test]
fn what_a_server_does_not_offer_is_refused_until_it_registers_it() {
    let project = toy();
    let off: String = FEATURES.iter().map(|(field, ..)| format!("{field} = false\n")).collect();
    let registrations: Vec<_> = FEATURES
        .iter()
        .map(|(field, method, _)| json!({"id": field, "method": method, "registerOptions": {"documentSelector": null}}))
        .collect();
    let script = Scripted::new(&format!(
        "[capabilities]\n{off}\n[[rule]]\non = \"textDocument/documentSymbol\"\nnth = 2\ndo = [\n{{ request = \
         {{ method = \"client/registerCapability\", params_json = '''{}''' }} }}, \"default\" ]\n",
        json!({"registrations": registrations})
    ));
    let mut deixis = Start::new(project.root(), Config::new().scripted("toy", &script)).start();
    let arguments = |tool: &str| match tool {
        "preview_rename" => json!({"path": "a.toy:1:4", "newName": "hail"}),
        _ => json!({"path": "a.toy:1:4"}),
    };
    let outline = |deixis: &mut deixis_tests::client::Deixis| {
        let answer = deixis.call("document_symbols", &json!({"path": "a.toy"}));
        assert_eq!(answer.places("symbols"), ["a.toy:1:4"]);
        let status = deixis.call("deixis_server_status", &json!({"server": "toy"}));
        status.structured()["capabilities"].clone()
    };

    let before = outline(&mut deixis);
    for tool in FEATURES.iter().flat_map(|(.., tools)| *tools) {
        let answer = deixis.call(tool, &arguments(tool));
        assert_eq!(answer.error_code(), "unsupported_capability", "{tool}: {}", answer.0);
        assert!(!before.to_string().contains(tool), "{tool}: {before}");
    }
    // The server registers all of them just before its answer.
    let after = outline(&mut deixis);
    for tool in FEATURES.iter().flat_map(|(.., tools)| *tools) {
        let answer = deixis.call(tool, &arguments(tool));
        assert!(!answer.is_error(), "{tool}: {}", answer.text());
        assert!(after.to_string().contains(tool), "{tool}: {after}");
    }
}

/// A server that registers what it can do only when it is ready, as jdtls does.
#[test]
fn what_is_registered_at_last_is_waited_for() {
    let project = toy();
    let registration = json!({"registrations": [{"id": "r", "method": "textDocument/rename"}]});
    let script = Scripted::new(&format!(
        "[capabilities]\nrenameProvider = false\n[[rule]]\non = \"initialized\"\ndo = [\n{{ after_ms = 300 }}, \
         {{ request = {{ method = \"client/registerCapability\", params_json = '''{registration}''' }} }}, {{ notify = \
         {{ method = \"scripted/ready\", params = {{}} }} }} ]\n"
    ));
    let config = Config::new().scripted("toy", &script);
    let config = deixis_tests::guests::attached(config, "toy", "well-behaved");
    let mut deixis = Start::new(project.root(), config).start();
    let answer = deixis.call("preview_rename", &json!({"path": "a.toy:1:4", "newName": "hail"}));
    assert!(answer.structured()["previewId"].is_string(), "{}", answer.0);
}

#[test]
fn places_are_found_by_the_method_that_was_meant() {
    let project = toy();
    let script = Scripted::new("");
    let mut deixis = Start::new(project.root(), Config::new().scripted("toy", &script)).start();
    for (tool, method) in [
        ("declaration", "textDocument/declaration"),
        ("type_definition", "textDocument/typeDefinition"),
        ("implementation", "textDocument/implementation"),
    ] {
        assert_eq!(script.received(method).len(), 0, "{method}");
        let answer = deixis.call(tool, &json!({"path": "a.toy:2:1"}));
        assert_eq!(answer.places("locations"), ["a.toy:1:4"], "{tool}: {}", answer.text());
        assert_eq!(script.received(method).len(), 1, "{method}");
    }
}
