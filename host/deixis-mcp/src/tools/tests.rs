use serde_json::{Value, json};

use super::{Built, SPECS, offered, tool_list};
use crate::Options;

/// Longest entry of one tool in the list, in bytes of compact JSON.
const TOOL_BYTES: usize = 950;

/// Longest description, in characters.
const DESCRIPTION_CHARS: usize = 200;

/// Longest list of all tools, in bytes of compact JSON.
const LIST_BYTES: usize = 14_000;

fn all() -> Vec<Value> {
    tool_list(&Options { allow_mutation: true, ..Options::default() })
}

#[test]
fn each_tool_is_small() {
    for tool in all() {
        let size = tool.to_string().len();
        assert!(size <= TOOL_BYTES, "{}: {size} bytes: {tool}", tool["name"]);
        let description = tool["description"].as_str().expect("a description");
        let length = description.chars().count();
        assert!(length <= DESCRIPTION_CHARS, "{}: {length} characters", tool["name"]);
        assert!(description.starts_with("Use "), "{description}");
    }
}

#[test]
fn the_list_is_small() {
    assert_eq!(SPECS.len(), 16);
    let size = json!({ "tools": all() }).to_string().len();
    assert!(size <= LIST_BYTES, "{size} bytes");
}

#[test]
fn the_order_is_fixed() {
    let names: Vec<Value> = all().into_iter().map(|mut tool| tool["name"].take()).collect();
    assert_eq!(
        Value::Array(names),
        json!([
            "deixis_server_status",
            "hover",
            "signature_help",
            "definition",
            "declaration",
            "type_definition",
            "implementation",
            "references",
            "incoming_calls",
            "outgoing_calls",
            "diagnostics",
            "document_symbols",
            "workspace_symbols",
            "prepare_rename",
            "preview_rename",
            "apply_rename",
        ])
    );
    assert_eq!(all(), all());
}

#[test]
fn every_tool_has_all_annotations_and_no_output_schema() {
    for tool in all() {
        let annotations = tool["annotations"].as_object().expect("annotations");
        for hint in ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] {
            assert!(annotations[hint].is_boolean(), "{}: {hint}", tool["name"]);
        }
        assert!(tool.get("outputSchema").is_none(), "{}", tool["name"]);
    }
}

/// What hosts refuse, or what tells nothing, anywhere in a schema.
fn check_slim(tool: &str, schema: &Value) {
    let members = schema.as_object().unwrap_or_else(|| panic!("{tool}: {schema}"));
    for (name, value) in members {
        let known = matches!(
            name.as_str(),
            "type"
                | "properties"
                | "required"
                | "additionalProperties"
                | "description"
                | "enum"
                | "items"
        );
        assert!(known, "{tool}: {name}");
        match name.as_str() {
            "type" => assert!(value.is_string(), "{tool}: {value}"),
            "description" => {
                let text = value.as_str().expect("text");
                assert!(text.split_whitespace().count() <= 9, "{tool}: {text}");
            }
            "items" => check_slim(tool, value),
            "properties" => {
                value.as_object().expect("properties").values().for_each(|v| check_slim(tool, v));
            }
            _ => {}
        }
    }
    let is_object = members["type"] == "object";
    assert_eq!(members.get("additionalProperties"), is_object.then_some(&json!(false)), "{tool}");
}

#[test]
fn schemas_are_flat_and_slim() {
    for tool in all() {
        let name = tool["name"].as_str().expect("a name");
        check_slim(name, &tool["inputSchema"]);
        assert_eq!(tool["inputSchema"]["type"], "object", "{name}");
        assert!(tool["inputSchema"]["properties"].is_object(), "{name}");
    }
}

#[test]
fn every_example_is_a_right_call() {
    for built in SPECS.iter().map(|spec| Built::new(spec)) {
        let name = built.spec.name;
        let example = serde_json::from_str(built.spec.example)
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        built.form().check(example).unwrap_or_else(|failure| panic!("{name}: {failure:?}"));
    }
}

#[test]
fn at_most_four_tools_are_always_loaded() {
    let core = SPECS.iter().filter(|spec| spec.core).count();
    assert!((1..=4).contains(&core), "{core}");
}

#[test]
fn tools_that_write_are_offered_only_where_mutation_is_allowed() {
    let reading = Options::default();
    assert!(offered(&reading).all(|built| built.spec.effect == super::Effect::Reads));
}
