//! gopls, through the adapter `go`.

use deixis_tests::project::Sample;

#[test]
fn the_first_references_are_complete() {
    super::first_references(&Sample::go());
}

#[test]
fn the_first_workspace_symbols_find_the_function() {
    super::first_workspace_symbols(&Sample::go());
}

#[test]
fn the_first_definition_leads_to_the_declaration() {
    super::first_definition(&Sample::go());
}

#[test]
fn the_first_incoming_calls_are_complete() {
    super::first_incoming_calls(&Sample::go(), &["Twice", "main"]);
}

#[test]
fn the_first_implementations_are_complete() {
    let found = ["speech/speech.go:11:6", "speech/speech.go:7:6"];
    super::first_implementations(&Sample::go(), ("speech/speech.go", 3, "Speaker"), &found);
}
