//! What the adapter is for: the same server without it answers too early.

use deixis_tests::binary::wanted;
use deixis_tests::config::{Config, routes};
use deixis_tests::project::Sample;
use deixis_tests::start::Start;
use serde_json::json;

#[test]
fn without_its_adapter_typescript_answers_less_at_first() {
    let sample = Sample::typescript();
    if !wanted(sample.program) {
        return;
    }
    let by_hand = Config::new()
        .set("servers.typescript.command", sample.program)
        .set("servers.typescript.args", vec!["--stdio"])
        .set("servers.typescript.file_extensions", routes(&[(".ts", "typescript")]));
    // Asked at the declaration: the server alone then knows only the file it was shown.
    let arguments = json!({"path": sample.declaration(), "includeDeclaration": true});
    let first = |config| {
        let mut deixis = Start::new(sample.project.root(), config).start();
        deixis.call("references", &arguments)
    };
    let with = first(Config::new().adapter(sample.adapter));
    assert_eq!(with.places("locations"), sample.everywhere(), "{}", with.text());

    let without = first(by_hand);
    let fewer = without.places("locations").len() < sample.everywhere().len();
    assert!(fewer, "the adapter makes no difference any more: {}", without.text());
    // Without an adapter nobody knows that this is wrong, but that it is early is known.
    assert_ne!(without.structured()["resultStability"], "stable", "{}", without.0);
}
