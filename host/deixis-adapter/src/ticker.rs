//! The clock that interrupts guests.
//!
//! A guest looks at the engine's epoch at every loop and function entry; this
//! thread advances it. It runs only while a call is in flight: with none, it
//! parks after one more tick. The thread starts with the first call and ends
//! with the engine.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread::Thread;

use wasmtime::EngineWeak;

use crate::limits::TICK;

#[derive(Default)]
struct Shared {
    in_flight: AtomicUsize,
    parked: AtomicBool,
    stop: AtomicBool,
}

/// Owner of the ticking thread.
#[derive(Default)]
pub(crate) struct Ticker {
    shared: Arc<Shared>,
    thread: OnceLock<Option<Thread>>,
}

/// A call in flight; dropping it says that the call ended.
#[must_use]
pub(crate) struct InFlight(Arc<Shared>);

impl Ticker {
    /// Announces a call. Without a ticking thread the guest could run for
    /// ever, so `None` means that no call may be made.
    pub(crate) fn enter(&self, engine: &wasmtime::Engine) -> Option<InFlight> {
        let thread = self.thread.get_or_init(|| start(engine.weak(), Arc::clone(&self.shared)));
        let thread = thread.as_ref()?;
        // Sequentially consistent on both sides: either this sees the thread
        // parked, or the thread sees the call before it parks.
        self.shared.in_flight.fetch_add(1, Ordering::SeqCst);
        if self.shared.parked.load(Ordering::SeqCst) {
            thread.unpark();
        }
        Some(InFlight(Arc::clone(&self.shared)))
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        self.shared.stop.store(true, Ordering::SeqCst);
        if let Some(Some(thread)) = self.thread.get() {
            thread.unpark();
        }
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        self.0.in_flight.fetch_sub(1, Ordering::SeqCst);
    }
}

fn start(engine: EngineWeak, shared: Arc<Shared>) -> Option<Thread> {
    let spawned = std::thread::Builder::new()
        .name("deixis-ticker".to_owned())
        .spawn(move || run(&engine, &shared));
    match spawned {
        Ok(handle) => Some(handle.thread().clone()),
        Err(error) => {
            tracing::error!(%error, "no thread for the adapters' clock");
            None
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "this thread is the clock; nobody waits for it")]
fn run(engine: &EngineWeak, shared: &Shared) {
    while !shared.stop.load(Ordering::SeqCst) {
        shared.parked.store(true, Ordering::SeqCst);
        while shared.in_flight.load(Ordering::SeqCst) == 0 && !shared.stop.load(Ordering::SeqCst) {
            std::thread::park();
        }
        shared.parked.store(false, Ordering::SeqCst);
        std::thread::sleep(TICK);
        match engine.upgrade() {
            Some(engine) => engine.increment_epoch(),
            None => return,
        }
    }
}
