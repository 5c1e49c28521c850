//! Requests of the server: downwards, the first layer that answers being right.

use deixis_hooks::requests::{Reply, Requests};
use deixis_hooks::{Facts, Hook, Json};

use super::{Layers, Tally};

impl Requests for Layers {
    fn answer(&self, facts: Facts, method: String, params: Option<Json>) -> Hook<'_, Reply> {
        Box::pin(async move {
            let mut tally = Tally::default();
            for layer in self.layers.iter().rev() {
                let Some(hooks) = layer.requests() else { continue };
                let facts = self.facts_for(&**layer, &facts);
                let answer = hooks.answer(facts, method.clone(), params.clone()).await;
                match tally.take(&**layer, answer)? {
                    None | Some(Reply::Unknown) => {}
                    Some(reply) => return Ok(reply),
                }
            }
            tally.close(Reply::Unknown)
        })
    }
}
