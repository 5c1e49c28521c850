//! Changes on disk. The server reads a script once; after that it only sees what it is shown.
//!
//! A changed script is opened and closed: the server reads it at once, and keeps what it read.
//! One that is gone is shown as empty.

use deixis_plugin::{Action, Change, ChangeKind, Facts, Failure, Translation, Watch};

use crate::Adapter;
use crate::files::is_script;

/// Scripts that are shown for one batch of changes: each is also checked.
const MOST: usize = 64;

impl Watch for Adapter {
    fn translate(
        _facts: &Facts,
        changes: Vec<Change>,
        open: &[String],
    ) -> Result<Translation, Failure> {
        let mut translation = Translation::default();
        let ours = || {
            let closed = |change: &&Change| !open.contains(&change.path);
            changes.iter().filter(|change| is_script(&change.path)).filter(closed)
        };
        for change in ours().take(MOST) {
            let path = || change.path.clone();
            if change.kind == ChangeKind::Deleted {
                translation.actions.push(Action::OpenEmptyAndClose(path()));
            } else {
                translation.actions.push(Action::Open(path()));
                translation.actions.push(Action::Close(path()));
            }
        }
        let left_out = ours().count().saturating_sub(MOST);
        if left_out > 0 {
            translation.incomplete.push(format!(
                "{left_out} changed scripts are as they were for the server, until they are opened \
                 or it starts again"
            ));
        }
        Ok(translation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deixis_plugin::testing;

    fn change(path: &str, kind: ChangeKind) -> Change {
        Change { path: path.to_owned(), kind }
    }

    #[test]
    fn changed_scripts_are_shown() {
        let changes = vec![
            change("a.sh", ChangeKind::Changed),
            change("open.sh", ChangeKind::Changed),
            change("gone.sh", ChangeKind::Deleted),
            change("README.md", ChangeKind::Created),
        ];
        let facts = testing::facts("bash-language-server");
        let said = Adapter::translate(&facts, changes, &["open.sh".to_owned()]).expect("a plan");
        let path = || "a.sh".to_owned();
        assert_eq!(
            said.actions,
            [
                Action::Open(path()),
                Action::Close(path()),
                Action::OpenEmptyAndClose("gone.sh".to_owned()),
            ]
        );
    }

    #[test]
    fn too_many_changes_are_a_hole() {
        let changes: Vec<Change> =
            (0..MOST + 2).map(|n| change(&format!("{n}.sh"), ChangeKind::Created)).collect();
        let facts = testing::facts("bash-language-server");
        let said = Adapter::translate(&facts, changes, &[]).expect("a plan");
        assert_eq!(said.actions.len(), 2 * MOST);
        assert!(said.incomplete[0].starts_with("2 changed"), "{:?}", said.incomplete);
    }
}
