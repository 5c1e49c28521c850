use std::sync::Arc;

use deixis_engine::answer::{Answer, AnswerState, Symbol};
use serde_json::json;

use super::{PageParams, render};
use crate::fixtures::{
    check_both_suffice, check_golden, declared, inside, outside, ready, settled, symbol, with_state,
};
use crate::render::Rendered;

fn check(name: &str, answer: &Answer<Vec<Symbol>>, configured: &[&str]) -> Rendered {
    let configured: Vec<String> = configured.iter().map(|name| (*name).to_owned()).collect();
    let page: PageParams = serde_json::from_value(json!({})).expect("parameters");
    let rendered = render(answer, "run", page, &configured);
    check_golden(&format!("workspace_symbols/{name}"), &rendered);
    rendered
}

fn finds() -> Vec<Symbol> {
    vec![
        symbol(
            "run",
            "app::run",
            12,
            declared("src/a.rs", [11, 0, 39, 1], [11, 7, 11, 10], "pub fn run() {"),
        ),
        symbol("runner", "app::runner", 2, inside("src/b.rs", [0, 4, 0, 10], "mod runner;")),
    ]
}

#[test]
fn finds_are_grouped_by_file() {
    check_both_suffice(&check("several", &settled(finds()), &[]));
}

#[test]
fn one_find_stands_alone() {
    check_both_suffice(&check("one", &settled(finds()[..1].to_vec()), &[]));
}

#[test]
fn finds_of_several_servers_name_theirs() {
    let mut symbols = finds();
    symbols[1].server = Arc::from("python");
    symbols.push(symbol("run", "core.run", 12, outside("file:///usr/lib/core.py", [4, 4, 4, 7])));
    let answer = Answer {
        servers: vec![Arc::from("python"), Arc::from("rust")],
        state: AnswerState::default(),
        value: symbols,
    };
    check("servers", &answer, &[]);
}

#[test]
fn nothing_found_says_by_whom() {
    check("empty", &with_state(Vec::new(), ready()), &[]);
}

#[test]
fn nobody_asked_says_how_to_ask_somebody() {
    let answer = Answer { servers: Vec::new(), ..settled(Vec::new()) };
    check("nobody", &answer, &["python", "rust"]);
}
