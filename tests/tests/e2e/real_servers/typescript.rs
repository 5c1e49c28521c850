//! typescript-language-server, through the adapter `typescript`.

use deixis_tests::project::Sample;

#[test]
fn the_first_references_are_complete() {
    super::first_references(&Sample::typescript());
}

#[test]
fn the_first_workspace_symbols_find_the_function() {
    super::first_workspace_symbols(&Sample::typescript());
}

#[test]
fn the_first_definition_leads_to_the_declaration() {
    super::first_definition(&Sample::typescript());
}

#[test]
fn the_first_signature_has_its_parameters() {
    let at = ("src/inner/twice.ts", 4, "\"a\"");
    super::first_signature(&Sample::typescript(), at, "name: string");
}
