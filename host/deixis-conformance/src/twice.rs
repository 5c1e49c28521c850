//! What was normalised once is shown to the adapter again, and must stay.
//!
//! A symbol comes back with the name and the kind that it was given; what else the server said
//! of it stays. Scope and parameters are not compared: they came out of the name.

use deixis_recording::diff;
use serde_json::{Value, json};

/// The input that shows an answer to the hook again; `None` if the hook does not normalise.
pub(crate) fn shown_again(hook: &str, input: &Value, answer: &Value) -> Option<Value> {
    let list = match hook {
        "symbols.normalise" => "symbols",
        "diagnostics.normalise" => "diagnostics",
        _ => return None,
    };
    let given = input[list].as_array()?;
    let pairs = given.iter().zip(answer.as_array()?);
    let items: Vec<Value> = match list {
        "symbols" => pairs
            .map(|(symbol, normalised)| {
                let mut symbol = symbol.clone();
                for field in ["name", "kind"] {
                    symbol[field] = normalised[field].clone();
                }
                symbol
            })
            .collect(),
        // What was dropped is not there any more.
        _ => pairs
            .filter(|(_, fate)| **fate != json!("drop"))
            .map(|(diagnostic, fate)| fate.get("change").unwrap_or(diagnostic).clone())
            .collect(),
    };
    let mut again = input.clone();
    again[list] = items.into();
    Some(again)
}

/// What does not stay. `input` is what was shown the second time.
pub(crate) fn change(input: &Value, first: &Value, second: &Value) -> Option<String> {
    let (before, after) = match input["diagnostics"].as_array() {
        Some(given) => (given.clone(), fates(given, second)),
        None => (names(first, first), names(first, second)),
    };
    let mut lines = diff(&before.into(), &after.into());
    lines.truncate(3);
    (!lines.is_empty()).then(|| format!("the second time {}", lines.join("; ")))
}

/// Diagnostics as they are shown.
fn fates(given: &[Value], answer: &Value) -> Vec<Value> {
    let pairs = given.iter().zip(answer.as_array().into_iter().flatten());
    pairs
        .map(|(diagnostic, fate)| match fate {
            Value::String(fate) if fate == "keep" => diagnostic.clone(),
            fate => fate.get("change").unwrap_or(fate).clone(),
        })
        .collect()
}

/// Names and kinds of the symbols that the first answer shows.
fn names(first: &Value, answer: &Value) -> Vec<Value> {
    let list = |answer: &Value| answer.as_array().cloned().unwrap_or_default();
    let pairs = list(first).into_iter().zip(list(answer));
    pairs
        .filter(|(first, _)| first["hidden"] == false)
        .map(
            |(_, one)| json!({ "name": one["name"], "kind": one["kind"], "hidden": one["hidden"] }),
        )
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_kinds_stay() {
        let one = |name: &str, hidden: bool| json!({"name": name, "kind": 5, "hidden": hidden});
        let check = |first: &Value, second: &Value, expected: Option<&str>| {
            assert_eq!(change(&json!({}), first, second).as_deref(), expected);
        };
        check(&json!([one("a", false)]), &json!([one("a", false)]), None);
        // What is hidden already is not looked at again.
        check(&json!([one("a", true)]), &json!([one("b", false)]), None);
        let expected = "the second time [0].name: \"a()\" → \"a\"";
        check(&json!([one("a()", false)]), &json!([one("a", false)]), Some(expected));
        let input = json!({"symbols": [{"name": "a()", "kind": 1, "path": "p"}]});
        let again = shown_again("symbols.normalise", &input, &json!([one("a", false)]));
        assert_eq!(again, Some(json!({"symbols": [{"name": "a", "kind": 5, "path": "p"}]})));
        assert_eq!(shown_again("symbols.rewrite", &input, &json!([])), None);
    }

    #[test]
    fn fates_stay() {
        let input = json!({"diagnostics": [{"message": "a"}, {"message": "b"}, {"message": "c"}]});
        let first = json!(["keep", "drop", {"change": {"message": "x"}}]);
        let again = shown_again("diagnostics.normalise", &input, &first).expect("it does");
        assert_eq!(again["diagnostics"], json!([{"message": "a"}, {"message": "x"}]));
        let check = |second: Value, is_same: bool| {
            assert_eq!(change(&again, &first, &second).is_none(), is_same, "{second}");
        };
        check(json!(["keep", "keep"]), true);
        check(json!(["keep", {"change": {"message": "x"}}]), true);
        check(json!(["keep", "drop"]), false);
        check(json!(["keep", {"change": {"message": "y"}}]), false);
    }
}
