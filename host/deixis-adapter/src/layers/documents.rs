//! Virtual documents: downwards, the first layer that knows a URI being right.

use deixis_hooks::documents::Documents;
use deixis_hooks::{Ask, Facts, Hook, Json};

use super::{Layers, Tally};

impl Documents for Layers {
    fn fetch(&self, facts: Facts, uri: String) -> Hook<'_, Option<Ask>> {
        Box::pin(async move {
            let mut tally = Tally::default();
            for layer in self.layers.iter().rev() {
                let Some(hooks) = layer.documents() else { continue };
                let facts = self.facts_for(&**layer, &facts);
                let answer = hooks.fetch(facts, uri.clone()).await;
                if let Some(Some(ask)) = tally.take(&**layer, answer)? {
                    return Ok(Some(ask));
                }
            }
            tally.close(None)
        })
    }

    fn text(&self, uri: String, answer: Json) -> Hook<'_, Option<String>> {
        Box::pin(async move {
            let mut tally = Tally::default();
            for layer in self.layers.iter().rev() {
                let Some(hooks) = layer.documents() else { continue };
                let text = hooks.text(uri.clone(), answer.clone()).await;
                if let Some(Some(text)) = tally.take(&**layer, text)? {
                    return Ok(Some(text));
                }
            }
            tally.close(None)
        })
    }

    fn title(&self, uri: String) -> Hook<'_, Option<String>> {
        Box::pin(async move {
            let mut tally = Tally::default();
            for layer in self.layers.iter().rev() {
                let Some(hooks) = layer.documents() else { continue };
                let title = hooks.title(uri.clone()).await;
                if let Some(Some(title)) = tally.take(&**layer, title)? {
                    return Ok(Some(title));
                }
            }
            tally.close(None)
        })
    }
}
