//! What went wrong in a guest call, in the words of the hooks.

use std::time::Duration;

use deixis_hooks::HookError;
use wasmtime::{Trap, WasmBacktrace};

use crate::host::log::{clean, cut};
use crate::limits::{FRAMES, MESSAGE_BYTES};
use crate::state::Fault;

/// Why a call gave no answer.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The guest said so itself.
    Guest(String),
    /// The guest trapped, or the engine gave up on it.
    Wasm(wasmtime::Error),
    /// The answer breaks the contract.
    Invalid(String),
    /// The question does not fit into the guest's memory. Not its fault.
    TooLarge,
    /// The component cannot be loaded.
    Load(String),
}

/// What a message needs to know of the call.
pub(crate) struct Call<'a> {
    pub(crate) adapter: &'a str,
    pub(crate) hook: &'static str,
    pub(crate) limit: Duration,
    pub(crate) mib: u32,
    /// The last errors that the guest logged in this call.
    pub(crate) said: Option<String>,
}

impl Failure {
    /// Whether the adapter is to blame, and its store is to be dropped.
    pub(crate) fn is_fault(&self) -> bool {
        match self {
            Self::Wasm(_) | Self::Invalid(_) => true,
            Self::Guest(_) | Self::TooLarge | Self::Load(_) => false,
        }
    }

    /// The failure as the caller gets it.
    pub(crate) fn into_hook_error(self, call: Call<'_>) -> HookError {
        let Call { hook, limit, mib, .. } = call;
        let adapter = call.adapter.to_owned();
        match self {
            Self::Guest(message) => HookError::Guest { adapter, hook, message: short(&message) },
            Self::Invalid(message) => {
                HookError::Invalid { adapter, hook, message: short(&message) }
            }
            Self::TooLarge => HookError::Memory { adapter, hook, mib },
            Self::Load(message) => HookError::Load { adapter, message },
            Self::Wasm(error) => match error.downcast_ref::<Fault>() {
                Some(Fault::Deadline) => HookError::Deadline { adapter, hook, limit },
                Some(Fault::Memory) => HookError::Memory { adapter, hook, mib },
                None if is_too_much(&error) => {
                    let message = "more bytes than may cross in one call".to_owned();
                    HookError::Invalid { adapter, hook, message }
                }
                // Not raised while the guest ran, so while its answer was read.
                None if !is_trap(&error) => {
                    let message = short(&error.root_cause().to_string());
                    HookError::Invalid { adapter, hook, message }
                }
                None => {
                    let message = short(&trap_message(&error, call.said));
                    HookError::Trap { adapter, hook, message }
                }
            },
        }
    }
}

fn is_trap(error: &wasmtime::Error) -> bool {
    error.is::<Trap>() || error.is::<WasmBacktrace>()
}

/// The engine has no type for this error, only words.
fn is_too_much(error: &wasmtime::Error) -> bool {
    error.chain().any(|cause| cause.to_string().contains("fuel allocated for hostcalls"))
}

/// The guest's own last words if there are any, else the trap's; and where.
fn trap_message(error: &wasmtime::Error, said: Option<String>) -> String {
    let what = said.unwrap_or_else(|| match error.downcast_ref::<Trap>() {
        Some(trap) => trap.to_string(),
        None => error.root_cause().to_string(),
    });
    let frames = frames(error);
    if frames.is_empty() { what } else { format!("{what} (in {})", frames.join(" < ")) }
}

/// The innermost frames, with the names and places that the component has.
fn frames(error: &wasmtime::Error) -> Vec<String> {
    let Some(backtrace) = error.downcast_ref::<WasmBacktrace>() else { return Vec::new() };
    backtrace.frames().iter().take(FRAMES).map(frame).collect()
}

fn frame(frame: &wasmtime::FrameInfo) -> String {
    let symbol = frame.symbols().first();
    let name = symbol.and_then(|symbol| symbol.name()).or_else(|| frame.func_name());
    let place = symbol.and_then(|symbol| Some((symbol.file()?, symbol.line()?)));
    match (name, place, frame.module_offset()) {
        (Some(name), Some((file, line)), _) => format!("{name} at {file}:{line}"),
        (Some(name), None, _) => name.to_owned(),
        (None, _, Some(offset)) => format!("function {} at {offset:#x}", frame.func_index()),
        (None, _, None) => format!("function {}", frame.func_index()),
    }
}

fn short(message: &str) -> String {
    clean(cut(message, MESSAGE_BYTES)).into_owned()
}
