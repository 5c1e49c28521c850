//! How long it takes to load an adapter, to make an instance, and to call it.
//!
//! `cargo bench -p deixis-adapter -- COMPONENT.wasm…` (without arguments: the
//! built-in adapters, if they have been built). Medians of several runs; the
//! public interface only, so that what is measured is what the engine sees.

#![expect(clippy::print_stdout, reason = "a measurement prints what it measured")]

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use deixis_adapter::{Bytes, Component, Library, Options, inspect};
use deixis_base::Root;
use deixis_hooks::symbols::{Origin, Symbol};
use deixis_hooks::{Adapter, AdapterSource as _, Attach, Grant, HookError};

const LOADS: usize = 15;
/// Time after which no more loads are measured: an interpreter takes long to compile.
const PATIENCE: Duration = Duration::from_secs(10);
const CALLS: usize = 2_000;
const BATCH: usize = 1_000;

fn main() {
    let given = std::env::args().skip(1).filter(|argument| !argument.starts_with('-'));
    let mut files: Vec<PathBuf> = given.map(PathBuf::from).collect();
    if files.is_empty() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../plugins/dist/components");
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        files = entries.map(|entry| entry.path()).collect();
        files.sort();
    }
    let Ok(runtime) = tokio::runtime::Builder::new_current_thread().build() else {
        println!("no runtime");
        return;
    };
    for file in files {
        println!("{}", file.display());
        if let Err(message) = runtime.block_on(measure(&file)) {
            println!("  {message}");
        }
    }
}

async fn measure(file: &Path) -> Result<(), String> {
    let bytes = std::fs::read(file).map_err(|error| error.to_string())?;
    let cache = tempfile::tempdir().map_err(|error| error.to_string())?;
    let bytes = Bytes::Shared(bytes.into());
    let found = inspect("measured", &bytes, Some(cache.path().to_path_buf()))
        .map_err(|error| error.to_string())?;
    println!("  {} bytes, groups {}", found.size, found.groups.join(" "));
    let library = |cache: Option<&Path>| {
        Library::new(Options {
            cache_dir: cache.map(Path::to_path_buf),
            cases: None,
            components: vec![Component {
                name: "measured".to_owned(),
                bytes: bytes.clone(),
                sha256: found.sha256.clone(),
                descriptor: Some((*found.descriptor).clone()),
                grant: Grant {
                    commands: Vec::new(),
                    project_read: Vec::new(),
                    memory_mib: 128,
                    call_ms: 1_000,
                },
            }],
        })
    };
    for (name, cache) in [("compiled", None), ("from the cache", Some(cache.path()))] {
        let mut first = Vec::new();
        for _ in 0..LOADS {
            let library = library(cache);
            let start = Instant::now();
            let adapter = attach(&library)?;
            call(&adapter).await.map_err(|error| error.to_string())?;
            first.push(start.elapsed());
            if first.iter().sum::<Duration>() > PATIENCE {
                break;
            }
        }
        println!("  first call, {name}: {:?}", median(first));
    }
    let library = library(Some(cache.path()));
    call(&attach(&library)?).await.map_err(|error| error.to_string())?;
    let mut again = Vec::new();
    for _ in 0..LOADS {
        let start = Instant::now();
        let adapter = attach(&library)?;
        call(&adapter).await.map_err(|error| error.to_string())?;
        again.push(start.elapsed());
    }
    println!("  first call, loaded before (thread, instance, call): {:?}", median(again));
    calls(&attach(&library)?).await.map_err(|error| error.to_string())
}

async fn calls(adapter: &Arc<dyn Adapter>) -> Result<(), HookError> {
    call(adapter).await?;
    let mut times = Vec::new();
    for _ in 0..CALLS {
        let start = Instant::now();
        call(adapter).await?;
        times.push(start.elapsed());
    }
    println!("  call, with the way to the thread and back: {:?}", median(times));
    let Some(symbols) = adapter.symbols() else { return Ok(()) };
    let mut times = Vec::new();
    for _ in 0..LOADS {
        let batch =
            vec![Symbol { name: "function".to_owned(), kind: 12, ..Symbol::default() }; BATCH];
        let start = Instant::now();
        symbols.normalise("rust".to_owned(), Origin::Document, batch).await?;
        times.push(start.elapsed());
    }
    let best = times.iter().min().copied().unwrap_or_default();
    println!("  {BATCH} symbols: {:?}, at best {best:?}", median(times));
    Ok(())
}

/// The cheapest call that the adapter has.
async fn call(adapter: &Arc<dyn Adapter>) -> Result<(), HookError> {
    if let Some(readiness) = adapter.readiness() {
        readiness.interests().await?;
    } else if let Some(symbols) = adapter.symbols() {
        symbols.rewrite("name".to_owned()).await?;
    }
    Ok(())
}

fn attach(library: &Library) -> Result<Arc<dyn Adapter>, String> {
    let root = Root::open(&std::env::temp_dir()).map_err(|error| error.to_string())?;
    let request = Attach {
        adapters: vec!["measured".to_owned()],
        server: "measured".to_owned(),
        root,
        search_path: Vec::new(),
    };
    library.attach(request).map_err(|error| error.to_string())
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}
