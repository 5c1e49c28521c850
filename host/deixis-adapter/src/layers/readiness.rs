//! Readiness: the highest layer that has it, alone. It keeps state from event
//! to event, so that nobody can stand in for it; when it fails, the native
//! default does.

use std::sync::Arc;

use deixis_hooks::readiness::{Event, Readiness, Step};
use deixis_hooks::{Adapter, Facts, Hook};

use super::{Layers, Tally};

impl Layers {
    fn reducer(&self) -> Option<&Arc<dyn Adapter>> {
        self.layers.iter().rev().find(|layer| layer.readiness().is_some())
    }

    /// A call of that layer.
    fn of_reducer<'a, T: Default + Send + 'a>(
        &'a self,
        call: impl FnOnce(&'a dyn Adapter, &'a dyn Readiness) -> Hook<'a, T> + Send + 'a,
    ) -> Hook<'a, T> {
        Box::pin(async move {
            let mut tally = Tally::default();
            let Some(layer) = self.reducer() else { return Ok(T::default()) };
            let Some(hooks) = layer.readiness() else { return Ok(T::default()) };
            let answer = call(&**layer, hooks).await;
            let answer = tally.take(&**layer, answer)?;
            tally.close(answer.unwrap_or_default())
        })
    }
}

impl Readiness for Layers {
    fn interests(&self) -> Hook<'_, Vec<String>> {
        self.of_reducer(|_, hooks| hooks.interests())
    }

    fn start(&self, facts: Facts) -> Hook<'_, Step> {
        self.of_reducer(move |layer, hooks| hooks.start(self.facts_for(layer, &facts)))
    }

    fn step(&self, state: Vec<u8>, events: Vec<Event>) -> Hook<'_, Step> {
        self.of_reducer(move |_, hooks| hooks.step(state, events))
    }
}
