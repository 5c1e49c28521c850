use deixis_engine::answer::{Answer, AnswerState, Place};
use serde_json::Value;

use super::{PageParams, render};
use crate::fixtures::{
    busy, check_both_suffice, check_golden, inside, outside, ready, settled, with_state,
};
use crate::render::Rendered;
use crate::render::page::compact_len;

const TO: &str = "`run` on line 12 of src/a.rs";

fn params(limit: u32, offset: u32) -> PageParams {
    let said = serde_json::json!({ "limit": limit, "offset": offset });
    serde_json::from_value(said).expect("page parameters")
}

fn check(name: &str, answer: &Answer<Vec<Place>>, page: PageParams) -> Rendered {
    let rendered = render(answer, TO, false, page);
    check_golden(&format!("references/{name}"), &rendered);
    rendered
}

fn some() -> Vec<Place> {
    vec![
        inside("src/a.rs", [11, 4, 11, 7], "run();"),
        inside("src/b.rs", [0, 11, 0, 14], "use crate::run;"),
        inside("src/a.rs", [29, 8, 29, 11], "let x = run();"),
    ]
}

fn many(number: u32, text: &str) -> Vec<Place> {
    (0..number)
        .map(|line| inside(&format!("src/file{}.rs", line % 7), [line, 8, line, 11], text))
        .collect()
}

#[test]
fn references_are_grouped_by_file() {
    check_both_suffice(&check("several", &settled(some()), params(100, 0)));
}

#[test]
fn one_reference_stands_alone() {
    check_both_suffice(&check("one", &settled(some()[..1].to_vec()), params(100, 0)));
}

#[test]
fn empty_says_what_was_asked_of_whom() {
    check("empty", &with_state(Vec::new(), ready()), params(100, 0));
}

#[test]
fn empty_while_busy_is_no_answer() {
    check("empty_busy", &with_state(Vec::new(), busy()), params(100, 0));
}

#[test]
fn partial_says_so() {
    check("partial", &with_state(some(), busy()), params(100, 0));
}

#[test]
fn a_page_says_how_to_go_on() {
    check_both_suffice(&check("page", &settled(some()), params(2, 0)));
    check_both_suffice(&check("last_page", &settled(some()), params(2, 2)));
    check("beyond", &settled(some()), params(2, 3));
}

#[test]
fn places_outside_keep_the_servers_units() {
    let mut places = some();
    places.push(outside("file:///usr/lib/rust/core.rs", [4, 0, 4, 3]));
    places.push(outside("jdt://contents/a.class", [0, 2, 0, 5]));
    check("outside", &settled(places), params(100, 0));
}

#[test]
fn secrets_in_source_lines_are_redacted() {
    let line = format!("let token = \"{}{}\";", "ghp_", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8");
    let rendered =
        render(&settled(vec![inside("a.rs", [0, 0, 0, 1], &line)]), TO, false, params(1, 0));
    let all = format!("{}{}", rendered.text, Value::Object(rendered.structured));
    assert!(!all.contains("a1B2c3D4"), "{all}");
    assert!(all.contains("[redacted:"), "{all}");
}

#[test]
fn a_hundred_references_stay_small() {
    let line = "x".repeat(60);
    let rendered = render(&settled(many(100, &line)), TO, false, params(100, 0));
    let size = compact_len(&Value::Object(rendered.structured.clone()));
    assert!(size <= 16_000, "{size} bytes");
    check_both_suffice(&rendered);
}

#[test]
fn source_lines_are_dropped_from_a_page_that_is_too_large() {
    let rendered = render(&settled(many(500, &"y".repeat(120))), TO, false, params(500, 0));
    let structured = Value::Object(rendered.structured.clone());
    assert_eq!(structured["pagination"]["returned"], 500);
    assert!(structured["locations"][0].get("text").is_none());
    assert!(structured["note"].is_string());
    assert!(rendered.text.contains("source lines are left out"), "{}", rendered.text);
    assert!(!rendered.text.contains("yyy"));
    check_both_suffice(&rendered);
}

#[test]
fn pages_join_to_the_whole() {
    let answer: Answer<Vec<Place>> =
        Answer { state: AnswerState::default(), ..settled(many(1_234, "run();")) };
    let (mut places, mut offset, mut pages) = (Vec::new(), 0, 0);
    loop {
        let rendered = render(&answer, TO, false, params(500, offset));
        places.extend(crate::fixtures::places_in(&Value::Object(rendered.structured.clone())));
        pages += 1;
        let next = &Value::Object(rendered.structured.clone())["pagination"]["nextOffset"];
        let Some(next) = next.as_u64() else { break };
        assert!(rendered.text.contains(&format!("\"offset\": {next}")), "{}", rendered.text);
        offset = u32::try_from(next).expect("small");
    }
    assert_eq!((places.len(), pages), (1_234, 3));
    places.sort();
    places.dedup();
    assert_eq!(places.len(), 1_234);
}
