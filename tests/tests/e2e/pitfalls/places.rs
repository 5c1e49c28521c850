//! Positions that servers and models get wrong.

use deixis_tests::config::Config;
use deixis_tests::project::Project;
use deixis_tests::scripted::Scripted;
use deixis_tests::start::Start;
use serde_json::json;

use super::{rule, stage};

#[test]
fn a_server_that_lies_about_its_encoding_costs_no_more_than_its_answer() {
    for (declared, really) in [("utf-8", "utf-16"), ("utf-16", "utf-8"), ("utf-32", "utf-8")] {
        let text = "é🦀 fn greet é🦀🦀é greet\n🦀 greet\n";
        let project = Project::new().file("a.toy", text).file("b.toy", "fn other\n");
        let script = Scripted::new(&format!(
            "[server]\nencodings = [\"{declared}\"]\nreally = \"{really}\"\n"
        ));
        let mut deixis = Start::new(project.root(), Config::new().scripted("toy", &script)).start();
        let outline = deixis.call("document_symbols", &json!({"path": "a.toy"}));
        for place in outline.places("symbols") {
            // Wrong it may be, but it lies on a line and between characters.
            let mut parts = place.rsplitn(3, ':');
            let column: usize = parts.next().and_then(|part| part.parse().ok()).expect("a column");
            let line: usize = parts.next().and_then(|part| part.parse().ok()).expect("a line");
            let line = text.lines().nth(line - 1).expect("a line of the file");
            assert!(line.is_char_boundary(column - 1), "{place} {outline:?}");
        }
        let other = deixis.call("hover", &json!({"path": "b.toy:1:4"}));
        assert!(other.text().contains("`other`"), "{}", other.0);
    }
}

#[test]
fn places_point_at_names_and_stay_inside() {
    // The whole range goes a line past the end, as some servers say it; one has its name
    // outside of it.
    let symbols = r#"{ reply = [
        { name = "greet", kind = 12, range = { start = { line = 0, character = 0 }, end = { line = 2, character = 0 } }, selectionRange = { start = { line = 0, character = 3 }, end = { line = 0, character = 8 } } },
        { name = "odd", kind = 12, range = { start = { line = 0, character = 0 }, end = { line = 0, character = 2 } }, selectionRange = { start = { line = 7, character = 3 }, end = { line = 7, character = 99 } } },
    ] }"#
    .replace('\n', " ");
    let mut stage = stage(&rule("textDocument/documentSymbol", "", &symbols));
    let answer = stage.deixis.call("document_symbols", &json!({"path": "a.toy"}));
    let first = &answer.structured()["symbols"][0];
    assert_eq!(first["at"], "a.toy:1:4", "{}", answer.0);
    assert_eq!(first["selectionRange"], json!([0, 3, 0, 8]), "{}", answer.0);
    for place in answer.places("symbols") {
        let hover = stage.deixis.call("hover", &json!({"path": place}));
        assert!(!hover.is_error(), "{place}: {}", hover.0);
    }
    for position in [json!({"line": 2, "character": 0}), json!({"line": 0, "character": 9})] {
        let beyond = json!({"path": "a.toy", "position": position});
        let answer = stage.deixis.call("hover", &beyond);
        assert_eq!(answer.error_code(), "invalid_position", "{}", answer.0);
    }
}

#[test]
fn candidates_can_be_pasted_back() {
    let mut stage = stage("");
    let ambiguous = json!({"path": "b.toy", "line": 1, "symbol": "greet"});
    let answer = stage.deixis.call("hover", &ambiguous);
    assert_eq!(answer.error_code(), "ambiguous_symbol", "{}", answer.0);
    let candidates = answer.structured()["error"]["candidates"].as_array().cloned();
    let candidates = candidates.unwrap_or_default();
    assert_eq!(candidates.len(), 2, "{}", answer.0);
    for candidate in candidates {
        assert!(answer.text().contains(candidate["at"].as_str().unwrap_or("?")), "{}", answer.0);
        let hover = stage.deixis.call("hover", &json!({"path": candidate["at"]}));
        assert!(hover.text().contains("`greet`"), "{candidate}: {}", hover.0);
    }
}
