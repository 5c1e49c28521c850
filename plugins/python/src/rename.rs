//! Renames. The servers check no names; the descriptor's rule does. What is
//! left is an edit that only adds an alias, and a module, whose file moves.

use deixis_plugin::{Facts, Rename, RenameEdit, RenameOperation, RenameRequest, RenameReview};

use crate::Python;

impl Rename for Python {
    fn review(
        _facts: &Facts,
        request: &RenameRequest,
        edits: &[RenameEdit],
        operations: &[RenameOperation],
    ) -> RenameReview {
        RenameReview::refuse_moves(operations, "module", "change the imports that name it")
            .or_else(|| RenameReview::refuse_alias(edits, request, "ask at its definition instead"))
            .unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deixis_plugin::testing;

    fn check(new_text: &str, operations: &[RenameOperation], expected: Option<&str>) {
        let request = testing::rename("python", "greet", "hello");
        let edits = [testing::edit("pkg/b.py", "greet", new_text)];
        let review = Python::review(&testing::facts("pyright"), &request, &edits, operations);
        match (&review.refusal, expected) {
            (Some(refusal), Some(part)) => assert!(refusal.contains(part), "{refusal}"),
            (refusal, expected) => assert_eq!(refusal.as_deref(), expected, "{new_text}"),
        }
    }

    #[test]
    fn aliases_and_moves_are_refused() {
        check("hello", &[], None);
        check("greet as hello", &[], Some("pkg/b.py (line 1)"));
        check("hello", &[testing::moved("pkg/a.py", "pkg/c.py")], Some("pkg/a.py to pkg/c.py"));
    }
}
