//! Changes on disk. For vtsls, which watches by itself and late, new files are
//! opened; the others take our word for them.

use deixis_plugin::{Change, Facts, Failure, Translation, Watch};

use crate::files::is_ours;
use crate::{TypeScript, recipe};

/// New files opened for one batch of changes.
const MAX_OPENED: usize = 32;

impl Watch for TypeScript {
    fn translate(
        facts: &Facts,
        changes: Vec<Change>,
        open: &[String],
    ) -> Result<Translation, Failure> {
        Ok(match facts.recipe.as_str() {
            recipe::VTSLS => Translation::opening_created(changes, open, MAX_OPENED, is_ours),
            _ => Translation::report(changes),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deixis_plugin::{Action, ChangeKind, testing};

    #[test]
    fn only_vtsls_must_be_shown_new_files() {
        let change = |path: &str, kind| Change { path: path.to_owned(), kind };
        let changes = vec![
            change("src/new.ts", ChangeKind::Created),
            change("src/a.ts", ChangeKind::Changed),
            change("node_modules/x/x.ts", ChangeKind::Created),
        ];
        let said = |recipe| {
            TypeScript::translate(&testing::facts(recipe), changes.clone(), &[]).expect("a plan")
        };
        assert_eq!(said(recipe::VTSLS).actions, [Action::Open("src/new.ts".to_owned())]);
        assert_eq!(said(recipe::TSLS).actions, []);
        assert_eq!(said(recipe::TSLS).report, changes);
    }
}
