//! One store with one instance, and the rules of calling it.

use std::sync::Arc;
use std::time::Duration;

use wasmtime::{Store, UpdateDeadline};

use crate::cpu::Budget;
use crate::engine::Engine;
use crate::failure::Failure;
use crate::limits::{HANDLES, HOSTCALL_BYTES, INSTANTIATE, TICK};
use crate::load::Loaded;
use crate::state::{Fault, State};
use crate::v1::bindings::deixis::adapter::types;
use crate::v1::guests::Guests;

/// An instance that can be called.
pub(crate) struct Live {
    engine: Arc<Engine>,
    store: Store<State>,
    guests: Guests,
    limit: Duration,
}

impl Live {
    /// Instantiates a component, which runs its initialisers.
    ///
    /// # Errors
    /// [`Failure::Wasm`] if an initialiser fails, [`Failure::Load`] if the
    /// component has not the contract's types.
    pub(crate) fn new(
        engine: Arc<Engine>,
        loaded: &Loaded,
        mut state: State,
        limit: Duration,
    ) -> Result<Self, Failure> {
        if let Some(seed) = loaded.seed {
            state.wasi = Some(Box::new(crate::host::wasi::Wasi::new(&state.log, seed)));
        }
        let mut store = Store::new(engine.wasm(), state);
        store.limiter(|state| &mut state.memory);
        store.set_hostcall_fuel(HOSTCALL_BYTES);
        store.set_max_component_handles(HANDLES);
        store.epoch_deadline_callback(|context| {
            if context.data().budget.is_spent() {
                return Err(Fault::Deadline.into());
            }
            Ok(UpdateDeadline::Continue(1))
        });
        let in_flight = engine.enter().ok_or_else(no_clock)?;
        arm(&mut store, INSTANTIATE.max(limit));
        let instance = loaded.pre.instantiate(&mut store).map_err(Failure::Wasm)?;
        drop(in_flight);
        let guests = loaded.indices.load(&mut store, &instance).map_err(|error| {
            Failure::Load(format!("its exports do not have the contract's types: {error:#}"))
        })?;
        Ok(Self { engine, store, guests, limit })
    }

    /// Calls a function that always answers.
    ///
    /// # Errors
    /// [`Failure::Wasm`] if the guest traps or uses up its time or memory.
    pub(crate) fn call<T>(
        &mut self,
        function: impl FnOnce(&Guests, &mut Store<State>) -> wasmtime::Result<T>,
    ) -> Result<T, Failure> {
        let in_flight = self.engine.enter().ok_or_else(no_clock)?;
        arm(&mut self.store, self.limit);
        let answer = function(&self.guests, &mut self.store).map_err(Failure::Wasm);
        drop(in_flight);
        answer
    }

    /// Calls a function of an optional group that may refuse.
    ///
    /// # Errors
    /// As [`Live::call`], and [`Failure::Guest`] if the guest refuses.
    pub(crate) fn ask<T>(
        &mut self,
        function: impl FnOnce(&Guests, &mut Store<State>) -> wasmtime::Result<Result<T, types::Failure>>,
    ) -> Result<T, Failure> {
        self.call(function)?.map_err(|failure| Failure::Guest(failure.message))
    }

    /// Whether a fresh store would be better for the next call.
    pub(crate) fn is_worn(&self) -> bool {
        self.store.data().memory.is_high()
    }

    /// Whether a question of so many bytes may be put: the guest holds it, and
    /// its own copies, in its memory.
    ///
    /// # Errors
    /// [`Failure::TooLarge`] if not.
    pub(crate) fn fits(&self, bytes: usize) -> Result<(), Failure> {
        if bytes <= self.store.data().memory.cap() / 4 { Ok(()) } else { Err(Failure::TooLarge) }
    }
}

/// Gives the guest so much time from now.
fn arm(store: &mut Store<State>, limit: Duration) {
    store.data_mut().budget = Budget::start(limit);
    // The first look at the budget is due when it can be spent at the
    // earliest; from then on there is one per tick.
    let ticks = limit.as_nanos().div_ceil(TICK.as_nanos());
    store.set_epoch_deadline(u64::try_from(ticks).unwrap_or(u64::MAX).max(1));
}

fn no_clock() -> Failure {
    Failure::Load("no thread could be started that would interrupt it".to_owned())
}
