//! Renames: private names, aliases, and import paths, whose files move.
//!
//! Theory of operation. The servers check no names. A `#` is part of a private
//! name and makes a member private, so it neither comes nor goes. Unless told
//! otherwise the servers write `old as new` where a symbol crosses a file, and
//! the rename ends there; `launch` tells them, but the user's own options may
//! say something else.

use deixis_plugin::{
    Facts, Rename, RenameEdit, RenameOperation, RenameRequest, RenameReview, RenameVerdict, is_word,
};

use crate::{TypeScript, recipe};

impl Rename for TypeScript {
    fn check(_facts: &Facts, request: &RenameRequest) -> RenameVerdict {
        let (old, new) = (request.old_name.as_str(), request.new_name.as_str());
        if old.contains('/') {
            // An import path is no identifier. What the server makes of it is
            // for the review, which can say which file would move.
            return RenameVerdict::Accept;
        }
        match (old.starts_with('#'), new.starts_with('#')) {
            (true, false) if is_word(new, &['$']) => RenameVerdict::Rewrite(format!("#{new}")),
            (false, true) if !old.is_empty() => RenameVerdict::Refuse(format!(
                "`{new}` is a private name and `{old}` is none: a rename does not make a member private; choose a name without `#`"
            )),
            _ => RenameVerdict::Unknown,
        }
    }

    fn review(
        facts: &Facts,
        request: &RenameRequest,
        edits: &[RenameEdit],
        operations: &[RenameOperation],
    ) -> RenameReview {
        RenameReview::refuse_moves(operations, "import path", "change the imports that name it")
            .or_else(|| RenameReview::refuse_alias(edits, request, &instead(facts)))
            .unwrap_or_default()
    }
}

/// How to get the rename that was meant.
fn instead(facts: &Facts) -> String {
    let option = match facts.recipe.as_str() {
        recipe::TSLS => "providePrefixAndSuffixTextForRename",
        _ => "useAliasesForRenames",
    };
    format!("ask at its declaration, and see that the server's preference `{option}` is false")
}

#[cfg(test)]
mod tests {
    use super::*;
    use deixis_plugin::testing;

    fn verdict(old: &str, new: &str) -> RenameVerdict {
        TypeScript::check(&testing::facts(recipe::TSLS), &testing::rename("typescript", old, new))
    }

    #[test]
    fn private_names_stay_private_and_others_do_not_become_so() {
        assert_eq!(verdict("#count", "#total"), RenameVerdict::Unknown);
        assert_eq!(verdict("#count", "total"), RenameVerdict::Rewrite("#total".to_owned()));
        assert!(matches!(verdict("count", "#total"), RenameVerdict::Refuse(_)));
        assert_eq!(verdict("", "#total"), RenameVerdict::Unknown);
        assert_eq!(verdict("count", "total"), RenameVerdict::Unknown);
        assert_eq!(verdict("#count", "$t"), RenameVerdict::Rewrite("#$t".to_owned()));
        assert_eq!(verdict("#count", "1 bad"), RenameVerdict::Unknown);
        assert_eq!(verdict("#count", ""), RenameVerdict::Unknown);
        assert_eq!(verdict("./shape", "./form"), RenameVerdict::Accept);
    }

    fn check_review(new_text: &str, operations: &[RenameOperation], expected: Option<&str>) {
        for recipe in [recipe::TSLS, recipe::VTSLS, recipe::TSC, recipe::TSGO] {
            let request = testing::rename("typescript", "helper", "h2");
            let edits = [testing::edit("src/b.ts", "helper", new_text)];
            let review = TypeScript::review(&testing::facts(recipe), &request, &edits, operations);
            match (&review.refusal, expected) {
                (Some(refusal), Some(part)) => assert!(refusal.contains(part), "{refusal}"),
                (refusal, expected) => assert_eq!(refusal.as_deref(), expected, "{new_text}"),
            }
        }
    }

    #[test]
    fn aliases_and_moves_are_refused() {
        check_review("h2", &[], None);
        check_review("helper: h2", &[], None);
        check_review("h2: helper", &[], None);
        check_review("helper as h2", &[], Some("src/b.ts (line 1)"));
        check_review("h2 as helper", &[], Some("is false"));
        let moved = [testing::moved("src/z.ts", "src/zz.ts")];
        check_review("h2", &moved, Some("src/z.ts to src/zz.ts"));
    }
}
