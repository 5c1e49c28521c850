//! The reducer of one document's diagnostics, in a test.

use std::collections::BTreeMap;
use std::marker::PhantomData;

use crate::bindings::diagnostics::exports::deixis::adapter::diagnostics as wire;
use crate::{Deadline, Diagnostics, DiagnosticsEvent, Facts, Settled};

/// A reducer of diagnostics and what it has asked for so far. The state goes
/// through its encoding at every event, as it does with the host.
pub struct Settling<D: Diagnostics> {
    facts: Facts,
    path: String,
    state: Vec<u8>,
    /// Deadlines that are set, by name, in milliseconds.
    pub deadlines: BTreeMap<String, u32>,
    marker: PhantomData<D>,
}

impl<D: Diagnostics> Settling<D> {
    /// The reducer of a document of which nothing is known.
    #[must_use]
    pub fn new(facts: &Facts, path: &str) -> Self {
        Self {
            facts: facts.clone(),
            path: path.to_owned(),
            state: Vec::new(),
            deadlines: BTreeMap::new(),
            marker: PhantomData,
        }
    }

    /// Folds one event and says what holds after it.
    ///
    /// # Panics
    /// If the adapter fails.
    pub fn observe(&mut self, event: DiagnosticsEvent) -> Settled {
        if let DiagnosticsEvent::Deadline(name) = &event {
            self.deadlines.remove(name);
        }
        let (facts, path) = (self.facts.clone(), self.path.clone());
        let state = std::mem::take(&mut self.state);
        let judgement = <D as wire::Guest>::settle(facts, path, state, vec![event])
            .expect("the reducer takes the event");
        self.state = judgement.state;
        for Deadline { name, after_ms } in judgement.deadlines {
            if after_ms == 0 {
                self.deadlines.remove(&name);
            } else {
                self.deadlines.insert(name, after_ms);
            }
        }
        judgement.settled
    }
}
