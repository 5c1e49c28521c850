//! Renames. Names are judged by the descriptor's rule; gopls judges them, too.
//! What it cannot have done here is a package: its folder moves.

use deixis_plugin::{Facts, Rename, RenameEdit, RenameOperation, RenameRequest, RenameReview};

use crate::Go;

impl Rename for Go {
    fn review(
        _facts: &Facts,
        _request: &RenameRequest,
        _edits: &[RenameEdit],
        operations: &[RenameOperation],
    ) -> RenameReview {
        let then = "change the package clauses in it and the import paths that name it";
        RenameReview::refuse_moves(operations, "package", then).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deixis_plugin::testing;

    #[test]
    fn a_package_is_moved_by_hand() {
        let request = testing::rename("go", "shape", "form");
        let edits = [testing::edit("shape/a.go", "shape", "form")];
        let review = |operations: &[RenameOperation]| {
            Go::review(&testing::facts("gopls"), &request, &edits, operations)
        };
        assert_eq!(review(&[]), RenameReview::default());
        let refusal = review(&[testing::moved("shape", "form")]).refusal.expect("a refusal");
        assert!(refusal.contains("shape to form") && refusal.contains("import paths"), "{refusal}");
    }
}
