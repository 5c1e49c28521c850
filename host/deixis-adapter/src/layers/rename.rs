//! Renames: the name is judged downwards, the first layer that knows being
//! right; the edit is judged by all, upwards, until one refuses it.

use deixis_hooks::rename::{Edit, Operation, Rename, Request, Review, Verdict};
use deixis_hooks::{Facts, Hook};

use super::{Layers, Tally, append};

impl Rename for Layers {
    fn check(&self, facts: Facts, request: Request) -> Hook<'_, Verdict> {
        Box::pin(async move {
            let mut tally = Tally::default();
            for layer in self.layers.iter().rev() {
                let Some(hooks) = layer.rename() else { continue };
                let facts = self.facts_for(&**layer, &facts);
                let answer = hooks.check(facts, request.clone()).await;
                match tally.take(&**layer, answer)? {
                    None | Some(Verdict::Unknown) => {}
                    Some(verdict) => return Ok(verdict),
                }
            }
            tally.close(Verdict::Unknown)
        })
    }

    fn review(
        &self,
        facts: Facts,
        request: Request,
        edits: Vec<Edit>,
        operations: Vec<Operation>,
    ) -> Hook<'_, Review> {
        Box::pin(async move {
            let mut tally = Tally::default();
            let mut whole = Review::default();
            for layer in &self.layers {
                let Some(hooks) = layer.rename() else { continue };
                let facts = self.facts_for(&**layer, &facts);
                let (edits, operations) = (edits.clone(), operations.clone());
                let answer = hooks.review(facts, request.clone(), edits, operations).await;
                let Some(review) = tally.take(&**layer, answer)? else { continue };
                append(&mut whole.warnings, review.warnings);
                if review.refusal.is_some() {
                    whole.refusal = review.refusal;
                    break;
                }
            }
            tally.close(whole)
        })
    }
}
