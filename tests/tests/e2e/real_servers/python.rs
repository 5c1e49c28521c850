//! pyright, through the adapter `python`.

use deixis_tests::project::Sample;

#[test]
fn the_first_references_are_complete() {
    super::first_references(&Sample::python());
}

#[test]
fn the_first_workspace_symbols_find_the_function() {
    super::first_workspace_symbols(&Sample::python());
}

#[test]
fn the_first_definition_leads_to_the_declaration() {
    super::first_definition(&Sample::python());
}

#[test]
fn the_first_signature_has_its_parameters() {
    let at = ("sample/inner/twice.py", 5, "\"a\"");
    super::first_signature(&Sample::python(), at, "name: str");
}
