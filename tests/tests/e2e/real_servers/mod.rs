//! Real language servers: the very first answer after the start is the right one.
//!
//! Each check starts a fresh process with a configuration that names nothing but the
//! adapter, asks once, and compares with the independent scan of the sample's text.

mod cpp;
mod fresh;
mod go;
mod java;
mod names;
mod official;
mod python;
mod renamed;
mod rust;
mod typescript;

use deixis_tests::binary::wanted;
use deixis_tests::client::Deixis;
use deixis_tests::config::Config;
use deixis_tests::project::Sample;
use deixis_tests::start::Start;
use serde_json::json;

/// Starts a fresh process, or nothing where the server was left out by name.
fn fresh(sample: &Sample) -> Option<Deixis> {
    wanted(sample.program)
        .then(|| Start::new(sample.project.root(), Config::new().adapter(sample.adapter)).start())
}

/// The first `references` names every place of the function, and no other.
fn first_references(sample: &Sample) {
    let Some(mut deixis) = fresh(sample) else { return };
    let expected = sample.everywhere();
    assert!(expected.len() >= 5, "the sample has enough places: {expected:?}");
    let arguments = json!({"path": sample.declaration(), "includeDeclaration": true});
    let answer = deixis.call("references", &arguments);
    assert_eq!(answer.places("locations"), expected, "{}", answer.text());
    for place in &expected {
        let (path, rest) = place.split_once(':').expect("a path");
        let line = rest.split(':').next().expect("a line");
        let text = answer.text();
        assert!(text.contains(path) && text.contains(&format!("{line}:")), "{place} in {text}");
    }
}

/// The first `workspace_symbols` finds where the function is declared.
fn first_workspace_symbols(sample: &Sample) {
    let Some(mut deixis) = fresh(sample) else { return };
    let arguments = json!({"query": sample.function, "server": sample.adapter});
    let answer = deixis.call("workspace_symbols", &arguments);
    let places = answer.places("symbols");
    assert!(places.contains(&sample.declaration()), "{places:?}\n{}", answer.text());
}

/// The first `definition`, asked at a use, leads to the declaration.
fn first_definition(sample: &Sample) {
    let Some(mut deixis) = fresh(sample) else { return };
    let answer = deixis.call("definition", &json!({"path": sample.a_use()}));
    assert_eq!(answer.places("locations"), [sample.declaration()], "{}", answer.text());
}

/// The first `incoming_calls` has these callers, and all call sites are places of the
/// function. Some servers also count those who only mention it.
fn first_incoming_calls(sample: &Sample, callers: &[&str]) {
    let Some(mut deixis) = fresh(sample) else { return };
    let answer = deixis.call("incoming_calls", &json!({"path": sample.declaration()}));
    assert!(!answer.is_error(), "{}", answer.text());
    let calls = answer.structured()["calls"].as_array().expect("calls");
    let names: Vec<&str> = calls.iter().filter_map(|call| call["from"]["name"].as_str()).collect();
    assert!(callers.iter().all(|caller| names.contains(caller)), "{}", answer.text());
    let everywhere = sample.everywhere();
    for call in calls {
        let at = call["from"]["at"].as_str().expect("a place");
        let file = at.split(':').next().expect("a file");
        for range in call["fromRanges"].as_array().expect("ranges") {
            let number = |index: usize| range[index].as_u64().expect("a number") + 1;
            let site = format!("{file}:{}:{}", number(0), number(1));
            assert!(everywhere.contains(&site), "{site} of {call}");
        }
        assert_eq!(call["to"]["at"], sample.declaration(), "{call}");
    }
}

/// The first `implementation`, asked at this text on this line, finds these places.
fn first_implementations(sample: &Sample, (path, line, symbol): (&str, u32, &str), found: &[&str]) {
    let Some(mut deixis) = fresh(sample) else { return };
    let arguments = json!({"path": path, "line": line, "symbol": symbol});
    let answer = deixis.call("implementation", &arguments);
    assert_eq!(answer.places("locations"), found, "{}", answer.text());
}

/// The first `signature_help`, asked at an argument, knows the parameter by name.
fn first_signature(sample: &Sample, (path, line, argument): (&str, u32, &str), parameter: &str) {
    let Some(mut deixis) = fresh(sample) else { return };
    let arguments = json!({"path": path, "line": line, "symbol": argument});
    let answer = deixis.call("signature_help", &arguments);
    let structured = answer.structured();
    assert_eq!(structured["activeParameter"], 0, "{}", answer.text());
    let label = &structured["signatures"][0]["parameters"][0]["label"];
    assert_eq!(label, parameter, "{}", answer.text());
    assert!(answer.text().contains(&format!("{parameter}  <- here")), "{}", answer.text());
}
