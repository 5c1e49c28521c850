//! Changes on disk. For vtsls, which watches by itself and late, new files are
//! opened; the others take our word for them.

use deixis_plugin::{Change, Facts, Failure, Translation, Watch};

use crate::files::is_ours;
use crate::{TypeScript, recipe};

/// Recipes that must be shown new files.
const SHOWN: &[&str] = &[recipe::VTSLS];

impl Watch for TypeScript {
    fn translate(
        facts: &Facts,
        changes: Vec<Change>,
        open: &[String],
    ) -> Result<Translation, Failure> {
        Ok(Translation::opening_created_for(SHOWN, facts, changes, open, is_ours))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deixis_plugin::{ChangeKind, testing};

    #[test]
    fn only_vtsls_must_be_shown_new_files() {
        let changes = [
            ("src/new.ts", ChangeKind::Created),
            ("src/a.ts", ChangeKind::Changed),
            ("node_modules/x/x.ts", ChangeKind::Created),
        ];
        let opened = |recipe| testing::opened::<TypeScript>(recipe, &changes);
        assert_eq!(opened(recipe::VTSLS), ["src/new.ts"]);
        assert!(opened(recipe::TSLS).is_empty());
    }
}
