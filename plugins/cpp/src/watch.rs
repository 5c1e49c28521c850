//! Changes on disk. clangd takes no notice of events for files that are not
//! open, and even an opened file counts only once it is parsed.
//!
//! Theory of operation. A changed file is opened and asked for its symbols;
//! the answer comes after the parse and is awaited. A file that is gone stays
//! in the index until it is opened as empty and parsed so. Both cost a parse
//! each, so there is a limit, beyond which the answer says that it is
//! incomplete.
//!
//! Open files that include a changed header are only parsed again when some
//! file is said to be saved. That is not awaited: what is asked about one of
//! them waits for its parse by itself.

use deixis_plugin::{
    Action, Ask, Change, ChangeKind, Facts, Failure, Notification, Translation, Watch,
};
use serde_json::json;

use crate::Cpp;
use crate::files::{is_header, is_ours};

/// Files parsed for one batch of changes. They stay open, beside the seeds, and
/// the host keeps a bounded number of documents open.
const MAX_PARSED: usize = 32;

impl Watch for Cpp {
    fn translate(
        facts: &Facts,
        changes: Vec<Change>,
        open: &[String],
    ) -> Result<Translation, Failure> {
        let mut translation = Translation::default();
        let ours = || changes.iter().filter(|change| is_ours(&change.path));
        for change in ours().take(MAX_PARSED) {
            let document = json!({"textDocument": {"uri": facts.uri(&change.path)}});
            if change.kind == ChangeKind::Deleted {
                translation.actions.push(Action::OpenEmptyAndClose(change.path.clone()));
            } else if !open.contains(&change.path) {
                translation.actions.push(Action::Open(change.path.clone()));
                if is_header(&change.path) {
                    translation
                        .actions
                        .push(Action::Notify(Notification::new("textDocument/didSave", &document)));
                }
            }
            translation.awaited.push(Ask::new(
                &change.path,
                "textDocument/documentSymbol",
                &document,
            ));
        }
        let left_out = ours().count().saturating_sub(MAX_PARSED);
        if left_out > 0 {
            translation.incomplete.push(format!(
                "{left_out} changed files are not parsed yet: clangd sees them when they are opened or when it starts again"
            ));
        }
        translation.report = changes;
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
    fn changed_files_are_parsed_and_deleted_ones_emptied() {
        let changes = vec![
            change("a.cpp", ChangeKind::Changed),
            change("new.h", ChangeKind::Created),
            change("gone.cpp", ChangeKind::Deleted),
            change("README", ChangeKind::Changed),
        ];
        let said =
            Cpp::translate(&testing::facts("clangd"), changes.clone(), &["a.cpp".to_owned()])
                .expect("a plan");
        assert_eq!(said.report, changes);
        let document = json!({"textDocument": {"uri": "file:///project/new.h"}});
        assert_eq!(
            said.actions,
            [
                Action::Open("new.h".to_owned()),
                Action::Notify(Notification::new("textDocument/didSave", &document)),
                Action::OpenEmptyAndClose("gone.cpp".to_owned())
            ]
        );
        assert_eq!(
            said.awaited.iter().map(|ask| ask.id.as_str()).collect::<Vec<_>>(),
            ["a.cpp", "new.h", "gone.cpp"]
        );
        assert_eq!(
            said.awaited[1].params.as_deref(),
            Some(r#"{"textDocument":{"uri":"file:///project/new.h"}}"#)
        );
        assert_eq!(said.incomplete, Vec::<String>::new());
    }

    #[test]
    fn beyond_the_limit_the_answer_says_so() {
        let changes =
            (0..100).map(|number| change(&format!("f{number}.cpp"), ChangeKind::Changed)).collect();
        let said = Cpp::translate(&testing::facts("clangd"), changes, &[]).expect("a plan");
        assert_eq!((said.awaited.len(), said.actions.len(), said.incomplete.len()), (32, 32, 1));
        assert!(said.incomplete[0].starts_with("68 "), "{}", said.incomplete[0]);
    }
}
