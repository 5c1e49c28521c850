//! Layers of closures: how their answers become one.

mod decisions;
mod fake;
mod plans;
mod shapes;
mod views;

use std::sync::Arc;

use deixis_hooks::bypass::listen;
use deixis_hooks::{Adapter, Facts, Hook, HookError};

use super::Layers;
use fake::{Fake, does};

fn layers(all: impl IntoIterator<Item = Fake>) -> Layers {
    Layers::new(all.into_iter().map(|fake| Arc::new(fake) as Arc<dyn Adapter>).collect())
}

/// An adapter's failure.
fn trap(adapter: &str) -> HookError {
    HookError::Trap { adapter: adapter.to_owned(), hook: "x.y", message: "trap".to_owned() }
}

/// An adapter's refusal.
fn refusal(adapter: &str) -> HookError {
    HookError::Guest { adapter: adapter.to_owned(), hook: "x.y", message: "no".to_owned() }
}

fn facts(options: &str) -> Facts {
    Facts {
        recipe: "r".to_owned(),
        command: "/bin/r".to_owned(),
        root_path: "/p".to_owned(),
        root_uri: "file:///p".to_owned(),
        platform: "linux".to_owned(),
        data_directory: "/d".to_owned(),
        options: options.to_owned(),
    }
}

/// What a hook answers, and the ids of the layers that were left out.
async fn hear<T>(hook: Hook<'_, T>) -> (Result<T, HookError>, Vec<String>) {
    let (answer, bypassed) = listen(hook).await;
    (answer, bypassed.into_iter().map(|layer| layer.adapter).collect())
}

fn ids(list: &[&str]) -> Vec<String> {
    list.iter().map(|id| (*id).to_owned()).collect()
}
