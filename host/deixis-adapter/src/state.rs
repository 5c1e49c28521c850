//! What belongs to one store: its limits and what its imports see.

use std::time::Duration;

use wasmtime::ResourceLimiter;

use crate::cpu::Budget;
use crate::host::locate::Locator;
use crate::host::log::Log;
use crate::host::project::Project;
use crate::host::wasi::Wasi;
use crate::limits::{INSTANCES, MEMORIES, TABLE_ELEMENTS, TABLES};
use crate::witness::Witness;

/// Data of a guest's store.
pub(crate) struct State {
    pub(crate) memory: Memory,
    pub(crate) budget: Budget,
    pub(crate) log: Log,
    pub(crate) project: Project,
    pub(crate) locate: Locator,
    pub(crate) witness: Witness,
    pub(crate) wasi: Option<Box<Wasi>>,
}

impl State {
    /// A state for a guest that may use so much memory.
    pub(crate) fn new(
        memory_mib: u32,
        log: Log,
        project: Project,
        locate: Locator,
        witness: Witness,
    ) -> Self {
        Self {
            memory: Memory::new(memory_mib),
            budget: Budget::start(Duration::ZERO),
            log,
            project,
            locate,
            witness,
            wasi: None,
        }
    }
}

/// Why the host ended a call; found again in the error that wasmtime returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Fault {
    /// More time than granted.
    #[error("out of time")]
    Deadline,
    /// More memory than granted.
    #[error("out of memory")]
    Memory,
}

/// Counts the linear memory and the tables of a store, and traps the guest
/// that wants more than it may have.
pub(crate) struct Memory {
    cap: usize,
    used: usize,
}

impl Memory {
    fn new(mib: u32) -> Self {
        let cap = usize::try_from(mib).unwrap_or(usize::MAX).saturating_mul(1 << 20);
        Self { cap, used: 0 }
    }

    /// Whether so much is used that a fresh store is better. Linear memory
    /// never shrinks.
    pub(crate) fn is_high(&self) -> bool {
        self.used > self.cap / 2
    }

    /// Bytes of linear memory that the guest may have.
    pub(crate) fn cap(&self) -> usize {
        self.cap
    }
}

impl ResourceLimiter for Memory {
    fn memory_growing(
        &mut self,
        current: usize,
        desired: usize,
        _maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        let used = self.used.saturating_add(desired.saturating_sub(current));
        if used > self.cap {
            return Err(Fault::Memory.into());
        }
        self.used = used;
        Ok(true)
    }

    fn table_growing(
        &mut self,
        _current: usize,
        desired: usize,
        _maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        if desired > TABLE_ELEMENTS {
            return Err(Fault::Memory.into());
        }
        Ok(true)
    }

    fn instances(&self) -> usize {
        INSTANCES
    }

    fn tables(&self) -> usize {
        TABLES
    }

    fn memories(&self) -> usize {
        MEMORIES
    }
}
