//! Renames. jdtls judges names by itself, besides the descriptor's rule. A
//! public type's file has its name, and moves with it.

use deixis_plugin::{Facts, Rename, RenameEdit, RenameOperation, RenameRequest, RenameReview};

use crate::Java;

impl Rename for Java {
    fn review(
        _facts: &Facts,
        _request: &RenameRequest,
        _edits: &[RenameEdit],
        operations: &[RenameOperation],
    ) -> RenameReview {
        let then = "change its declaration, its constructors and the names of it elsewhere";
        RenameReview::refuse_moves(operations, "type or package", then).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deixis_plugin::testing;

    #[test]
    fn a_public_type_is_moved_by_hand() {
        let request = testing::rename("java", "Greeting", "Salute");
        let review = |operations: &[RenameOperation]| {
            Java::review(&testing::facts("jdtls"), &request, &[], operations)
        };
        assert_eq!(review(&[]), RenameReview::default());
        let moved = testing::moved("src/Greeting.java", "src/Salute.java");
        let refusal = review(&[moved]).refusal.expect("a refusal");
        assert!(refusal.contains("src/Greeting.java to src/Salute.java"), "{refusal}");
    }
}
