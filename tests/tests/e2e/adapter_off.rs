//! What the adapter is for: the same server without it answers too early.

use deixis_tests::binary::wanted;
use deixis_tests::config::Config;
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
        .set(
            "servers.typescript.file_extensions",
            toml::Table::from_iter([(".ts".to_owned(), "typescript".into())]),
        );
    // Asked at a use: the server alone then knows only the file that it was shown.
    let arguments = json!({"path": sample.a_use(), "includeDeclaration": true});
    let first = |config| {
        let mut deixis = Start::new(sample.project.root(), config).start();
        deixis.call("references", &arguments)
    };
    let with = first(Config::new().adapter(sample.adapter));
    assert_eq!(with.places("locations"), sample.everywhere(), "{}", with.text());

    let without = first(by_hand);
    let fewer = without.is_error() || without.places("locations") != sample.everywhere();
    assert!(fewer, "the adapter makes no difference any more: {}", without.text());
}
