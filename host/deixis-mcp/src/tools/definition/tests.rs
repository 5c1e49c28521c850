use deixis_engine::answer::{Answer, Place};

use super::render;
use crate::fixtures::{
    check_both_suffice, check_golden, declared, inside, outside, ready, settled, with_state,
};
use crate::render::Rendered;

fn check(name: &str, answer: &Answer<Vec<Place>>) -> Rendered {
    let rendered = render(answer, "src/b.rs:3:9");
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
    let rendered = render(&settled(places), "x");
    assert_eq!(rendered.structured["total"], 120);
    assert_eq!(rendered.structured["truncated"], true);
    assert!(rendered.text.ends_with("shown: 100 of 120 definitions"), "{}", rendered.text);
    check_both_suffice(&rendered);
}
