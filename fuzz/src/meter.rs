//! How much memory a piece of code takes: a counting allocator, per thread.
//!
//! Bytes are counted as they are asked for. That is exact, the same on every run, and
//! the only measure here of work done: code that copies its input once for each level
//! of nesting asks for a multiple of it, however fast the machine is.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

#[global_allocator]
static METER: Meter = Meter;

/// What [`measure`] saw.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Usage {
    /// Most bytes held at one time, beyond what was held before.
    pub(crate) peak: usize,
    /// All bytes that were asked for, also those given back.
    pub(crate) total: usize,
}

/// Runs `work` and says what memory it took on this thread.
pub(crate) fn measure<T>(work: impl FnOnce() -> T) -> (T, Usage) {
    let before = LIVE.get();
    PEAK.set(before);
    TOTAL.set(0);
    let result = work();
    let peak = usize::try_from(PEAK.get() - before).unwrap_or_default();
    (result, Usage { peak, total: TOTAL.get() })
}

struct Meter;

thread_local! {
    /// Bytes held; below zero where a thread frees what another one allocated.
    static LIVE: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
    static TOTAL: Cell<usize> = const { Cell::new(0) };
}

fn took(bytes: usize) {
    let live = LIVE.get().saturating_add_unsigned(bytes);
    LIVE.set(live);
    PEAK.set(PEAK.get().max(live));
    TOTAL.set(TOTAL.get().saturating_add(bytes));
}

fn gave(bytes: usize) {
    LIVE.set(LIVE.get().saturating_sub_unsigned(bytes));
}

// SAFETY: every call goes to `System` with the arguments as they came. Counting touches
// constant-initialised cells without destructors only, which neither allocate nor fail.
unsafe impl GlobalAlloc for Meter {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        took(layout.size());
        // SAFETY: the caller's promise, passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        took(layout.size());
        // SAFETY: the caller's promise, passed on.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        gave(layout.size());
        // SAFETY: the caller's promise, passed on.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        gave(layout.size());
        took(size);
        // SAFETY: the caller's promise, passed on.
        unsafe { System.realloc(pointer, layout, size) }
    }
}
