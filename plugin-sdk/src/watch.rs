//! The group `watch`: changes on disk, in the words that the server
//! understands.

use crate::bindings::watch::exports::deixis::adapter::watch as wire;
use crate::{Action, Change, ChangeKind, Facts, Failure};

pub use wire::Translation;

/// New files opened for one batch of changes: the host keeps a bounded number
/// of documents open.
const MAX_OPENED: usize = 32;

/// The hook group.
pub trait Watch {
    /// Translates a batch of changes, which is never empty. `open` names the
    /// documents that are open; the host keeps those in step by itself.
    ///
    /// # Errors
    /// [`Failure`] if it cannot; the host then reports the changes as they are.
    fn translate(
        facts: &Facts,
        changes: Vec<Change>,
        open: &[String],
    ) -> Result<Translation, Failure>;
}

impl<T: Watch> wire::Guest for T {
    fn translate(
        facts: Facts,
        changes: Vec<Change>,
        open: Vec<String>,
    ) -> Result<Translation, Failure> {
        crate::export::enter();
        T::translate(&facts, changes, &open)
    }
}

impl Translation {
    /// These changes as they are, and nothing else.
    #[must_use]
    pub fn report(changes: Vec<Change>) -> Self {
        Self { report: changes, ..Self::default() }
    }

    /// Reports the changes and opens new files, for servers that take an event
    /// as a hint only: those that `wanted` names and that are not `open`
    /// already. There is a limit, and the rest is said to be incomplete.
    #[must_use]
    pub fn opening_created(
        changes: Vec<Change>,
        open: &[String],
        wanted: impl Fn(&str) -> bool,
    ) -> Self {
        let new = |change: &&Change| {
            change.kind == ChangeKind::Created
                && wanted(&change.path)
                && !open.contains(&change.path)
        };
        let created: Vec<String> =
            changes.iter().filter(new).map(|change| change.path.clone()).collect();
        let mut translation = Self::report(changes);
        if created.len() > MAX_OPENED {
            let rest = created.len() - MAX_OPENED;
            translation.incomplete.push(format!("{rest} of the new files may not be searched yet"));
        }
        translation.actions = created.into_iter().take(MAX_OPENED).map(Action::Open).collect();
        translation
    }

    /// [`Translation::opening_created`] if the server in use is of one of these
    /// recipes; for the others, which take an event at its word, the report.
    #[must_use]
    pub fn opening_created_for(
        recipes: &[&str],
        facts: &Facts,
        changes: Vec<Change>,
        open: &[String],
        wanted: impl Fn(&str) -> bool,
    ) -> Self {
        if recipes.contains(&facts.recipe.as_str()) {
            Self::opening_created(changes, open, wanted)
        } else {
            Self::report(changes)
        }
    }
}
