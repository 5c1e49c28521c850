//! What is shown: upwards, each layer sees what the one below left, in its order.

use deixis_hooks::results::{Asked, Refined, Results};
use deixis_hooks::{Hook, Place};

use super::{Layers, Tally};

impl Results for Layers {
    fn refine(&self, language: String, asked: Asked, places: Vec<Place>) -> Hook<'_, Vec<Refined>> {
        Box::pin(async move {
            let mut tally = Tally::default();
            let whole = |index| Refined { index, read_only: false };
            let mut shown: Vec<Refined> = (0..places.len()).map(whole).collect();
            for layer in &self.layers {
                let Some(hooks) = layer.results() else { continue };
                let left = shown.iter().map(|one| places[one.index].clone()).collect();
                let answer = hooks.refine(language.clone(), asked, left).await;
                let Some(above) = tally.take(&**layer, answer)? else { continue };
                shown = above.into_iter().filter_map(|one| on_top(&shown, one)).collect();
            }
            tally.close(shown)
        })
    }

    fn hover(&self, language: String, markdown: String) -> Hook<'_, Option<String>> {
        Box::pin(async move {
            let mut tally = Tally::default();
            let mut text = None;
            for layer in &self.layers {
                let Some(hooks) = layer.results() else { continue };
                let below = text.clone().unwrap_or_else(|| markdown.clone());
                let answer = hooks.hover(language.clone(), below).await;
                if let Some(Some(above)) = tally.take(&**layer, answer)? {
                    text = Some(above);
                }
            }
            tally.close(text)
        })
    }
}

/// A place that a layer shows, in terms of what the whole stack was given.
fn on_top(below: &[Refined], above: Refined) -> Option<Refined> {
    let below = below.get(above.index)?;
    Some(Refined { index: below.index, read_only: below.read_only || above.read_only })
}
