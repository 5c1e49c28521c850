//! Changes on disk. rust-analyzer reads a changed file in a thread of its own,
//! some time after the event, and answers from the old text until then. What
//! is opened is taken in at once.
//!
//! Theory of operation. Changed and new files are opened; the host keeps them
//! in step from then on. Files that are gone are opened as empty, after which
//! their old text is forgotten. What is beyond the limit is only reported, and
//! nearly always seen in time.

use deixis_plugin::{Action, Change, ChangeKind, Facts, Failure, Translation, Watch};

use crate::Rust;

/// Files opened for one batch of changes; the host keeps a bounded number of
/// documents open.
const MAX_OPENED: usize = 32;

impl Watch for Rust {
    fn translate(
        _facts: &Facts,
        changes: Vec<Change>,
        open: &[String],
    ) -> Result<Translation, Failure> {
        let must_be_shown = |change: &&Change| {
            let is_open = open.contains(&change.path) && change.kind != ChangeKind::Deleted;
            change.path.ends_with(".rs") && !is_open
        };
        let ours = changes.iter().filter(must_be_shown);
        let actions = ours.take(MAX_OPENED).map(|change| match change.kind {
            ChangeKind::Deleted => Action::OpenEmptyAndClose(change.path.clone()),
            ChangeKind::Created | ChangeKind::Changed => Action::Open(change.path.clone()),
        });
        let actions = actions.collect();
        Ok(Translation { actions, ..Translation::report(changes) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deixis_plugin::testing;

    #[test]
    fn files_that_are_not_open_are_opened() {
        let change = |path: &str, kind| Change { path: path.to_owned(), kind };
        let changes = vec![
            change("src/open.rs", ChangeKind::Changed),
            change("src/a.rs", ChangeKind::Changed),
            change("src/new.rs", ChangeKind::Created),
            change("src/gone.rs", ChangeKind::Deleted),
            change("Cargo.toml", ChangeKind::Changed),
        ];
        let open = ["src/open.rs".to_owned(), "src/gone.rs".to_owned()];
        let said = Rust::translate(&testing::facts("rust-analyzer"), changes.clone(), &open)
            .expect("a translation");
        assert_eq!(said.report, changes);
        let expected = [
            Action::Open("src/a.rs".to_owned()),
            Action::Open("src/new.rs".to_owned()),
            Action::OpenEmptyAndClose("src/gone.rs".to_owned()),
        ];
        assert_eq!(said.actions, expected);
    }

    #[test]
    fn there_is_a_limit() {
        let change =
            |number| Change { path: format!("src/{number}.rs"), kind: ChangeKind::Changed };
        let said =
            Rust::translate(&testing::facts("rust-analyzer"), (0..50).map(change).collect(), &[]);
        let said = said.expect("a translation");
        assert_eq!((said.report.len(), said.actions.len()), (50, MAX_OPENED));
    }
}
