//! The handshake, in both eras, and what the list of tools costs.

use deixis_tests::config::Config;
use deixis_tests::project::Project;
use deixis_tests::scripted::Scripted;
use deixis_tests::start::Start;
use serde_json::{Value, json};

/// Most bytes of the whole tool list, as JSON.
const MAX_LIST: usize = 14_000;

/// Most bytes of instructions and of one description that hosts show uncut.
const MAX_TEXT: usize = 2_000;

#[test]
fn both_eras_list_the_same_tools() {
    let project = Project::new();
    let script = Scripted::new("");
    let config = || Config::new().scripted("toy", &script);
    let mut old = Start::new(project.root(), config()).spawn();
    let hello = old.initialize();
    assert_eq!(hello["protocolVersion"], "2025-11-25");
    let mut new = Start::new(project.root(), config()).spawn();
    let discovered = new.discover();
    let versions = discovered["supportedVersions"].as_array().cloned().unwrap_or_default();
    assert!(versions.contains(&json!("2026-07-28")), "{discovered}");

    let names = |list: &Value| -> Vec<String> {
        let tools = list["tools"].as_array().into_iter().flatten();
        tools.map(|tool| tool["name"].as_str().unwrap_or_default().to_owned()).collect()
    };
    let list = old.request("tools/list", json!({}));
    let again = new.request("tools/list", json!({}));
    assert_eq!(names(&list), names(&again));
    for tool in ["references", "definition", "hover", "workspace_symbols", "deixis_server_status"] {
        assert!(names(&list).iter().any(|name| name == tool), "{tool} in {:?}", names(&list));
    }
    assert!(
        list.to_string().len() <= MAX_LIST,
        "the tool list has {} bytes",
        list.to_string().len()
    );
    assert!(hello["instructions"].as_str().is_some_and(|text| text.len() <= MAX_TEXT), "{hello}");
    for tool in list["tools"].as_array().into_iter().flatten() {
        check_tool(tool);
    }
    assert_eq!(script.starts(), 0, "the handshake and the list start no server");
}

/// What every host can digest: a closed object of plain types, and all four hints.
fn check_tool(tool: &Value) {
    let name = &tool["name"];
    assert!(
        tool["description"].as_str().is_some_and(|text| !text.is_empty() && text.len() <= MAX_TEXT),
        "{name}"
    );
    assert_eq!(tool["inputSchema"]["type"], "object", "{name}");
    assert_eq!(tool["inputSchema"]["additionalProperties"], false, "{name}");
    assert!(tool.get("outputSchema").is_none(), "{name}");
    for hint in ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] {
        assert!(tool["annotations"][hint].is_boolean(), "{name} says {hint}");
    }
    let schema = tool["inputSchema"].to_string();
    for odd in ["\"$ref\"", "\"null\"", "uint32", "\"$defs\""] {
        assert!(!schema.contains(odd), "{name} has {odd} in {schema}");
    }
}

#[test]
fn without_configuration_there_are_no_tools() {
    let project = Project::new();
    let mut deixis = Start::new(project.root(), Config::raw("")).spawn();
    let hello = deixis.initialize();
    assert!(hello["instructions"].is_null(), "{hello}");
    if hello["capabilities"].get("tools").is_some() {
        assert_eq!(deixis.request("tools/list", json!({}))["tools"], json!([]));
    }
}

#[test]
fn unknown_tools_and_arguments_are_refused_in_their_own_ways() {
    let project = Project::new().file("a.toy", "fn greet\n");
    let script = Scripted::new("");
    let mut deixis = Start::new(project.root(), Config::new().scripted("toy", &script)).start();
    let id = deixis.send("tools/call", json!({"name": "no_such_tool", "arguments": {}}));
    assert_eq!(deixis.wait(id)["error"]["code"], -32602);

    let answer = deixis
        .call("hover", &json!({"path": "a.toy", "line": 1, "symbol": "greet", "colour": "red"}));
    assert_eq!(answer.error_code(), "invalid_arguments", "{}", answer.0);
    assert!(
        answer.text().contains("colour") && answer.text().contains("symbol"),
        "{}",
        answer.text()
    );
}
