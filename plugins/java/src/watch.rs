//! Changes on disk. An event is taken in by a job of its own, and the index
//! follows later: until then, what a changed file says now is missing. A file
//! that is open is searched as it is.
//!
//! Theory of operation. Changed and new sources are opened; the host keeps them
//! in step from then on. What is gone is not found any more by the event alone.
//! A build file is imported again, and nothing tells when that is over.

use deixis_plugin::{Action, Change, ChangeKind, Facts, Failure, Translation, Watch};

use crate::{Java, files};

/// Files opened for one batch of changes; the host keeps a bounded number of
/// documents open.
const MAX_OPENED: usize = 32;

impl Watch for Java {
    fn translate(
        _facts: &Facts,
        changes: Vec<Change>,
        open: &[String],
    ) -> Result<Translation, Failure> {
        let to_open: Vec<String> = changes
            .iter()
            .filter(|change| change.kind != ChangeKind::Deleted && change.path.ends_with(".java"))
            .filter(|change| !open.contains(&change.path))
            .map(|change| change.path.clone())
            .collect();
        let builds = changes.iter().any(|change| files::is_build_file(&change.path));
        let mut translation = Translation::report(changes);
        if to_open.len() > MAX_OPENED {
            let rest = to_open.len() - MAX_OPENED;
            translation
                .incomplete
                .push(format!("{rest} of the changed files may not be searched as they are yet"));
        }
        if builds {
            translation.incomplete.push(
                "a build file changed: until jdtls has imported the project again, what is new in it is missing"
                    .to_owned(),
            );
        }
        translation.actions = to_open.into_iter().take(MAX_OPENED).map(Action::Open).collect();
        Ok(translation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deixis_plugin::testing;

    #[test]
    fn sources_that_are_not_open_are_opened() {
        let changes = [
            ("src/A.java", ChangeKind::Changed),
            ("src/New.java", ChangeKind::Created),
            ("src/Gone.java", ChangeKind::Deleted),
            ("bin/A.class", ChangeKind::Changed),
        ];
        assert_eq!(testing::opened::<Java>("jdtls", &changes), ["src/A.java", "src/New.java"]);
        let change = Change { path: "src/A.java".to_owned(), kind: ChangeKind::Changed };
        let open = ["src/A.java".to_owned()];
        let said = Java::translate(&testing::facts("jdtls"), vec![change], &open);
        assert_eq!(said.expect("a translation").actions, []);
    }

    #[test]
    fn what_cannot_be_known_is_said() {
        let change = |path: String| Change { path, kind: ChangeKind::Changed };
        let said = |changes| {
            let said = Java::translate(&testing::facts("jdtls"), changes, &[]).expect("one");
            (said.actions.len(), said.incomplete)
        };
        let (opened, holes) = said((0..50).map(|n| change(format!("src/A{n}.java"))).collect());
        assert_eq!((opened, holes.len()), (MAX_OPENED, 1));
        assert!(holes[0].starts_with("18 "), "{holes:?}");
        let (opened, holes) = said(vec![change("sub/pom.xml".to_owned())]);
        assert_eq!((opened, holes.len()), (0, 1));
    }
}
