//! The group `watch`: changes on disk, in the words that the server
//! understands.

use crate::bindings::watch::exports::deixis::adapter::watch as wire;
use crate::{Change, Facts, Failure};

pub use wire::Translation;

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
}
