//! WASI 0.2, empty-handed: for components whose toolchain imports it.
//!
//! Nothing of the outside is there: no environment, arguments, folders,
//! sockets or input; output goes to the log; the wall clock stands still; the
//! randomness is the same in every instance of a component, so that two fresh
//! instances agree. The monotonic clock counts how often it was asked, and
//! every wait is over at once: loops that wait for time end, and no import
//! blocks. `exit` is a trap.

use std::time::Duration;

use wasmtime::component::{HasData, Linker, Resource};
use wasmtime_wasi::p2::bindings::clocks::monotonic_clock;
use wasmtime_wasi::p2::{DynPollable, Pollable, subscribe};
use wasmtime_wasi::{Deterministic, HostWallClock, ResourceTable, WasiCtx, WasiCtxView, WasiView};

use super::wasi_stdio::LogStream;
use crate::host::log::{Level, Log};
use crate::limits::HANDLES;
use crate::state::State;

/// Time that passes between two looks at the monotonic clock.
const STEP: Duration = Duration::from_micros(1);
/// What the wall clock shows: 2020-01-01, so that no date is before the time
/// at which tools think that computers began.
const WALL: Duration = Duration::from_secs(1_577_836_800);

/// WASI of one store.
pub(crate) struct Wasi {
    ctx: WasiCtx,
    table: ResourceTable,
    now: Duration,
}

impl Wasi {
    /// A WASI whose randomness depends on nothing but the seed.
    pub(crate) fn new(log: &Log, seed: [u8; 32]) -> Self {
        let mut table = ResourceTable::new();
        table.set_max_capacity(HANDLES);
        let ctx = WasiCtx::builder()
            .stdout(LogStream::new(log.clone(), Level::Info))
            .stderr(LogStream::new(log.clone(), Level::Error))
            .wall_clock(StandStill)
            .secure_random(Deterministic::new(seed.to_vec()))
            .insecure_random(Deterministic::new(seed.to_vec()))
            .insecure_random_seed(seed_number(&seed))
            .allow_tcp(false)
            .allow_udp(false)
            .allow_ip_name_lookup(false)
            .build();
        Self { ctx, table, now: Duration::ZERO }
    }
}

/// Adds WASI to a linker.
///
/// # Errors
/// If an interface is defined twice, which would be a mistake of ours.
pub(crate) fn add_to_linker(linker: &mut Linker<State>) -> wasmtime::Result<()> {
    wasmtime_wasi::p2::add_to_linker_sync(linker)?;
    // The stock clock can make a guest sleep in a host call, where nothing
    // interrupts it.
    linker.allow_shadowing(true);
    monotonic_clock::add_to_linker::<State, Clock>(linker, |state| ClockView(state.wasi()))?;
    linker.allow_shadowing(false);
    Ok(())
}

impl State {
    /// The store's WASI. It is put there when the store is made, if the
    /// component imports WASI; without a seed it is merely poorer in chance.
    fn wasi(&mut self) -> &mut Wasi {
        self.wasi.get_or_insert_with(|| Box::new(Wasi::new(&self.log, [1; 32])))
    }
}

impl WasiView for State {
    fn ctx(&mut self) -> WasiCtxView<'_> {
        let Wasi { ctx, table, .. } = self.wasi();
        WasiCtxView { ctx, table }
    }
}

struct Clock;

struct ClockView<'a>(&'a mut Wasi);

impl HasData for Clock {
    type Data<'a> = ClockView<'a>;
}

impl monotonic_clock::Host for ClockView<'_> {
    fn now(&mut self) -> wasmtime::Result<u64> {
        self.0.now += STEP;
        Ok(nanos(self.0.now))
    }

    fn resolution(&mut self) -> wasmtime::Result<u64> {
        Ok(nanos(STEP))
    }

    fn subscribe_instant(&mut self, when: u64) -> wasmtime::Result<Resource<DynPollable>> {
        self.0.now = self.0.now.max(Duration::from_nanos(when));
        self.elapsed()
    }

    fn subscribe_duration(&mut self, duration: u64) -> wasmtime::Result<Resource<DynPollable>> {
        self.0.now = self.0.now.saturating_add(Duration::from_nanos(duration));
        self.elapsed()
    }
}

impl ClockView<'_> {
    fn elapsed(&mut self) -> wasmtime::Result<Resource<DynPollable>> {
        let table = &mut self.0.table;
        let timer = table.push(Elapsed)?;
        subscribe(table, timer)
    }
}

/// A wait that is over.
struct Elapsed;

#[wasmtime_wasi::async_trait]
impl Pollable for Elapsed {
    async fn ready(&mut self) {}
}

struct StandStill;

impl HostWallClock for StandStill {
    fn resolution(&self) -> Duration {
        Duration::from_secs(1)
    }

    fn now(&self) -> Duration {
        WALL
    }
}

fn nanos(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}

fn seed_number(seed: &[u8; 32]) -> u128 {
    seed.iter().take(16).fold(0, |number, byte| (number << 8) | u128::from(*byte))
}
