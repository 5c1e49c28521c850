use deixis_engine::answer::{Answer, Place};

use super::{Words, render};
use crate::fixtures::{
    check_both_suffice, check_golden, declared, inside, outside, ready, settled, with_state,
};
use crate::render::Rendered;

const WORDS: Words = Words { tool: "definition", one: "definition", many: "definitions" };

fn check(name: &str, answer: &Answer<Vec<Place>>) -> Rendered {
    let rendered = render(answer, "src/b.rs:3:9", WORDS);
    check_golden(&format!("definition/{name}"), &rendered);
    rendered
}

#[test]
fn one_definition_says_how_far_it_reaches() {
    let place = declared("src/a.rs", [11, 0, 39, 1], [11, 7, 11, 10], "pub fn run() {");
    check_both_suffice(&check("one", &settled(vec![place])));
}

#[test]
fn several_definitions_are_grouped() {
    let places = vec![
        inside("src/a.ts", [3, 10, 3, 14], "interface Box {"),
        inside("src/b.ts", [8, 10, 8, 14], "interface Box {"),
    ];
    check_both_suffice(&check("several", &settled(places)));
}

#[test]
fn a_library_definition_keeps_the_servers_units() {
    check("outside", &settled(vec![outside("file:///usr/lib/rust/core.rs", [4, 0, 4, 3])]));
}

#[test]
fn no_definition_says_what_was_asked() {
    check("empty", &with_state(Vec::new(), ready()));
}

#[test]
fn a_list_that_cannot_be_paged_says_that_it_is_cut() {
    let places: Vec<Place> =
        (0..120).map(|line| inside("src/a.rs", [line, 0, line, 3], "")).collect();
    let rendered = render(&settled(places), "x", WORDS);
    assert_eq!(rendered.structured["total"], 120);
    assert_eq!(rendered.structured["truncated"], true);
    assert!(rendered.text.ends_with("shown: 100 of 120 definitions"), "{}", rendered.text);
    check_both_suffice(&rendered);
}

#[test]
fn every_such_tool_has_its_own_words() {
    let words = Words { tool: "type_definition", one: "type definition", many: "type definitions" };
    let rendered = render(&with_state(Vec::new(), ready()), "src/b.rs:3:9", words);
    assert!(rendered.text.starts_with("rust found no type definition of src/b.rs:3:9"));
}
