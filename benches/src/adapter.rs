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
    let (mut cold, mut cached, mut further) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..LOADS {
        cold.push(first_call(&runtime, None, None)?.0);
        cached.push(first_call(&runtime, Some(cache.path()), None)?.0);
        further.push(first_call(&runtime, Some(cache.path()), Some("go"))?.0);
    }
    // The first of these have filled the cache.
    cached.remove(0);
    further.remove(0);
    let (_, adapter) = first_call(&runtime, Some(cache.path()), None)?;
    let mut calls = Vec::with_capacity(CALLS);
    for _ in 0..CALLS {
        let begun = Instant::now();
        call(&runtime, &adapter)?;
        calls.push(begun.elapsed());
    }
    Ok(vec![
        ("adapter: first call, compiled", cold),
        ("adapter: first of a process, from the cache", cached),
        ("adapter: a further one, from the cache", further),
        ("adapter: a call, with the way to its thread", calls),
    ])
}

/// A fresh library whose Rust adapter is attached and called once; how long that
/// took. With `before`, that adapter was called before, so that the WebAssembly
/// engine is up, as it is for every adapter of a process but the first.
fn first_call(
    runtime: &tokio::runtime::Runtime,
    cache: Option<&Path>,
    before: Option<&str>,
) -> Outcome<(Duration, Arc<dyn Adapter>)> {
    let components = ["rust"].into_iter().chain(before).map(component).collect::<Outcome<_>>()?;
    let options = Options { cache_dir: cache.map(Path::to_owned), cases: None, components };
    let root = Root::open(&std::env::temp_dir())?;
    let attach = |name: &str| request(name, &root);
    let mut begun = Instant::now();
    let library = Library::new(options);
    if let Some(before) = before {
        call(runtime, &library.attach(attach(before))?)?;
        begun = Instant::now();
    }
    let adapter = library.attach(attach("rust"))?;
    call(runtime, &adapter)?;
    Ok((begun.elapsed(), adapter))
}

/// An adapter that has been called before.
pub(crate) fn attached(runtime: &tokio::runtime::Runtime, name: &str) -> Outcome<Arc<dyn Adapter>> {
    let components = vec![component(name)?];
    let library = Library::new(Options { cache_dir: None, cases: None, components });
    let adapter = library.attach(request(name, &Root::open(&std::env::temp_dir())?))?;
    call(runtime, &adapter)?;
    Ok(adapter)
}

/// How long the first call of a component takes, with the engine up.
pub(crate) fn first_call_of(
    runtime: &tokio::runtime::Runtime,
    cache: Option<&Path>,
    component: Component,
) -> Outcome<Duration> {
    let name = component.name.clone();
    let components = vec![component, self::component("go")?];
    let options = Options { cache_dir: cache.map(Path::to_owned), cases: None, components };
    let root = Root::open(&std::env::temp_dir())?;
    let library = Library::new(options);
    call(runtime, &library.attach(request("go", &root))?)?;
    let begun = Instant::now();
    let adapter = library.attach(request(&name, &root))?;
    call(runtime, &adapter)?;
    Ok(begun.elapsed())
}

fn request(name: &str, root: &Root) -> Attach {
    Attach {
        adapters: vec![name.to_owned()],
        server: name.to_owned(),
        root: root.clone(),
        search_path: Vec::new(),
    }
}

/// A built-in adapter.
pub(crate) fn component(name: &str) -> Outcome<Component> {
    let builtin = deixis_plugins_dist::find(name).ok_or("no such adapter")?;
    let grant = Grant {
        commands: builtin.grant.commands.clone(),
        project_read: builtin.grant.project_read.clone(),
        memory_mib: builtin.grant.memory_mib,
        call_ms: builtin.grant.call_ms,
    };
    Ok(Component {
        name: builtin.id.to_owned(),
        bytes: Bytes::Static(builtin.wasm),
        sha256: builtin.sha256.to_owned(),
        descriptor: Some(serde_json::from_str(builtin.descriptor_json)?),
        grant,
    })
}

/// The cheapest call that the adapter has.
pub(crate) fn call(runtime: &tokio::runtime::Runtime, adapter: &Arc<dyn Adapter>) -> Outcome<()> {
    let readiness = adapter.readiness().ok_or("the adapter has no readiness")?;
    runtime.block_on(readiness.interests())?;
    Ok(())
}
