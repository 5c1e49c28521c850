//! Real language servers: the very first answer after the start is the right one.
//!
//! Each check starts a fresh process with a configuration that names nothing but the
//! adapter, asks once, and compares with the independent scan of the sample's text.

mod cpp;
mod go;
mod python;
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
