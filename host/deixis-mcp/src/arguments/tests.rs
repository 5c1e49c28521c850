//! One table per way of being right or wrong. A corrected call in an error must itself be right.

#![expect(clippy::needless_pass_by_value, reason = "JSON literals read best by value")]

use deixis_engine::{Aim, Target};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{At, Form};
use crate::errors::Failure;
use crate::render::page::PageParams;
use crate::schema;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "only its schema is of interest")]
struct Params {
    #[serde(flatten)]
    at: At,
    include_declaration: Option<bool>,
    min_severity: Option<Level>,
    #[serde(flatten)]
    page: PageParams,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
enum Level {
    Error,
    Hint,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "only its schema is of interest")]
struct Required {
    query: String,
}

const EXAMPLE: &str = r#"{"path":"src/main.rs","line":12,"symbol":"run"}"#;

fn object(value: &Value) -> rmcp::model::JsonObject {
    value.as_object().expect("an object").clone()
}

fn at(given: &Value) -> Result<Target, Failure> {
    let schema = schema::input::<Params>();
    let form = Form { tool: "references", schema: &schema, example: EXAMPLE };
    let said = form.check(object(given))?;
    said.read::<At>()?.target(&said)
}

fn check_target(given: Value, path: Option<&str>, aim: Aim) {
    let target = at(&given).unwrap_or_else(|failure| panic!("{given}: {failure:?}"));
    assert_eq!((target.path.as_deref(), target.aim), (path, aim), "{given}");
}

/// The call fails with this message; its hint is a call that is right, namely this one.
fn check_refused(given: Value, message: &str, corrected: Value) {
    let failure = at(&given).expect_err(&given.to_string());
    assert_eq!(failure.code, "invalid_arguments");
    assert!(failure.message.starts_with(message), "{given}: {}", failure.message);
    let hint = failure.hint.clone().expect("a hint");
    let call = hint.strip_prefix("a right call: references ").expect("a call");
    let call: Value = serde_json::from_str(call).expect("JSON");
    assert_eq!(call, corrected, "{given}");
    at(&call).unwrap_or_else(|failure| panic!("{call}: {failure:?}"));
}

#[test]
fn every_way_to_say_where_is_accepted() {
    let line_symbol = || Aim::LineSymbol { line: 12, symbol: "run".to_owned() };
    let position = || Aim::Position { line: 11, character: 4 };
    check_target(
        json!({ "path": "a.rs", "line": 12, "symbol": "run" }),
        Some("a.rs"),
        line_symbol(),
    );
    check_target(
        json!({ "path": "a.rs", "position": { "line": 11, "character": 4 } }),
        Some("a.rs"),
        position(),
    );
    check_target(json!({ "path": "a.rs:12:5" }), Some("a.rs:12:5"), Aim::Unsaid);
    check_target(
        json!({ "path": "file:///p/a.rs", "symbol": "A::b" }),
        Some("file:///p/a.rs"),
        Aim::Symbol("A::b".to_owned()),
    );
    check_target(json!({ "symbol": "A.b" }), None, Aim::Symbol("A.b".to_owned()));
}

#[test]
fn right_values_in_odd_dress_are_accepted() {
    let line_symbol = || Aim::LineSymbol { line: 12, symbol: "run".to_owned() };
    let position = || Aim::Position { line: 11, character: 4 };
    let all = [
        (json!({ "path": "a.rs", "line": "12", "symbol": "run" }), line_symbol()),
        (json!({ "path": "a.rs", "line": 12.0, "symbol": "run" }), line_symbol()),
        (
            json!({ "path": "a.rs", "line": " 12 ", "symbol": "run", "position": null }),
            line_symbol(),
        ),
        (json!({ "path": "a.rs", "position": { "line": "11", "character": "4" } }), position()),
        (json!({ "path": "a.rs", "position": "{\"line\":11,\"character\":4}" }), position()),
    ];
    for (given, aim) in all {
        check_target(given, Some("a.rs"), aim);
    }
    for given in [
        json!({ "symbol": "x", "limit": "500", "offset": "0" }),
        json!({ "symbol": "x", "includeDeclaration": "True" }),
        json!({ "symbol": "x", "minSeverity": "ERROR" }),
        json!({ "symbol": "x", "server": null }),
    ] {
        check_target(given, None, Aim::Symbol("x".to_owned()));
    }
}

#[test]
fn unknown_arguments_are_refused_with_the_known_ones() {
    let known = "references takes path, line, symbol, position, server";
    check_refused(
        json!({ "symbol": "x", "fuzzy": true }),
        &format!("unknown argument `fuzzy`: {known}"),
        json!({ "symbol": "x" }),
    );
    check_refused(
        json!({ "file_path": "a.rs", "line": 3, "name": "x" }),
        &format!("unknown argument `file_path`: {known}"),
        json!({ "path": "a.rs", "line": 3, "symbol": "x" }),
    );
    check_refused(
        json!({ "symbol": "x", "include_declaration": true, "max_results": 7 }),
        "unknown argument `include_declaration`",
        json!({ "symbol": "x", "includeDeclaration": true, "limit": 7 }),
    );
    check_refused(
        json!({ "path": "a.rs", "line": 11, "character": 4 }),
        "unknown argument `character`",
        json!({ "path": "a.rs", "position": { "line": 11, "character": 4 } }),
    );
    check_refused(
        json!({ "path": "a.rs", "line": 12, "column": 5 }),
        "unknown argument `column`",
        json!({ "path": "a.rs:12:5" }),
    );
}

#[test]
fn wrong_values_are_refused_with_the_nearest_right_one() {
    let x = |name: &str, value: Value| json!({ "symbol": "x", name: value });
    check_refused(
        x("limit", json!(0)),
        "`limit` must be an integer from 1 to 500, not 0",
        x("limit", json!(1)),
    );
    check_refused(
        x("limit", json!("501")),
        "`limit` must be an integer from 1 to 500, not \"501\"",
        x("limit", json!(500)),
    );
    check_refused(
        x("offset", json!(-1)),
        "`offset` must be an integer of at least 0, not -1",
        x("offset", json!(0)),
    );
    check_refused(
        x("offset", json!(5_000_000_000_u64)),
        "`offset` must be an integer of at least 0, not 5000000000",
        x("offset", json!(u32::MAX)),
    );
    check_refused(x("limit", json!(1.5)), "`limit` must be", json!({ "symbol": "x" }));
    check_refused(x("limit", json!("many")), "`limit` must be", json!({ "symbol": "x" }));
    check_refused(
        x("includeDeclaration", json!("yes")),
        "`includeDeclaration` must be true or false, not \"yes\"",
        json!({ "symbol": "x" }),
    );
    check_refused(
        x("minSeverity", json!("fatal")),
        "`minSeverity` must be one of error, hint, not \"fatal\"",
        json!({ "symbol": "x" }),
    );
    check_refused(
        json!({ "path": "a.rs", "line": 0, "symbol": "x" }),
        "`line` must be an integer of at least 1, not 0",
        json!({ "path": "a.rs", "line": 1, "symbol": "x" }),
    );
    check_refused(
        json!({ "path": ["a.rs"], "symbol": "x" }),
        "`path` must be a string, not [\"a.rs\"]",
        json!({ "path": "src/main.rs", "symbol": "x" }),
    );
    check_refused(
        json!({ "path": "", "symbol": "x" }),
        "`path` must be a string that is not empty, not \"\"",
        json!({ "path": "src/main.rs", "symbol": "x" }),
    );
    let example: Value = serde_json::from_str(EXAMPLE).expect("JSON");
    check_refused(
        json!({ "position": { "line": 1 } }),
        "`position` must be an object {line, character}, not {\"line\":1}",
        example.clone(),
    );
    check_refused(
        json!({ "position": { "row": 1, "character": 1 } }),
        "`position` must be an object {line, character}, without `row`",
        example.clone(),
    );
    check_refused(json!({ "position": "12:5" }), "`position` must be", example.clone());
    check_refused(
        json!({ "position": { "line": 1, "character": -4 } }),
        "`position.character` must be an integer of at least 0, not -4",
        example,
    );
}

#[test]
fn what_does_not_go_together_is_refused() {
    let zero = || json!({ "line": 11, "character": 4 });
    check_refused(
        json!({ "path": "a.rs", "position": zero(), "symbol": "x" }),
        "`position` excludes `line` and `symbol`; say where by",
        json!({ "path": "a.rs", "position": zero() }),
    );
    check_refused(
        json!({ "position": zero() }),
        "`position` needs `path`",
        json!({ "position": zero(), "path": "src/main.rs" }),
    );
    check_refused(
        json!({ "path": "a.rs", "line": 3 }),
        "`line` needs `symbol`",
        json!({ "path": "a.rs", "line": 3, "symbol": "run" }),
    );
    check_refused(
        json!({ "line": 3, "symbol": "x" }),
        "`line` needs `path`",
        json!({ "line": 3, "symbol": "x", "path": "src/main.rs" }),
    );
    check_refused(
        json!({}),
        "nothing says where",
        json!({ "path": "src/main.rs", "line": 12, "symbol": "run" }),
    );
}

#[test]
fn a_missing_argument_is_named() {
    let schema = schema::input::<Required>();
    let form = Form { tool: "workspace_symbols", schema: &schema, example: r#"{"query":"run"}"# };
    let failure = form.check(object(&json!({}))).expect_err("a refusal");
    assert_eq!(failure.message, "the argument `query` is missing");
    assert_eq!(failure.hint.as_deref(), Some(r#"a right call: workspace_symbols {"query":"run"}"#));
}

#[test]
fn a_huge_wrong_value_does_not_fill_the_error() {
    let failure = at(&json!({ "limit": "9".repeat(100_000) })).expect_err("a refusal");
    assert!(failure.message.len() < 300, "{}", failure.message.len());
    assert!(failure.hint.as_ref().is_some_and(|hint| hint.len() < 600));
    let failure = at(&json!({ "path": "p".repeat(100_000), "line": 0 })).expect_err("a refusal");
    assert_eq!(failure.hint, Some(format!("a right call: references {EXAMPLE}")));
}
