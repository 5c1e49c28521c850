//! What is put together: descriptors, launch plans, options.

use std::sync::{Arc, Mutex};

use deixis_hooks::Notification;
use deixis_hooks::info::{Descriptor, Language, Recipe};
use deixis_hooks::launch::{Launch as _, Plan, Setting};
use serde_json::{Value, json};

use super::super::stacked;
use super::{Fake, does, facts, hear, ids, layers, refusal, trap};

fn language(id: &str, suffixes: &[&str]) -> Language {
    Language { id: id.to_owned(), suffixes: ids(suffixes), ..Language::default() }
}

fn recipe(id: &str, command: &str) -> Recipe {
    Recipe {
        id: id.to_owned(),
        commands: ids(&[command]),
        args: Vec::new(),
        operations: Vec::new(),
        install: Vec::new(),
        version_args: Vec::new(),
        version_pattern: None,
    }
}

#[test]
fn a_descriptor_is_extended() {
    let base = Descriptor {
        id: "base".to_owned(),
        version: "1.0.0".to_owned(),
        languages: vec![language("a", &[".a"])],
        never_send: ids(&["out/**"]),
        recipes: vec![recipe("ls", "ls-one")],
        separators: ids(&["::"]),
        identifier: Some("[a-z]+".to_owned()),
        keywords: ids(&["fn"]),
        options_schema: r#"{"type":"object","additionalProperties":false,"required":["x"],"properties":{"x":1,"y":1}}"#.to_owned(),
        ..Descriptor::default()
    };
    let above = Descriptor {
        id: "above".to_owned(),
        version: "2.0.0".to_owned(),
        languages: vec![language("b", &[".b"]), language("a", &[".a", ".aa"])],
        never_send: ids(&["gen/**", "out/**"]),
        recipes: vec![recipe("ls", "ls-two"), recipe("other", "o")],
        root_markers: ids(&["house.toml"]),
        separators: ids(&[".", "::"]),
        identifier: Some("[A-Z]+".to_owned()),
        keywords: ids(&["fn", "house"]),
        options_schema: r#"{"title":"t","required":["x","z"],"properties":{"y":2,"z":2}}"#
            .to_owned(),
        ..Descriptor::default()
    };
    let whole = stacked(&[Arc::new(base.clone()), Arc::new(above)]);
    let schema: Value = serde_json::from_str(&whole.options_schema).unwrap();
    let expected = json!({
        "type": "object", "additionalProperties": false, "title": "t",
        "required": ["x", "z"], "properties": {"x": 1, "y": 2, "z": 2},
    });
    assert_eq!(schema, expected);
    let expected = Descriptor {
        languages: vec![language("a", &[".a", ".aa"]), language("b", &[".b"])],
        never_send: ids(&["out/**", "gen/**"]),
        recipes: vec![recipe("ls", "ls-one"), recipe("other", "o")],
        root_markers: ids(&["house.toml"]),
        separators: ids(&["::", "."]),
        identifier: Some("[A-Z]+".to_owned()),
        keywords: ids(&["fn", "house"]),
        options_schema: whole.options_schema.clone(),
        ..base.clone()
    };
    assert_eq!(whole, expected);
    assert_eq!(stacked(&[Arc::new(base.clone()), Arc::new(Descriptor::default())]), base);
}

fn planning(id: &str, plan: Plan) -> Fake {
    Fake { plan: does(move |_| Ok(plan.clone())), ..Fake::new(id) }
}

fn setting(section: &str, value: &str) -> Setting {
    Setting { section: section.to_owned(), value: value.to_owned() }
}

fn pair(name: &str, value: &str) -> (String, String) {
    (name.to_owned(), value.to_owned())
}

#[tokio::test]
async fn plans_go_on_top_of_each_other() {
    let notification = Notification { method: "a/b".to_owned(), params: None };
    let base = Plan {
        args: Some(ids(&["--stdio"])),
        environment: vec![pair("A", "1"), pair("B", "1")],
        initialization_options: Some(r#"{"a":{"b":1,"c":1}}"#.to_owned()),
        capabilities: Some(r#"{"window":{"x":true}}"#.to_owned()),
        settings: vec![setting("s", r#"{"k":1}"#), setting("", "{}")],
        fallback: Some("null".to_owned()),
        notifications: vec![notification.clone()],
        open: ids(&["a.rs"]),
        incomplete: ids(&["one"]),
    };
    let above = Plan {
        args: None,
        environment: vec![pair("C", "2"), pair("A", "2")],
        initialization_options: Some(r#"{"a":{"b":null,"d":2}}"#.to_owned()),
        capabilities: Some(r#"{"window":{"x":null}}"#.to_owned()),
        settings: vec![setting("t", "2"), setting("s", r#"{"l":2}"#)],
        fallback: Some("{}".to_owned()),
        notifications: vec![notification.clone()],
        open: ids(&["b.rs", "a.rs"]),
        incomplete: ids(&["two", "one"]),
    };
    let whole = layers([planning("base", base), Fake::new("mute"), planning("above", above)]);
    let (plan, bypassed) = hear(whole.plan(facts("{}"))).await;
    let expected = Plan {
        args: Some(ids(&["--stdio"])),
        environment: vec![pair("B", "1"), pair("C", "2"), pair("A", "2")],
        initialization_options: Some(r#"{"a":{"c":1,"d":2}}"#.to_owned()),
        // Still a patch: the field is to be taken from the host's.
        capabilities: Some(r#"{"window":{"x":null}}"#.to_owned()),
        settings: vec![setting("s", r#"{"k":1,"l":2}"#), setting("", "{}"), setting("t", "2")],
        fallback: Some("{}".to_owned()),
        notifications: vec![notification],
        open: ids(&["a.rs", "b.rs"]),
        incomplete: ids(&["one", "two"]),
    };
    assert_eq!(plan, Ok(expected));
    assert_eq!(bypassed, ids(&[]));
}

#[tokio::test]
async fn a_plan_that_fails_is_left_out_and_one_that_refuses_is_heard() {
    let failing = || Fake { plan: does(|_| Err(trap("f"))), ..Fake::new("f") };
    let refusing = || Fake { plan: does(|_| Err(refusal("r"))), ..Fake::new("r") };
    let good = || planning("g", Plan { open: ids(&["a"]), ..Plan::default() });
    let plan = Plan { open: ids(&["a"]), ..Plan::default() };
    let cases = [
        (vec![failing(), good()], Ok(plan.clone()), ids(&["f"])),
        (vec![good(), failing()], Ok(plan), ids(&["f"])),
        (vec![failing(), failing()], Err(trap("f")), ids(&["f", "f"])),
        (vec![good(), refusing(), failing()], Err(refusal("r")), ids(&["r"])),
    ];
    for (fakes, expected, left_out) in cases {
        assert_eq!(hear(layers(fakes).plan(facts("{}"))).await, (expected, left_out));
    }
}

/// Options written by the user, and what two layers with these schemas get.
async fn check_options(schemas: [&str; 2], options: &str, expected: [&str; 2]) {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let fakes = schemas.map(|schema| {
        let seen = Arc::clone(&seen);
        let descriptor = Descriptor { options_schema: schema.to_owned(), ..Descriptor::default() };
        Fake {
            descriptor: Arc::new(descriptor),
            plan: does(move |facts: deixis_hooks::Facts| {
                seen.lock().unwrap().push(facts.options);
                Ok(Plan::default())
            }),
            ..Fake::default()
        }
    });
    layers(fakes).plan(facts(options)).await.unwrap();
    assert_eq!(*seen.lock().unwrap(), expected, "{schemas:?}");
}

#[tokio::test]
async fn options_go_to_all_layers_that_can_bear_them() {
    let closed = r#"{"additionalProperties":false,"properties":{"a":{},"both":{}}}"#;
    let open = r#"{"properties":{"b":{},"both":{}}}"#;
    let options = r#"{"a":1,"b":2,"both":3}"#;
    check_options([open, open], options, [options, options]).await;
    check_options([closed, open], options, [r#"{"a":1,"both":3}"#, options]).await;
    // What nobody knows is a mistake, which the one that is strict will find.
    check_options([open, closed], r#"{"c":1}"#, [r#"{"c":1}"#, r#"{"c":1}"#]).await;
    check_options([closed, open], "no JSON", ["no JSON", "no JSON"]).await;
}
