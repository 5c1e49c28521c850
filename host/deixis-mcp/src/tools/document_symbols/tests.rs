use deixis_engine::answer::{Answer, Symbol};
use serde_json::{Value, json};

use super::{PageParams, render};
use crate::fixtures::{
    check_both_suffice, check_golden, declared, inside, ready, settled, symbol, with_state,
};
use crate::render::Rendered;

const PATH: &str = "src/a.rs";

fn params(limit: u32, offset: u32) -> PageParams {
    serde_json::from_value(json!({ "limit": limit, "offset": offset })).expect("parameters")
}

fn check(name: &str, answer: &Answer<Vec<Symbol>>, page: PageParams) -> Rendered {
    let rendered = render(answer, PATH, page);
    check_golden(&format!("document_symbols/{name}"), &rendered);
    rendered
}

/// `Session` with `new` and `run`, and `main`.
fn tree() -> Vec<Symbol> {
    let place = |line: u32, end, column| {
        declared(PATH, [line, 0, end, 1], [line, column, line, column + 3], "")
    };
    let mut session = symbol("Session", "Session", 23, place(2, 20, 11));
    session.child_count = 2;
    let mut new = symbol("new", "Session::new", 6, place(4, 4, 7));
    new.parent = Some(0);
    new.detail = Some("fn() -> Self".to_owned());
    let mut run = symbol("run", "Session::run", 6, place(6, 12, 7));
    run.parent = Some(0);
    run.parameters = Some("String, int".to_owned());
    vec![session, new, run, symbol("main", "main", 12, place(30, 40, 3))]
}

#[test]
fn an_outline_is_nested() {
    check_both_suffice(&check("nested", &settled(tree()), params(100, 0)));
}

#[test]
fn flat_answers_become_roots() {
    let flat = vec![
        symbol("A", "A", 5, inside(PATH, [0, 6, 0, 7], "class A:")),
        symbol("f", "A.f", 12, inside(PATH, [1, 8, 1, 9], "def f(self):")),
    ];
    check_both_suffice(&check("flat", &settled(flat), params(100, 0)));
}

#[test]
fn children_away_from_their_parent_stand_at_the_root() {
    check_both_suffice(&check("second_page", &settled(tree()), params(2, 1)));
}

#[test]
fn an_empty_outline_says_so() {
    check("empty", &with_state(Vec::new(), ready()), params(100, 0));
}

#[test]
fn a_detail_of_any_length_is_cut() {
    let mut symbols = tree();
    symbols[1].detail = Some("d".repeat(5_000));
    let rendered = render(&settled(symbols), PATH, params(100, 0));
    let all = Value::Object(rendered.structured.clone());
    let detail = all["symbols"][1]["detail"].as_str().expect("a detail");
    assert!(detail.ends_with("[cut: 2000 of 5000 bytes shown]"), "{detail}");
    check_both_suffice(&rendered);
}
