//! Several adapters as one: layers, the lowest first.
//!
//! Theory of operation. A team puts a small adapter of its own on top of one
//! that knows the language, instead of changing that one. Each layer stays what
//! it is alone, with its own sandbox, grant and quarantine; what is here only
//! puts their answers together, one group per file, purely over the traits of
//! `deixis-hooks`.
//!
//! A group is there if a layer has it. Layers without it are passed over.
//! A layer that fails is left out of that call, which [`Tally`] says to whoever
//! listens (`deixis_hooks::bypass`); if all of them fail, so does the call, and
//! the native default holds. A refusal that an adapter means ends the call, and
//! is passed on.
//!
//! In general, what changes an answer goes upwards, each layer seeing what the
//! one below made of it (`launch`, `symbols`, `results`); what decides goes downwards, the
//! first one that has an opinion being right (`errors`, `rename.check`, `requests`, `documents`); what
//! keeps state belongs to the highest layer that has it (`readiness`).

mod descriptor;
mod diagnostics;
mod documents;
mod errors;
mod json;
mod launch;
mod options;
mod readiness;
mod rename;
mod requests;
mod results;
mod symbols;
#[cfg(test)]
mod tests;
mod watch;

use std::sync::Arc;

use deixis_hooks::bypass::{Bypassed, report};
use deixis_hooks::{Adapter, Health, HookError, info};

pub(crate) use descriptor::stacked;

/// Adapters in layers, as one.
pub(crate) struct Layers {
    /// The lowest first; never empty.
    layers: Vec<Arc<dyn Adapter>>,
    descriptor: Arc<info::Descriptor>,
    hash: String,
}

impl Layers {
    /// These layers, the lowest first.
    pub(crate) fn new(layers: Vec<Arc<dyn Adapter>>) -> Self {
        let descriptors: Vec<_> =
            layers.iter().map(|layer| Arc::clone(layer.descriptor())).collect();
        let hashes: Vec<_> = layers.iter().map(|layer| layer.hash()).collect();
        let hash = hashes.join("+");
        Self { descriptor: Arc::new(stacked(&descriptors)), hash, layers }
    }

    fn any(&self, has: impl Fn(&dyn Adapter) -> bool) -> bool {
        self.layers.iter().any(|layer| has(&**layer))
    }
}

impl Adapter for Layers {
    fn descriptor(&self) -> &Arc<info::Descriptor> {
        &self.descriptor
    }

    fn hash(&self) -> &str {
        &self.hash
    }

    fn layers(&self) -> &[Arc<dyn Adapter>] {
        &self.layers
    }

    /// Left out as a whole only if every layer is.
    fn health(&self) -> Health {
        let all: Vec<Health> = self.layers.iter().map(|layer| layer.health()).collect();
        let quarantined: Option<Vec<String>> =
            all.iter().map(|health| health.quarantined.clone()).collect();
        Health {
            quarantined: quarantined.map(|reasons| reasons.join("; ")),
            failures: all.iter().map(|health| health.failures).sum(),
            first_failure: all.into_iter().find_map(|health| health.first_failure),
        }
    }

    fn launch(&self) -> Option<&dyn deixis_hooks::launch::Launch> {
        self.any(|layer| layer.launch().is_some()).then_some(self)
    }

    fn readiness(&self) -> Option<&dyn deixis_hooks::readiness::Readiness> {
        self.any(|layer| layer.readiness().is_some()).then_some(self)
    }

    fn symbols(&self) -> Option<&dyn deixis_hooks::symbols::Symbols> {
        self.any(|layer| layer.symbols().is_some()).then_some(self)
    }

    fn errors(&self) -> Option<&dyn deixis_hooks::errors::Errors> {
        self.any(|layer| layer.errors().is_some()).then_some(self)
    }

    fn watch(&self) -> Option<&dyn deixis_hooks::watch::Watch> {
        self.any(|layer| layer.watch().is_some()).then_some(self)
    }

    fn rename(&self) -> Option<&dyn deixis_hooks::rename::Rename> {
        self.any(|layer| layer.rename().is_some()).then_some(self)
    }

    fn diagnostics(&self) -> Option<&dyn deixis_hooks::diagnostics::Diagnostics> {
        self.any(|layer| layer.diagnostics().is_some()).then_some(self)
    }

    fn requests(&self) -> Option<&dyn deixis_hooks::requests::Requests> {
        self.any(|layer| layer.requests().is_some()).then_some(self)
    }

    fn documents(&self) -> Option<&dyn deixis_hooks::documents::Documents> {
        self.any(|layer| layer.documents().is_some()).then_some(self)
    }

    fn results(&self) -> Option<&dyn deixis_hooks::results::Results> {
        self.any(|layer| layer.results().is_some()).then_some(self)
    }
}

/// How the layers fare in one call.
#[derive(Default)]
struct Tally {
    answered: bool,
    failure: Option<HookError>,
}

impl Tally {
    /// A layer's answer, or nothing if it is left out.
    ///
    /// # Errors
    /// A refusal that the layer means.
    fn take<T>(
        &mut self,
        layer: &dyn Adapter,
        answer: Result<T, HookError>,
    ) -> Result<Option<T>, HookError> {
        let error = match answer {
            Ok(answer) => {
                self.answered = true;
                return Ok(Some(answer));
            }
            Err(error) => error,
        };
        let adapter = layer.descriptor().id.clone();
        // A refusal, too: its reader is told whose it is.
        report(Bypassed { adapter, error: error.clone() });
        if error.is_deliberate() {
            return Err(error);
        }
        self.failure = Some(error);
        Ok(None)
    }

    /// The answer of all layers.
    ///
    /// # Errors
    /// The last failure, if no layer answered.
    fn close<T>(self, answer: T) -> Result<T, HookError> {
        match self.failure {
            Some(failure) if !self.answered => Err(failure),
            _ => Ok(answer),
        }
    }
}

/// Appends what is not there yet.
fn append<T: PartialEq>(list: &mut Vec<T>, more: impl IntoIterator<Item = T>) {
    for item in more {
        if !list.contains(&item) {
            list.push(item);
        }
    }
}
