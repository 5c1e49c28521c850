//! Errors: downwards, the first layer that knows one is right.

use deixis_hooks::errors::{Context, Errors, Verdict};
use deixis_hooks::{Hook, ResponseError};

use super::{Layers, Tally};

impl Errors for Layers {
    fn classify(&self, context: Context, error: ResponseError) -> Hook<'_, Verdict> {
        Box::pin(async move {
            let mut tally = Tally::default();
            for layer in self.layers.iter().rev() {
                let Some(hooks) = layer.errors() else { continue };
                let answer = hooks.classify(context.clone(), error.clone()).await;
                match tally.take(&**layer, answer)? {
                    None | Some(Verdict::Unknown) => {}
                    Some(verdict) => return Ok(verdict),
                }
            }
            tally.close(Verdict::Unknown)
        })
    }
}
