//! The WebAssembly engine, one per library, made when a component is first
//! loaded.

use std::hash::{Hash as _, Hasher};
use std::sync::OnceLock;

use sha2::{Digest as _, Sha256};
use wasmtime::component::Linker;
use wasmtime::{Config, OptLevel};

use crate::host::wasi;
use crate::limits::{GUEST_STACK, MEMORY_GUARD, MEMORY_MIB};
use crate::source::hex;
use crate::state::State;
use crate::ticker::{InFlight, Ticker};
use crate::v1::bindings::Adapter;

/// Engine, linkers and the clock that interrupts guests.
pub(crate) struct Engine {
    wasm: wasmtime::Engine,
    plain: Linker<State>,
    wasi: OnceLock<Result<Linker<State>, String>>,
    ticker: Ticker,
    fingerprint: String,
}

impl Engine {
    /// # Errors
    /// A sentence, if this machine cannot run WebAssembly.
    pub(crate) fn new() -> Result<Self, String> {
        let wasm = wasmtime::Engine::new(&config())
            .map_err(|error| format!("WebAssembly does not run here: {error:#}"))?;
        let plain = linker(&wasm)?;
        let fingerprint = fingerprint(&wasm);
        let (wasi, ticker) = (OnceLock::new(), Ticker::default());
        Ok(Self { wasm, plain, wasi, ticker, fingerprint })
    }

    /// The engine proper.
    pub(crate) fn wasm(&self) -> &wasmtime::Engine {
        &self.wasm
    }

    /// The imports of a component, with or without WASI.
    ///
    /// # Errors
    /// A sentence, if the imports contradict each other.
    pub(crate) fn linker(&self, with_wasi: bool) -> Result<&Linker<State>, String> {
        if !with_wasi {
            return Ok(&self.plain);
        }
        let made = self.wasi.get_or_init(|| {
            let mut linker = linker(&self.wasm)?;
            wasi::add_to_linker(&mut linker).map_err(|error| format!("WASI: {error:#}"))?;
            Ok(linker)
        });
        made.as_ref().map_err(Clone::clone)
    }

    /// Announces a guest call, so that it can be interrupted. `None` if that
    /// is impossible; the call must not be made then.
    pub(crate) fn enter(&self) -> Option<InFlight> {
        self.ticker.enter(&self.wasm)
    }

    /// Changes with everything that makes compiled code incompatible.
    pub(crate) fn fingerprint(&self) -> &str {
        &self.fingerprint
    }
}

fn config() -> Config {
    let mut config = Config::new();
    config
        .wasm_component_model(true)
        // Hook calls are synchronous and one at a time; without the book-keeping
        // for concurrent tasks they are several times cheaper.
        .concurrency_support(false)
        .cranelift_opt_level(OptLevel::Speed)
        // Calls can be recorded and compared, so they must be deterministic.
        .cranelift_nan_canonicalization(true)
        .relaxed_simd_deterministic(true)
        .wasm_memory64(false)
        .epoch_interruption(true)
        // For native debuggers and profilers alone; guests' own backtraces do
        // without. Windows needs it to unwind at all.
        .native_unwind_info(cfg!(windows))
        .max_wasm_stack(GUEST_STACK)
        // Every memory has room for the largest grant, so none ever moves. The
        // reservation is address space, not memory.
        .memory_reservation(u64::from(MEMORY_MIB) << 20)
        .memory_reservation_for_growth(0)
        .memory_may_move(false)
        .memory_guard_size(MEMORY_GUARD)
        .guard_before_linear_memory(false);
    config
}

fn linker(engine: &wasmtime::Engine) -> Result<Linker<State>, String> {
    let mut linker = Linker::new(engine);
    Adapter::add_to_linker::<State, wasmtime::component::HasSelf<State>>(&mut linker, |state| {
        state
    })
    .map_err(|error| format!("the host's own imports: {error:#}"))?;
    Ok(linker)
}

/// SHA-256 over what wasmtime says of compatibility, as hex.
fn fingerprint(engine: &wasmtime::Engine) -> String {
    struct Sink(Sha256);
    impl Hasher for Sink {
        fn write(&mut self, bytes: &[u8]) {
            self.0.update(bytes);
        }
        fn finish(&self) -> u64 {
            // The full digest is taken instead.
            0
        }
    }
    let mut sink = Sink(Sha256::new());
    engine.precompile_compatibility_hash().hash(&mut sink);
    hex(&sink.0.finalize())
}
