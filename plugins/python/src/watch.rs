//! Changes on disk. pyright and its fork take an event for a new file as a
//! reason to look later, so new files are opened; ty takes our word for them.

use deixis_plugin::{Change, Facts, Failure, Translation, Watch};

use crate::{Python, recipe};

/// Recipes that must be shown new files.
const SHOWN: &[&str] = &[recipe::PYRIGHT, recipe::BASEDPYRIGHT];

impl Watch for Python {
    fn translate(
        facts: &Facts,
        changes: Vec<Change>,
        open: &[String],
    ) -> Result<Translation, Failure> {
        Ok(Translation::opening_created_for(SHOWN, facts, changes, open, is_source))
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
    use deixis_plugin::{ChangeKind, testing};

    #[test]
    fn only_pyright_must_be_shown_new_files() {
        let changes = [
            ("pkg/new.py", ChangeKind::Created),
            ("pkg/a.py", ChangeKind::Changed),
            (".venv/lib/x.py", ChangeKind::Created),
        ];
        let opened = |recipe| testing::opened::<Python>(recipe, &changes);
        assert_eq!(opened(recipe::PYRIGHT), ["pkg/new.py"]);
        assert_eq!(opened(recipe::BASEDPYRIGHT), ["pkg/new.py"]);
        assert!(opened(recipe::TY).is_empty());
    }
}
