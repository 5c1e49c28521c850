//! rust-analyzer, through the adapter `rust`.

use deixis_tests::project::Sample;

#[test]
fn the_first_references_are_complete() {
    super::first_references(&Sample::rust());
}

#[test]
fn the_first_workspace_symbols_find_the_function() {
    super::first_workspace_symbols(&Sample::rust());
}

#[test]
fn the_first_definition_leads_to_the_declaration() {
    super::first_definition(&Sample::rust());
}

#[test]
fn the_first_incoming_calls_are_complete() {
    super::first_incoming_calls(&Sample::rust(), &["all", "deep", "greets", "outer", "twice"]);
}

#[test]
fn the_first_implementations_are_complete() {
    let found = ["src/speech.rs:11:17", "src/speech.rs:6:17"];
    super::first_implementations(&Sample::rust(), ("src/speech.rs", 1, "Speaks"), &found);
}
