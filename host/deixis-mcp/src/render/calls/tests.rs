use std::collections::BTreeSet;
use std::sync::Arc;

use deixis_engine::Direction;
use deixis_engine::answer::{Answer, Call, Callable, Place};
use serde_json::{Value, json};

use super::super::page::{PAGE_CAP, PageParams, compact_len};
use super::{data_value, numbers, render};
use crate::fixtures::{
    busy, check_golden, declared, inside, outside, places_in, places_in_text, ready, settled,
    with_state,
};
use crate::render::Rendered;

const OF: &str = "`run` on line 12 of src/a.rs";

fn params(limit: u32, offset: u32) -> PageParams {
    serde_json::from_value(json!({ "limit": limit, "offset": offset })).expect("page parameters")
}

fn callable(name: &str, place: Place) -> Callable {
    let uri = match &place {
        Place::Inside { path, .. } => Arc::from(format!("file:///p/{path}")),
        Place::Outside { uri, .. } => Arc::clone(uri),
    };
    let (parameters, detail, data, server) = (None, None, None, Arc::from("rust"));
    Callable { name: name.to_owned(), parameters, kind: 12, place, uri, detail, data, server }
}

fn run() -> Callable {
    callable("run", declared("src/a.rs", [11, 0, 39, 1], [11, 7, 11, 10], "pub fn run() {"))
}

fn main() -> Callable {
    let mut main =
        callable("main", declared("src/b.rs", [2, 0, 5, 1], [2, 3, 2, 7], "fn main() {"));
    main.detail = Some("bin crate".to_owned());
    main.data = Some(r#"{"id": 7, "path": ["a"]}"#.into());
    main
}

fn check(
    name: &str,
    answer: &Answer<Vec<Call>>,
    direction: Direction,
    page: PageParams,
) -> Rendered {
    let rendered = render(answer, OF, direction, page);
    check_golden(&format!("calls/{name}"), &rendered);
    rendered
}

/// Text alone and structured content alone name the same places inside the project.
fn check_both_name_the_same(rendered: &Rendered) {
    // Items that were asked about stand once in text, above what calls them.
    let from_text: BTreeSet<String> = places_in_text(&rendered.text).into_iter().collect();
    let structured = Value::Object(rendered.structured.clone());
    let structured: BTreeSet<String> = places_in(&structured).into_iter().collect();
    assert_eq!(from_text, structured, "{}", rendered.text);
}

fn site(file: &str, line: u32) -> Place {
    inside(file, [line, 4, line, 7], "run();")
}

#[test]
fn callers_stand_below_what_they_call() {
    let other = callable("run", inside("src/c.rs", [0, 3, 0, 6], "fn run() {}"));
    let calls = vec![
        Call {
            from: main(),
            to: run(),
            from_ranges: vec![site("src/b.rs", 3), site("src/b.rs", 4)],
        },
        Call { from: run(), to: run(), from_ranges: vec![site("src/a.rs", 20)] },
        Call { from: main(), to: other, from_ranges: Vec::new() },
    ];
    let rendered = check("incoming", &settled(calls), Direction::Incoming, params(100, 0));
    check_both_name_the_same(&rendered);
}

#[test]
fn callees_stand_below_their_caller() {
    let mut foreign = callable("push", outside("file:///usr/lib/rust/vec.rs", [4, 0, 4, 4]));
    foreign.parameters = Some("(T)".to_owned());
    let calls = vec![
        Call { from: main(), to: run(), from_ranges: vec![site("src/b.rs", 3)] },
        Call { from: main(), to: foreign, from_ranges: vec![site("src/b.rs", 4)] },
    ];
    check("outgoing", &settled(calls), Direction::Outgoing, params(100, 0));
}

#[test]
fn call_sites_outside_keep_the_servers_units() {
    let uri = "file:///usr/lib/rust/iter.rs";
    let from = callable("map", outside(uri, [4, 0, 9, 1]));
    let calls = vec![Call { from, to: run(), from_ranges: vec![outside(uri, [6, 8, 6, 11])] }];
    let rendered = check("outside", &settled(calls), Direction::Incoming, params(100, 0));
    let call = &rendered.structured["calls"][0];
    assert_eq!(call["from"]["positionEncoding"], "utf-16");
    assert_eq!(call["to"]["positionEncoding"], "utf-8");
}

#[test]
fn nobody_calls_it_or_nobody_knows_yet() {
    check("empty", &with_state(Vec::new(), ready()), Direction::Incoming, params(100, 0));
    check("empty_busy", &with_state(Vec::new(), busy()), Direction::Outgoing, params(100, 0));
}

#[test]
fn every_pair_is_one_item_of_a_page() {
    let call = |line: u32| Call {
        from: callable(
            &format!("f{line}"),
            inside("src/b.rs", [line, 3, line, 7], &"x".repeat(90)),
        ),
        to: run(),
        from_ranges: vec![site("src/b.rs", line + 1)],
    };
    let answer = settled((0..700).map(call).collect::<Vec<_>>());
    let (mut names, mut offset) = (BTreeSet::new(), 0);
    loop {
        let rendered = render(&answer, OF, Direction::Incoming, params(500, offset));
        check_both_name_the_same(&rendered);
        let structured = Value::Object(rendered.structured);
        assert!(compact_len(&structured["calls"]) <= PAGE_CAP);
        let texts = structured["calls"][0]["from"].get("text").is_some();
        assert_eq!(texts, offset > 500, "lines give way on pages that are full");
        let calls = structured["calls"].as_array().expect("calls");
        names.extend(calls.iter().map(|call| call["from"]["name"].to_string()));
        let Some(next) = structured["pagination"]["nextOffset"].as_u64() else { break };
        offset = u32::try_from(next).expect("small");
    }
    assert_eq!(names.len(), 700);
}

#[test]
fn data_keeps_its_numbers() {
    let check = |text: &str, expected: Value| assert_eq!(data_value(text), expected, "{text}");
    check(r#"{"b": [1, -2.5], "a": "1e999 \" 7"}"#, json!({"b": [1, -2.5], "a": "1e999 \" 7"}));
    check("18446744073709551615", json!(u64::MAX));
    for rounded in ["[18446744073709551616]", r#"{"x":0.10000000000000000001}"#, "1e999"] {
        check(rounded, json!(rounded));
    }
    let found: Vec<&str> = numbers(r#"{"1":[2,"3\\",-4e+5],"x":"\"6"}, 7"#).collect();
    assert_eq!(found, ["2", "-4e+5", "7"]);
}

#[test]
fn secrets_in_data_are_redacted() {
    let secret = format!("{}{}", "ghp_", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8");
    let value = data_value(&json!({"deep": [{"token": secret}]}).to_string());
    assert!(!value.to_string().contains(&secret), "{value}");
}
