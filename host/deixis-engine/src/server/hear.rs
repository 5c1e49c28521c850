//! Asking an adapter, and saying which part of it was bypassed.

use std::sync::Arc;

use deixis_hooks::bypass::listen;
use deixis_hooks::{Adapter, Hook, HookError};

use crate::answer::Degraded;

/// Awaits a hook of an adapter. With the answer comes what has to be said of it:
/// each layer that was left out, or the adapter that failed.
pub(crate) async fn hear<T>(
    adapter: &Arc<dyn Adapter>,
    hook: Hook<'_, T>,
) -> (Result<T, HookError>, Vec<Degraded>) {
    let (answer, bypassed) = listen(hook).await;
    let failure = answer.as_ref().err();
    // Of layers it is known which one it was.
    let failure = failure.filter(|error| bypassed.iter().all(|layer| layer.error != **error));
    let failure = failure.map(|error| (adapter.descriptor().id.clone(), error.to_string()));
    let layers = bypassed.into_iter().map(|layer| (layer.adapter, layer.error.to_string()));
    let degraded =
        layers.chain(failure).map(|(adapter, reason)| Degraded { adapter, reason }).collect();
    (answer, degraded)
}
