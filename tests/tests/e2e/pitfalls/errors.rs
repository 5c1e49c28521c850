//! Errors that pass, errors that stay, and how often they are met.

use serde_json::{Value, json};

use super::{rule, stage};

/// The method of the question that is refused.
const HOVER: &str = "textDocument/hover";

/// Retries after the first try.
const RETRIES: usize = 3;

fn refusal(code: i64, data: &str) -> String {
    format!("{{ error = {{ code = {code}, message = \"not now\", data = {data} }} }}")
}

#[test]
fn passing_errors_are_asked_again_three_times() {
    for code in [-32800, -32801, -32802] {
        let refused = rule(HOVER, &format!("first = {RETRIES}"), &refusal(code, "{}"));
        let mut stage = stage(&refused);
        let answer = stage.deixis.call("hover", &json!({"path": "a.toy:1:4"}));
        assert!(answer.text().contains("`greet`"), "{code}: {}", answer.0);
        assert_eq!(stage.script.received(HOVER).len(), RETRIES + 1, "{code}");
    }
}

#[test]
fn used_up_retries_say_what_was_tried() {
    for code in [-32800, -32801, -32802] {
        let mut stage = stage(&rule(HOVER, "", &refusal(code, "{ why = \"still busy\" }")));
        let answer = stage.deixis.call("hover", &json!({"path": "a.toy:1:4"}));
        assert_eq!(answer.error_code(), "lsp_error", "{code}: {}", answer.0);
        let error = &answer.structured()["error"];
        let expected = json!({"code": code, "message": "not now", "data": {"why": "still busy"}});
        assert_eq!(error["lspError"], expected, "{}", answer.0);
        assert!(answer.text().contains("4 attempts"), "{}", answer.text());
        assert!(answer.text().contains("not now"), "{}", answer.text());
        assert!(answer.text().contains("still busy"), "{}", answer.text());
        assert_eq!(stage.script.received(HOVER).len(), RETRIES + 1, "{code}");
    }
}

#[test]
fn a_server_that_wants_no_retry_gets_none() {
    let cases = [("{ retriggerRequest = false }", 1), ("{ retriggerRequest = true }", RETRIES + 1)];
    for (data, asked) in cases {
        let mut stage = stage(&rule(HOVER, "", &refusal(-32802, data)));
        let answer = stage.deixis.call("hover", &json!({"path": "a.toy:1:4"}));
        assert_eq!(answer.error_code(), "lsp_error", "{data}: {}", answer.0);
        assert_eq!(stage.script.received(HOVER).len(), asked, "{data}");
    }
}

#[test]
fn an_error_that_stays_is_shown_at_once() {
    let mut stage = stage(&rule(HOVER, "", &refusal(-32603, "[1, 2]")));
    let answer = stage.deixis.call("hover", &json!({"path": "a.toy:1:4"}));
    let error: &Value = &answer.structured()["error"];
    assert_eq!((&error["code"], &error["method"]), (&json!("lsp_error"), &json!(HOVER)));
    assert_eq!(error["lspError"]["data"], json!([1, 2]), "{}", answer.0);
    assert_eq!(stage.script.received(HOVER).len(), 1);
}
