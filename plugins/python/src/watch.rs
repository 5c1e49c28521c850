//! Changes on disk. pyright and its fork take an event for a new file as a
//! reason to look later, so new files are opened; ty takes our word for them.

use deixis_plugin::{Change, Facts, Failure, Translation, Watch};

use crate::{Python, recipe};

/// New files opened for one batch of changes.
const MAX_OPENED: usize = 32;

impl Watch for Python {
    fn translate(
        facts: &Facts,
        changes: Vec<Change>,
        open: &[String],
    ) -> Result<Translation, Failure> {
        Ok(match facts.recipe.as_str() {
            recipe::PYRIGHT | recipe::BASEDPYRIGHT => {
                Translation::opening_created(changes, open, MAX_OPENED, is_source)
            }
            _ => Translation::report(changes),
        })
    }
}

/// Environments and caches are not part of the project.
fn is_source(path: &str) -> bool {
    let left_out = |part: &str| {
        part.starts_with('.') || matches!(part, "node_modules" | "__pycache__" | "site-packages")
    };
    [".py", ".pyi"].iter().any(|suffix| path.ends_with(suffix)) && !path.split('/').any(left_out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use deixis_plugin::{Action, ChangeKind, testing};

    #[test]
    fn only_pyright_must_be_shown_new_files() {
        let change = |path: &str, kind| Change { path: path.to_owned(), kind };
        let changes = vec![
            change("pkg/new.py", ChangeKind::Created),
            change("pkg/a.py", ChangeKind::Changed),
            change(".venv/lib/x.py", ChangeKind::Created),
        ];
        let said = |recipe| {
            Python::translate(&testing::facts(recipe), changes.clone(), &[]).expect("a plan")
        };
        assert_eq!(said(recipe::PYRIGHT).actions, [Action::Open("pkg/new.py".to_owned())]);
        assert_eq!(said(recipe::BASEDPYRIGHT).actions, [Action::Open("pkg/new.py".to_owned())]);
        assert_eq!(said(recipe::TY).actions, []);
        assert_eq!(said(recipe::TY).report, changes);
    }
}
