//! Staying on one core.
//!
//! A round trip is little more than handing a core from process to process. Where the
//! scheduler spreads three processes over cores that other programs want too, it
//! measures those programs. On one core, the same work gives the same figure.

/// Confines this program, and what it starts from now on, to one core.
///
/// Returns whether that worked; elsewhere than on Linux it does not.
#[cfg(target_os = "linux")]
pub(crate) fn stay_on_one() -> bool {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    let Ok(allowed) = sched_getaffinity(None) else { return false };
    let Some(first) = (0..CpuSet::MAX_CPU).find(|cpu| allowed.is_set(*cpu)) else { return false };
    let mut one = CpuSet::new();
    one.set(first);
    sched_setaffinity(None, &one).is_ok()
}

/// There is no such thing here.
#[cfg(not(target_os = "linux"))]
pub(crate) fn stay_on_one() -> bool {
    false
}
