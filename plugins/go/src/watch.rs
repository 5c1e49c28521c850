//! Changes on disk. An event is exact for files and folders that gopls knows;
//! a package in a new folder is only loaded when one of its files is opened.

use deixis_plugin::{Change, Facts, Failure, Translation, Watch};

use crate::Go;

impl Watch for Go {
    fn translate(
        _facts: &Facts,
        changes: Vec<Change>,
        open: &[String],
    ) -> Result<Translation, Failure> {
        let wanted = |path: &str| path.ends_with(".go") && !path.split('/').any(is_left_out);
        Ok(Translation::opening_created(changes, open, wanted))
    }
}

/// Folders that the go command itself leaves out of `./...`.
fn is_left_out(part: &str) -> bool {
    part.starts_with(['.', '_']) || part == "vendor" || part == "testdata"
}

#[cfg(test)]
mod tests {
    use super::*;
    use deixis_plugin::{Action, ChangeKind, testing};

    #[test]
    fn new_packages_are_opened() {
        let change = |path: &str, kind| Change { path: path.to_owned(), kind };
        let changes = vec![
            change("a/a.go", ChangeKind::Changed),
            change("n/n.go", ChangeKind::Created),
            change("vendor/v/v.go", ChangeKind::Created),
            change("open/o.go", ChangeKind::Created),
        ];
        let open = ["open/o.go".to_owned()];
        let said =
            Go::translate(&testing::facts("gopls"), changes.clone(), &open).expect("a translation");
        assert_eq!(said.report, changes);
        assert_eq!(said.actions, [Action::Open("n/n.go".to_owned())]);
    }
}
