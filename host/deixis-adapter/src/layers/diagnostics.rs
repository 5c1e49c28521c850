//! Diagnostics: plans and fates upwards; settling and fetching belong to the highest layer that
//! has the group.

use deixis_hooks::diagnostics::{Diagnostic, Diagnostics, Event, Fate, Fetched, Judgement, Plan};
use deixis_hooks::{Adapter, Ask, Facts, Hook, HookError, Json};

use super::{Layers, Tally, append};

impl Layers {
    /// The layer that settles.
    fn settler(&self) -> Option<(&dyn Adapter, &dyn Diagnostics)> {
        self.layers.iter().rev().find_map(|layer| Some((&**layer, layer.diagnostics()?)))
    }
}

impl Diagnostics for Layers {
    fn plan(&self, facts: Facts) -> Hook<'_, Plan> {
        Box::pin(async move {
            let mut tally = Tally::default();
            let mut whole = Plan::default();
            for layer in &self.layers {
                let Some(hooks) = layer.diagnostics() else { continue };
                let answer = hooks.plan(self.facts_for(&**layer, &facts)).await;
                let Some(above) = tally.take(&**layer, answer)? else { continue };
                whole.source = above.source;
                whole.needs_save |= above.needs_save;
                whole.quiet_ms = above.quiet_ms.or(whole.quiet_ms);
                whole.react_ms = above.react_ms.or(whole.react_ms);
                append(&mut whole.incomplete, above.incomplete);
            }
            tally.close(whole)
        })
    }

    fn interests(&self) -> Hook<'_, Vec<String>> {
        match self.settler() {
            Some((_, hooks)) => hooks.interests(),
            None => Box::pin(async { Ok(Vec::new()) }),
        }
    }

    fn settle(
        &self,
        facts: Facts,
        path: String,
        state: Vec<u8>,
        events: Vec<Event>,
    ) -> Hook<'_, Judgement> {
        match self.settler() {
            Some((layer, hooks)) => {
                hooks.settle(self.facts_for(layer, &facts), path, state, events)
            }
            None => Box::pin(async { Ok(Judgement::default()) }),
        }
    }

    fn fetch(&self, facts: Facts, path: String, uri: String) -> Hook<'_, Vec<Ask>> {
        match self.settler() {
            Some((layer, hooks)) => hooks.fetch(self.facts_for(layer, &facts), path, uri),
            None => Box::pin(async { Ok(Vec::new()) }),
        }
    }

    fn fetched(&self, facts: Facts, path: String, answers: Vec<Json>) -> Hook<'_, Fetched> {
        match self.settler() {
            Some((layer, hooks)) => hooks.fetched(self.facts_for(layer, &facts), path, answers),
            None => Box::pin(async { Ok(Fetched::default()) }),
        }
    }

    fn normalise(
        &self,
        language: String,
        path: String,
        diagnostics: Vec<Diagnostic>,
    ) -> Hook<'_, Vec<Fate>> {
        Box::pin(async move {
            let mut tally = Tally::default();
            let mut fates = vec![Fate::Keep; diagnostics.len()];
            for layer in &self.layers {
                let Some(hooks) = layer.diagnostics() else { continue };
                // What the layer sees, with the place of each in the whole list.
                let seen: Vec<(usize, Diagnostic)> = fates
                    .iter()
                    .enumerate()
                    .filter_map(|(at, fate)| match fate {
                        Fate::Keep => Some((at, diagnostics[at].clone())),
                        Fate::Change(other) => Some((at, other.clone())),
                        Fate::Drop => None,
                    })
                    .collect();
                let list = seen.iter().map(|(_, diagnostic)| diagnostic.clone()).collect();
                let answer = hooks.normalise(language.clone(), path.clone(), list).await;
                let answer = answer.and_then(|given| whole(given, seen.len(), &**layer));
                let Some(above) = tally.take(&**layer, answer)? else { continue };
                for ((at, _), fate) in seen.iter().zip(above) {
                    if fate != Fate::Keep {
                        fates[*at] = fate;
                    }
                }
            }
            tally.close(fates)
        })
    }
}

/// One fate per diagnostic, or else an error of the layer.
fn whole(given: Vec<Fate>, wanted: usize, layer: &dyn Adapter) -> Result<Vec<Fate>, HookError> {
    if given.len() == wanted {
        return Ok(given);
    }
    Err(HookError::Invalid {
        adapter: layer.descriptor().id.clone(),
        hook: "diagnostics.normalise",
        message: format!("{} fates for {wanted} diagnostics", given.len()),
    })
}
