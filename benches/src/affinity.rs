//! Staying on one core.
//!
//! A round trip is little more than handing a core from process to process. Where the
//! scheduler spreads three processes over cores that other programs want too, it
//! measures those programs; and where a core sleeps meanwhile, its waking. On cores that
//! are chosen, the same work gives the same figure.

/// Confines this thread, and what it starts from now on, to one of the cores that this
/// program was given: the first is 0.
///
/// Returns whether that worked: not if there are fewer, nor elsewhere than on Linux.
#[cfg(target_os = "linux")]
pub(crate) fn stay_on(core: usize) -> bool {
    use std::sync::OnceLock;

    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    static GIVEN: OnceLock<Vec<usize>> = OnceLock::new();
    let given = GIVEN.get_or_init(|| match sched_getaffinity(None) {
        Ok(set) => (0..CpuSet::MAX_CPU).filter(|cpu| set.is_set(*cpu)).collect(),
        Err(_) => Vec::new(),
    });
    let Some(chosen) = given.get(core) else { return false };
    let mut one = CpuSet::new();
    one.set(*chosen);
    sched_setaffinity(None, &one).is_ok()
}

/// There is no such thing here.
#[cfg(not(target_os = "linux"))]
pub(crate) fn stay_on(_core: usize) -> bool {
    false
}
