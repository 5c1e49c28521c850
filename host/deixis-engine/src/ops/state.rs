//! The state of an answer that is made of several.

use crate::answer::{AnswerState, Stability};

/// The least settled state wins.
pub(super) fn join(state: &mut AnswerState, other: AnswerState) {
    let rank = |stability: Option<Stability>| match stability {
        None => 0,
        Some(Stability::Stable) => 1,
        Some(Stability::Indeterminate) => 2,
        Some(Stability::Transient) => 3,
    };
    if rank(other.stability) > rank(state.stability) {
        state.stability = other.stability;
        state.readiness = other.readiness;
    } else if state.readiness.is_none() {
        state.readiness = other.readiness;
    }
    state.note_bypassed(other.degraded);
    for hole in other.incomplete {
        if !state.incomplete.contains(&hole) {
            state.incomplete.push(hole);
        }
    }
}
