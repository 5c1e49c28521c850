//! Asked of tsserver itself, and pulled from native TypeScript.
//!
//! Theory of operation. tsserver finds errors in several passes, and the servers on top of it
//! publish after each: the first publication is often empty, of a clean file there is none at
//! all, and none says which text it is about. But they pass requests on to tsserver, whose
//! synchronous ones answer for the text that it has, as a whole.

use deixis_plugin::{
    Ask, Diagnostics, DiagnosticsPlan, DiagnosticsSource as Source, Facts, Failure,
};
use serde_json::{Value, json};

use crate::{TypeScript, recipe};

/// Errors of syntax, and all others. Suggestions are no errors, and cost as much again.
const COMMANDS: [&str; 2] = ["syntacticDiagnosticsSync", "semanticDiagnosticsSync"];

impl Diagnostics for TypeScript {
    type State = ();

    fn plan(facts: &Facts) -> Result<DiagnosticsPlan, Failure> {
        let is_native = matches!(facts.recipe.as_str(), recipe::TSC | recipe::TSGO);
        // Native TypeScript pushes about tsconfig.json alone.
        Ok(DiagnosticsPlan::new(if is_native { Source::Pull } else { Source::Fetch }))
    }

    fn fetch(facts: &Facts, path: &str, _uri: &str) -> Result<Vec<Ask>, Failure> {
        // vtsls answers nothing where it is given a URI.
        let file = format!("{}/{path}", facts.root_path.trim_end_matches(['/', '\\']));
        let ask = |command: &str| {
            let arguments = json!([command, {"file": file}, {}]);
            let params = json!({"command": "typescript.tsserverRequest", "arguments": arguments});
            Ask::new(command, "workspace/executeCommand", &params)
        };
        Ok(COMMANDS.map(ask).into())
    }

    fn fetched(_facts: &Facts, _path: &str, answers: &[Value]) -> Result<Vec<Value>, Failure> {
        let mut found = Vec::new();
        for answer in answers {
            let Some(body) = answer["body"].as_array() else {
                let said = answer["message"].as_str().unwrap_or("no list of diagnostics");
                return Err(Failure::new(format!("tsserver: {said}")));
            };
            found.extend(body.iter().filter_map(diagnostic));
        }
        Ok(found)
    }
}

/// A diagnostic of tsserver in LSP's words.
fn diagnostic(one: &Value) -> Option<Value> {
    let message = one["text"].as_str()?;
    Some(json!({
        "range": {"start": position(&one["start"])?, "end": position(&one["end"])?},
        "severity": match one["category"].as_str() {
            Some("warning") => 2,
            Some("message") => 3,
            Some("suggestion") => 4,
            _ => 1,
        },
        "code": one["code"],
        "source": one["source"].as_str().unwrap_or("typescript"),
        "message": message,
        "relatedInformation": related(one),
    }))
}

/// tsserver counts lines and columns from one.
fn position(place: &Value) -> Option<Value> {
    let (line, offset) = (place["line"].as_u64()?, place["offset"].as_u64()?);
    Some(json!({"line": line.checked_sub(1)?, "character": offset.checked_sub(1)?}))
}

fn related(one: &Value) -> Vec<Value> {
    let all = one["relatedInformation"].as_array().into_iter().flatten();
    let convert = |one: &Value| {
        let span = &one["span"];
        let (start, end) = (position(&span["start"])?, position(&span["end"])?);
        let uri = format!(
            "file://{}",
            deixis_plugin::file_uri("", span["file"].as_str()?.trim_start_matches('/'))
        );
        let range = json!({"start": start, "end": end});
        let location = json!({"uri": uri, "range": range});
        Some(json!({"location": location, "message": one["message"]}))
    };
    all.filter_map(convert).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use deixis_plugin::testing;

    #[test]
    fn each_server_is_asked_in_its_own_way() {
        let source = |recipe| TypeScript::plan(&testing::facts(recipe)).unwrap().source;
        assert_eq!([recipe::TSLS, recipe::VTSLS].map(source), [Source::Fetch; 2]);
        assert_eq!([recipe::TSC, recipe::TSGO].map(source), [Source::Pull; 2]);
        let facts = testing::facts(recipe::VTSLS);
        let asks = TypeScript::fetch(&facts, "src/a.ts", "file:///x").unwrap();
        assert_eq!(asks.len(), 2);
        let params: Value = serde_json::from_str(asks[1].params.as_deref().unwrap()).unwrap();
        assert_eq!(params["arguments"][0], "semanticDiagnosticsSync");
        let file = format!("{}/src/a.ts", facts.root_path);
        assert_eq!(params["arguments"][1]["file"], file);
    }

    #[test]
    fn places_begin_at_zero_and_what_is_no_list_is_not_clean() {
        let facts = testing::facts(recipe::TSLS);
        let fetched = |answers: &[Value]| TypeScript::fetched(&facts, "src/a.ts", answers);
        let place = |line, offset| json!({"line": line, "offset": offset});
        let span = json!({"start": place(1, 1), "end": place(1, 2), "file": "/p/b c.ts"});
        let one = json!({
            "start": place(7, 14), "end": place(7, 19), "text": "no", "code": 2322,
            "category": "error", "relatedInformation": [{"span": span, "message": "here"}],
        });
        let found = fetched(&[json!({"body": []}), json!({"body": [one]})]).unwrap();
        assert_eq!(found.len(), 1);
        assert_eq!(found[0]["range"]["start"], json!({"line": 6, "character": 13}));
        assert_eq!((&found[0]["severity"], &found[0]["code"]), (&json!(1), &json!(2322)));
        let related = &found[0]["relatedInformation"][0];
        assert_eq!(related["location"]["uri"], "file:///p/b%20c.ts");
        for answer in [json!(null), json!({"success": false, "message": "No Project."})] {
            fetched(&[json!({"body": []}), answer]).unwrap_err();
        }
    }
}
