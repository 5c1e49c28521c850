//! Renames: raw identifiers, lifetimes, and modules, whose files move.
//!
//! Theory of operation. A keyword is a name when it is written raw, but for
//! five words that never are. Lifetimes and labels are names of another kind:
//! they keep their quote. The rest is left to the descriptor's rule.

use deixis_plugin::{
    Facts, Rename, RenameEdit, RenameOperation, RenameRequest, RenameReview, RenameVerdict, is_word,
};

use crate::Rust;
use crate::info::KEYWORDS;

/// Keywords that are no names even when they are written raw.
const NEVER_RAW: &[&str] = &["_", "crate", "self", "Self", "super"];

impl Rename for Rust {
    fn check(_facts: &Facts, request: &RenameRequest) -> RenameVerdict {
        let new = request.new_name.as_str();
        if request.old_name.starts_with('\'') {
            return lifetime(new);
        }
        let bare = new.strip_prefix("r#").unwrap_or(new);
        if NEVER_RAW.contains(&bare) {
            return RenameVerdict::Refuse(format!(
                "`{new}` has a meaning of its own in Rust and cannot be a name, not even a raw one; choose another word"
            ));
        }
        if bare != new && is_word(bare, &[]) {
            RenameVerdict::Accept
        } else if KEYWORDS.contains(&new) {
            RenameVerdict::Rewrite(format!("r#{new}"))
        } else {
            RenameVerdict::Unknown
        }
    }

    fn review(
        _facts: &Facts,
        _request: &RenameRequest,
        _edits: &[RenameEdit],
        operations: &[RenameOperation],
    ) -> RenameReview {
        let then = "change the `mod` line and the paths that name the module";
        RenameReview::refuse_moves(operations, "module", then).unwrap_or_default()
    }
}

/// A new name for a lifetime or a label.
fn lifetime(new: &str) -> RenameVerdict {
    let bare = new.strip_prefix('\'').unwrap_or(new);
    if !is_word(bare, &[]) || bare == "static" || KEYWORDS.contains(&bare) {
        return RenameVerdict::Refuse(format!(
            "`{new}` is no name for a lifetime or a label: those are a quote and a word that is no keyword, like `'a`"
        ));
    }
    if bare == new { RenameVerdict::Rewrite(format!("'{bare}")) } else { RenameVerdict::Accept }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deixis_plugin::testing;

    fn verdict(old: &str, new: &str) -> RenameVerdict {
        Rust::check(&testing::facts("rust-analyzer"), &testing::rename("rust", old, new))
    }

    fn check_refused(old: &str, new: &str) {
        assert!(matches!(verdict(old, new), RenameVerdict::Refuse(_)), "{old} -> {new}");
    }

    #[test]
    fn keywords_become_raw_where_they_can() {
        assert_eq!(verdict("kind", "type"), RenameVerdict::Rewrite("r#type".to_owned()));
        assert_eq!(verdict("kind", "r#type"), RenameVerdict::Accept);
        assert_eq!(verdict("r#type", "kind"), RenameVerdict::Unknown);
        assert_eq!(verdict("kind", "größe"), RenameVerdict::Unknown);
        for word in ["1 bad", "r#1", "r#", "", "'a"] {
            assert_eq!(verdict("kind", word), RenameVerdict::Unknown, "{word}");
        }
        for word in NEVER_RAW {
            check_refused("kind", word);
            check_refused("kind", &format!("r#{word}"));
        }
    }

    #[test]
    fn lifetimes_keep_their_quote() {
        assert_eq!(verdict("'a", "'source"), RenameVerdict::Accept);
        assert_eq!(verdict("'a", "source"), RenameVerdict::Rewrite("'source".to_owned()));
        for word in ["'static", "static", "'_", "'fn", "'1", "'", "", "''a", "'a b"] {
            check_refused("'a", word);
        }
    }

    #[test]
    fn a_module_is_moved_by_hand() {
        let request = testing::rename("rust", "shape", "form");
        let review = |operations: &[RenameOperation]| {
            Rust::review(&testing::facts("rust-analyzer"), &request, &[], operations)
        };
        assert_eq!(review(&[]), RenameReview::default());
        let refusal = review(&[testing::moved("src/shape.rs", "src/form.rs")]).refusal;
        let refusal = refusal.expect("a refusal");
        assert!(refusal.contains("src/shape.rs to src/form.rs"), "{refusal}");
        assert!(refusal.contains("`mod` line"), "{refusal}");
    }
}
