//! The word on layers that were left out of a call.
//!
//! A hook gives one result. An adapter that is made of layers can give it
//! although one of them failed; which one, and why, is said here, beside the
//! result, to a caller that [listens](listen). What is said stays with the call
//! it is about: calls that run at the same time do not hear of each other.

use std::cell::RefCell;
use std::future::Future;

use crate::HookError;

/// A layer that was left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bypassed {
    /// Id of the layer's adapter.
    pub adapter: String,
    /// How it failed.
    pub error: HookError,
}

tokio::task_local! {
    static HEARD: RefCell<Vec<Bypassed>>;
}

/// Awaits a hook, and gives the layers that were left out meanwhile.
pub async fn listen<F: Future>(hook: F) -> (F::Output, Vec<Bypassed>) {
    let heard = async {
        let output = hook.await;
        (output, HEARD.with(RefCell::take))
    };
    HEARD.scope(RefCell::default(), heard).await
}

/// Says that a layer was left out. Without a listener nobody hears it.
pub fn report(bypassed: Bypassed) {
    // No listener is no mistake: not every call ends in an answer that could tell.
    let _ = HEARD.try_with(|heard| heard.borrow_mut().push(bypassed));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failure(adapter: &str) -> Bypassed {
        let message = "on purpose".to_owned();
        let error = HookError::Load { adapter: adapter.to_owned(), message };
        Bypassed { adapter: adapter.to_owned(), error }
    }

    /// Reports, lets the other one go on, reports again.
    async fn call(adapter: &str) -> usize {
        report(failure(adapter));
        tokio::task::yield_now().await;
        report(failure(adapter));
        adapter.len()
    }

    #[tokio::test]
    async fn each_call_hears_its_own() {
        let (a, b) = tokio::join!(listen(call("a")), listen(call("bb")));
        assert_eq!(a, (1, vec![failure("a"), failure("a")]));
        assert_eq!(b, (2, vec![failure("bb"), failure("bb")]));
        assert_eq!(listen(async {}).await, ((), Vec::new()));
        assert_eq!(call("nobody listens").await, 14);
    }
}
