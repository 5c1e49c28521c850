//! clangd, through the adapter `cpp`.

use deixis_tests::project::Sample;

#[test]
fn the_first_references_are_complete() {
    super::first_references(&Sample::cpp());
}

#[test]
fn the_first_workspace_symbols_find_the_function() {
    super::first_workspace_symbols(&Sample::cpp());
}

#[test]
fn the_first_definition_leads_to_the_declaration() {
    super::first_definition(&Sample::cpp());
}
