//! The operations, one file each. An operation resolves its target, asks
//! through [`crate::ask`], and converts the answer.

mod diagnostics;
mod document_symbols;
mod hover;
mod locations;
mod status;
mod symbols;
mod workspace_symbols;

use crate::answer::{AnswerState, Stability};

/// Adds the state of one server's answer to that of several: the least settled
/// one wins.
pub(crate) fn join_states(state: &mut AnswerState, other: AnswerState) {
    let rank = |stability: Option<Stability>| match stability {
        None => 0,
        Some(Stability::Stable) => 1,
        Some(Stability::Indeterminate) => 2,
        Some(Stability::Transient) => 3,
    };
    if rank(other.stability) > rank(state.stability) {
        state.stability = other.stability;
        state.readiness = other.readiness;
    }
    state.degraded.extend(other.degraded);
    state.incomplete.extend(other.incomplete);
}
