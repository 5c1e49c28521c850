//! Threads that guests can run on: with a stack that is large enough, and the
//! runtime that WASI wants.

use std::sync::OnceLock;

use crate::limits::THREAD_STACK;

/// Runs a function on a thread that guests can run on, and waits for it.
///
/// # Errors
/// A sentence, if there is no such thread, or it panics.
pub(crate) fn on_guest_thread<T: Send>(function: impl FnOnce() -> T + Send) -> Result<T, String> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .name("adapter-inspect".to_owned())
            .stack_size(THREAD_STACK)
            .spawn_scoped(scope, || {
                let _runtime = enter_runtime();
                function()
            })
            .map_err(|error| format!("no thread could be started for it: {error}"))?;
        thread.join().map_err(|_| "the host failed while it ran the adapter".to_owned())
    })
}

/// The WASI implementation polls its futures on a runtime, and would start one
/// with a thread per processor if there was none. Ours are always ready, so
/// that the smallest one, without drivers, will do.
pub(crate) struct Runtime {
    _guard: tokio::runtime::EnterGuard<'static>,
}

/// Enters it for as long as the value lives.
pub(crate) fn enter_runtime() -> Option<Runtime> {
    static RUNTIME: OnceLock<Option<tokio::runtime::Runtime>> = OnceLock::new();
    let runtime = RUNTIME
        .get_or_init(|| tokio::runtime::Builder::new_current_thread().build().ok())
        .as_ref()?;
    Some(Runtime { _guard: runtime.enter() })
}
