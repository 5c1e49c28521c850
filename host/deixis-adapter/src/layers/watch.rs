//! Changes on disk: the highest layer that has the group; if it fails, the one
//! below it, as nothing is kept between calls.

use deixis_hooks::watch::{Translation, Watch};
use deixis_hooks::{Change, Facts, Hook};

use super::{Layers, Tally};

impl Watch for Layers {
    fn translate(
        &self,
        facts: Facts,
        changes: Vec<Change>,
        open: Vec<String>,
    ) -> Hook<'_, Translation> {
        Box::pin(async move {
            let mut tally = Tally::default();
            for layer in self.layers.iter().rev() {
                let Some(hooks) = layer.watch() else { continue };
                let facts = self.facts_for(&**layer, &facts);
                let answer = hooks.translate(facts, changes.clone(), open.clone()).await;
                if let Some(translation) = tally.take(&**layer, answer)? {
                    return Ok(translation);
                }
            }
            let native = Translation { report: changes, ..Translation::default() };
            tally.close(native)
        })
    }
}
