//! The group `rename`: whether a new name is one, and whether the server's
//! edit is what was asked for.
//!
//! Theory of operation. The host has the descriptor's identifier rule and
//! keywords, and refuses whatever an edit does to files besides their texts.
//! So the defaults of both hooks say nothing, and an adapter only says what it
//! knows better: an escape, a second kind of name, a sentence on what is to be
//! done by hand.

use crate::bindings::rename::exports::deixis::adapter::rename as wire;
use crate::words::aliases;
use crate::{Facts, Failure};

pub use wire::{
    Edit as RenameEdit, Findings as RenameReview, Operation as RenameOperation,
    Request as RenameRequest, Verdict as RenameVerdict,
};

/// The hook group.
///
/// ```
/// use deixis_plugin::{
///     Facts, Rename, RenameEdit, RenameOperation, RenameRequest, RenameReview, RenameVerdict, testing,
/// };
///
/// struct Zig;
///
/// impl Rename for Zig {
///     fn check(_: &Facts, request: &RenameRequest) -> RenameVerdict {
///         match request.new_name.as_str() {
///             "error" | "test" => RenameVerdict::Rewrite(format!("@\"{}\"", request.new_name)),
///             _ => RenameVerdict::Unknown,
///         }
///     }
///
///     fn review(
///         _: &Facts,
///         _: &RenameRequest,
///         _: &[RenameEdit],
///         operations: &[RenameOperation],
///     ) -> RenameReview {
///         RenameReview::refuse_moves(operations, "file", "change its `@import`s").unwrap_or_default()
///     }
/// }
///
/// let request = testing::rename("zig", "old", "test");
/// let verdict = Zig::check(&testing::facts("zls"), &request);
/// assert_eq!(verdict, RenameVerdict::Rewrite("@\"test\"".to_owned()));
/// let moved = [testing::moved("a.zig", "b.zig")];
/// let review = Zig::review(&testing::facts("zls"), &request, &[], &moved);
/// assert!(review.refusal.is_some_and(|sentence| sentence.contains("moving a.zig to b.zig")));
/// ```
pub trait Rename {
    /// Judges the new name, before the server is asked;
    /// [`RenameVerdict::Unknown`] leaves it to the host.
    #[must_use]
    fn check(facts: &Facts, request: &RenameRequest) -> RenameVerdict {
        let _ = (facts, request);
        RenameVerdict::Unknown
    }

    /// Judges the server's edit, before it is shown. A large one comes in
    /// several calls, each with all operations.
    #[must_use]
    fn review(
        facts: &Facts,
        request: &RenameRequest,
        edits: &[RenameEdit],
        operations: &[RenameOperation],
    ) -> RenameReview {
        let _ = (facts, request, edits, operations);
        RenameReview::default()
    }
}

impl<T: Rename> wire::Guest for T {
    fn check(facts: Facts, request: RenameRequest) -> Result<RenameVerdict, Failure> {
        crate::export::enter();
        Ok(match T::check(&facts, &request) {
            // It mostly quotes the name, which may be of any length.
            RenameVerdict::Refuse(reason) => RenameVerdict::Refuse(crate::words::sentence(&reason)),
            other => other,
        })
    }

    fn review(
        facts: Facts,
        request: RenameRequest,
        edits: Vec<RenameEdit>,
        operations: Vec<RenameOperation>,
    ) -> Result<RenameReview, Failure> {
        crate::export::enter();
        Ok(T::review(&facts, &request, &edits, &operations))
    }
}

impl Default for RenameReview {
    /// Nothing to say.
    fn default() -> Self {
        Self { refusal: None, warnings: Vec::new() }
    }
}

impl RenameReview {
    /// Refuses the rename, with a sentence that says why and what to do.
    #[must_use]
    pub fn refuse(sentence: &str) -> Self {
        Self { refusal: Some(crate::words::sentence(sentence)), warnings: Vec::new() }
    }

    /// Refuses a rename that moves files or folders, with the way to do it by
    /// hand; `None` if nothing moves. `what` is renamed, and `then` is the
    /// rest of "move it yourself, then".
    #[must_use]
    pub fn refuse_moves(operations: &[RenameOperation], what: &str, then: &str) -> Option<Self> {
        let moves = RenameOperation::moves(operations)?;
        Some(Self::refuse(&format!(
            "Renaming this {what} means moving {moves}, which Deixis does not do: move it yourself, then {then}."
        )))
    }

    /// Refuses an edit that adds an alias, with the way to get the whole
    /// rename; `None` if none does.
    #[must_use]
    pub fn refuse_alias(
        edits: &[RenameEdit],
        request: &RenameRequest,
        instead: &str,
    ) -> Option<Self> {
        let RenameEdit { path, range, .. } = edits.iter().find(|edit| edit.adds_alias(request))?;
        let (line, old) = (range.start.line.saturating_add(1), &request.old_name);
        Some(Self::refuse(&format!(
            "The edit of {path} (line {line}) only adds an alias, so `{old}` would keep its name elsewhere: {instead}."
        )))
    }

    /// Adds a sentence to the preview.
    #[must_use]
    pub fn warn(mut self, sentence: &str) -> Self {
        self.warnings.push(crate::words::sentence(sentence));
        self
    }
}

impl RenameOperation {
    /// The files that move, to be read in a sentence: `a.zig to b.zig`, the
    /// first of them and how many more there are; `None` if no file moves.
    #[must_use]
    pub fn moves(operations: &[Self]) -> Option<String> {
        let moved = |operation: &'_ Self| {
            let to = operation.new_path.as_deref().filter(|_| operation.kind == "rename")?;
            Some(format!("{} to {to}", operation.path))
        };
        let mut all = operations.iter().filter_map(moved);
        let first = all.next()?;
        Some(match all.count() {
            0 => first,
            more => format!("{first} (and {more} more)"),
        })
    }
}

impl RenameEdit {
    /// Whether the edit writes `old as new` or `new as old` where no such
    /// alias was: the symbol then keeps its name for whoever looks at it from
    /// elsewhere.
    #[must_use]
    pub fn adds_alias(&self, request: &RenameRequest) -> bool {
        let names = [request.old_name.as_str(), request.new_name.as_str()];
        aliases(&self.new_text, names) > aliases(&self.old_text, names)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    fn check_alias(old_text: &str, new_text: &str, expected: bool) {
        let request = testing::rename("ts", "helper", "h2");
        let edit = testing::edit("a.ts", old_text, new_text);
        assert_eq!(edit.adds_alias(&request), expected, "{old_text} -> {new_text}");
    }

    #[test]
    fn aliases_are_seen_and_nothing_else() {
        check_alias("helper", "helper as h2", true);
        check_alias("helper", "h2 as helper", true);
        check_alias("", "helper as ", true);
        check_alias("import { helper }", "import { helper as h2 }", true);
        check_alias("import a.helper", "import a.h2 as helper", true);
        check_alias("helper", "h2", false);
        check_alias("helper", "helper: h2", false);
        check_alias("import { helper as x }", "import { h2 as x }", false);
        check_alias("// same as helper", "// same as h2", false);
        check_alias("f()", "value as Shape", false);
        check_alias("helper", "has2", false);
    }

    #[test]
    fn moves_are_told_in_short() {
        let other = RenameOperation { kind: "create".to_owned(), ..testing::moved("c", "d") };
        let check = |operations: &[RenameOperation], expected: Option<&str>| {
            assert_eq!(RenameOperation::moves(operations).as_deref(), expected);
        };
        let (first, second) = (testing::moved("a", "b"), testing::moved("c", "d"));
        check(&[], None);
        check(std::slice::from_ref(&other), None);
        check(&[other, first.clone()], Some("a to b"));
        check(&[first, second], Some("a to b (and 1 more)"));
    }

    #[test]
    fn refusals_say_what_to_do() {
        let refused = RenameReview::refuse_moves(&[testing::moved("a", "b")], "module", "eat");
        let expected = "Renaming this module means moving a to b, which Deixis does not do: move it yourself, then eat.";
        assert_eq!(refused, Some(RenameReview::refuse(expected)));
        assert_eq!(RenameReview::refuse_moves(&[], "module", "eat"), None);

        let request = testing::rename("ts", "helper", "h2");
        let edits = [
            testing::edit("a.ts", "helper", "h2"),
            testing::edit("b.ts", "helper", "h2 as helper"),
        ];
        let refused = RenameReview::refuse_alias(&edits, &request, "wait");
        let expected = "The edit of b.ts (line 1) only adds an alias, so `helper` would keep its name elsewhere: wait.";
        assert_eq!(refused, Some(RenameReview::refuse(expected)));
        assert_eq!(RenameReview::refuse_alias(&edits[..1], &request, "wait"), None);
    }

    #[test]
    fn sentences_are_cut_between_characters() {
        let review = RenameReview::refuse(&"é".repeat(4 << 10)).warn("x");
        assert_eq!(review.refusal.map(|sentence| sentence.len()), Some(4 << 10));
        assert_eq!(review.warnings, ["x"]);
    }
}
