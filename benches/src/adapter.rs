//! What the built-in Rust adapter costs: its load, from source and from the cache,
//! and one call with the way to its thread and back.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use deixis_adapter::{Bytes, Component, Library, Options};
use deixis_base::Root;
use deixis_hooks::{Adapter, AdapterSource as _, Attach, Grant};

use crate::Outcome;

/// Loads of each kind.
const LOADS: usize = 15;

/// Calls.
const CALLS: usize = 2_000;

/// Rows for the table.
pub(crate) fn measure() -> Outcome<Vec<(&'static str, Vec<Duration>)>> {
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    let cache = tempfile::tempdir()?;
    let mut cold = Vec::new();
    let mut cached = Vec::new();
    for _ in 0..LOADS {
        cold.push(first_call(&runtime, None)?.0);
        cached.push(first_call(&runtime, Some(cache.path()))?.0);
    }
    // The first of these has filled the cache.
    cached.remove(0);
    let (_, adapter) = first_call(&runtime, Some(cache.path()))?;
    let mut calls = Vec::with_capacity(CALLS);
    for _ in 0..CALLS {
        let begun = Instant::now();
        call(&runtime, &adapter)?;
        calls.push(begun.elapsed());
    }
    Ok(vec![
        ("adapter: first call, compiled", cold),
        ("adapter: first call, from the cache", cached),
        ("adapter: a call, with the way to its thread", calls),
    ])
}

/// A fresh library, attached and called once; how long that took.
fn first_call(
    runtime: &tokio::runtime::Runtime,
    cache: Option<&Path>,
) -> Outcome<(Duration, Arc<dyn Adapter>)> {
    let builtin = deixis_plugins_dist::all()
        .iter()
        .find(|adapter| adapter.id == "rust")
        .ok_or("no such adapter")?;
    let grant = Grant {
        commands: builtin.grant.commands.clone(),
        project_read: builtin.grant.project_read.clone(),
        memory_mib: builtin.grant.memory_mib,
        call_ms: builtin.grant.call_ms,
    };
    let component = Component {
        name: builtin.id.to_owned(),
        bytes: Bytes::Static(builtin.wasm),
        sha256: builtin.sha256.to_owned(),
        descriptor: Some(serde_json::from_str(builtin.descriptor_json)?),
        grant,
    };
    let attach = Attach {
        adapter: "rust".to_owned(),
        server: "rust".to_owned(),
        root: Root::open(&std::env::temp_dir())?,
        search_path: Vec::new(),
    };
    let begun = Instant::now();
    let library =
        Library::new(Options { cache_dir: cache.map(Path::to_owned), components: vec![component] });
    let adapter = library.attach(attach)?;
    call(runtime, &adapter)?;
    Ok((begun.elapsed(), adapter))
}

/// The cheapest call that the adapter has.
fn call(runtime: &tokio::runtime::Runtime, adapter: &Arc<dyn Adapter>) -> Outcome<()> {
    let readiness = adapter.readiness().ok_or("the adapter has no readiness")?;
    runtime.block_on(readiness.interests())?;
    Ok(())
}
