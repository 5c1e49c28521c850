//! What the border between host and guest costs: a batch of symbols, one call without its
//! thread hop, and the compilation of a component by its size.
//!
//! Absolute figures are reported. What can fail the run are ratios to something that is
//! measured in turns with it: writing and reading the same symbols as JSON, which is what an
//! adapter in a process of its own would pay at least, and a hop to another thread and back.

use std::sync::mpsc;
use std::time::{Duration, Instant};

use deixis_adapter::{Bytes, Component};
use deixis_hooks::symbols::{Normalised, Origin, Symbol};
use deixis_hooks::{Adapter, Grant, Span};
use tokio::runtime::Runtime;
use tokio::sync::oneshot;

use crate::adapter::{attached, call, component, first_call_of};
use crate::{Outcome, median, row};

/// Symbols in the batch: a file of 40,000 lines.
const SYMBOLS: u32 = 2_000;
/// Batches, and calls, in turns with their yardsticks.
const ROUNDS: usize = 300;
/// Most that a batch may cost, in JSON round trips of its symbols and their names.
const MAX_JSON_RATIO: f64 = 2.0;
/// Most that a call with its hop may cost, in plain hops.
const MAX_HOP_RATIO: f64 = 4.0;
/// Compilations of each component.
const LOADS: usize = 7;
/// Least that the cache must save of a compilation.
const MIN_CACHE_RATIO: f64 = 5.0;

/// Measures everything; whether all ratios hold.
pub(crate) fn measure() -> Outcome<bool> {
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    let adapter = attached(&runtime, "rust")?;
    let mut good = symbols(&runtime, adapter.as_ref())?;
    good &= overhead(&runtime, &adapter)?;
    good &= compilation(&runtime)?;
    Ok(good)
}

/// A batch through the adapter, and through JSON.
fn symbols(runtime: &Runtime, adapter: &dyn Adapter) -> Outcome<bool> {
    let hooks = adapter.symbols().ok_or("no symbols")?;
    let batch: Vec<Symbol> = (0..SYMBOLS).map(symbol).collect();
    let (mut crossing, mut json, mut copying) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let begun = Instant::now();
        let sent = batch.clone();
        copying.push(begun.elapsed());
        let begun = Instant::now();
        let named = runtime.block_on(hooks.normalise("rust".to_owned(), Origin::Document, sent))?;
        crossing.push(begun.elapsed());
        let begun = Instant::now();
        let _: Vec<Symbol> = serde_json::from_slice(&serde_json::to_vec(&batch)?)?;
        let back: Vec<Normalised> = serde_json::from_slice(&serde_json::to_vec(&named)?)?;
        json.push(begun.elapsed());
        if back.len() != batch.len() || back[1].scope != Some(vec!["Shape0".to_owned()]) {
            return Err(format!("not normalised: {:?}", back[1]).into());
        }
    }
    row(&format!("{SYMBOLS} symbols normalised, with the crossing"), &mut crossing);
    row(&format!("{SYMBOLS} symbols and names, through JSON"), &mut json);
    row(&format!("{SYMBOLS} symbols copied"), &mut copying);
    let each = median(&mut crossing).as_secs_f64() * 1e6 / f64::from(SYMBOLS);
    let quiet = ratio(&crossing, &json);
    println!(
        "one symbol costs {each:.2} µs; the batch costs {quiet:.2} times JSON alone, at most {MAX_JSON_RATIO} are allowed"
    );
    Ok(quiet <= MAX_JSON_RATIO)
}

/// Methods of traits in impl blocks, as rust-analyzer has them.
fn symbol(number: u32) -> Symbol {
    let inner = !number.is_multiple_of(20);
    let line = number * 20;
    Symbol {
        name: if inner {
            format!("method_{number}")
        } else {
            format!("impl Display for Shape{number}")
        },
        detail: inner.then(|| "fn(&self, usize) -> String".to_owned()),
        container: None,
        kind: if inner { 6 } else { 19 },
        parent: inner.then(|| number - number % 20),
        path: "src/shapes/many.rs".to_owned(),
        range: Span { start: (line, 4), end: (line + 12, 5) },
    }
}

/// The cheapest call, and a hop to another thread and back by the same means.
fn overhead(runtime: &Runtime, adapter: &std::sync::Arc<dyn Adapter>) -> Outcome<bool> {
    let (jobs, inbox) = mpsc::sync_channel::<oneshot::Sender<()>>(1);
    let echo = std::thread::spawn(move || {
        while let Ok(reply) = inbox.recv() {
            let _ = reply.send(());
        }
    });
    let (mut calls, mut hops) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS * 10 {
        let begun = Instant::now();
        call(runtime, adapter)?;
        calls.push(begun.elapsed());
        let begun = Instant::now();
        let (reply, answer) = oneshot::channel();
        jobs.send(reply)?;
        runtime.block_on(answer)?;
        hops.push(begun.elapsed());
    }
    drop(jobs);
    echo.join().map_err(|_| "the other thread failed")?;
    row("a call, with the hop to its thread", &mut calls);
    row("a hop to a thread and back", &mut hops);
    let beyond = median(&mut calls).saturating_sub(median(&mut hops));
    let quiet = ratio(&calls, &hops);
    println!(
        "a call costs {:.1} µs beyond its hop, and {quiet:.2} hops with it, at most {MAX_HOP_RATIO} are allowed",
        beyond.as_secs_f64() * 1e6
    );
    Ok(quiet <= MAX_HOP_RATIO)
}

/// A small and a large component, compiled and from the cache.
fn compilation(runtime: &Runtime) -> Outcome<bool> {
    let mut good = true;
    for component in [guest("traps")?, component("rust")?] {
        let size = size(&component)?;
        let name = component.name.clone();
        let cache = tempfile::tempdir()?;
        let (mut cold, mut cached) = (Vec::new(), Vec::new());
        // The first of these fills the cache.
        first_call_of(runtime, Some(cache.path()), component.clone())?;
        for _ in 0..LOADS {
            cold.push(first_call_of(runtime, None, component.clone())?);
            cached.push(first_call_of(runtime, Some(cache.path()), component.clone())?);
        }
        row(&format!("{name}, {} kB, compiled", size / 1000), &mut cold);
        row(&format!("{name}, {} kB, from the cache", size / 1000), &mut cached);
        let (cold_median, quiet) = (median(&mut cold), ratio(&cold, &cached));
        let of_hundred = cold_median.as_secs_f64() * 1e3 * 1e5 / f64::from(u32::try_from(size)?);
        println!(
            "{name}: {of_hundred:.0} ms for each 100 kB; the cache is {quiet:.0} times as fast, at least {MIN_CACHE_RATIO} is wanted"
        );
        good &= quiet >= MIN_CACHE_RATIO;
    }
    Ok(good)
}

/// A guest of the tests, which is as small as an adapter gets.
fn guest(name: &str) -> Outcome<Component> {
    let path = deixis_tests::guests::path(name);
    let sha256 =
        deixis_tests::guests::inspect(name)["sha256"].as_str().unwrap_or_default().to_owned();
    Ok(Component {
        name: name.to_owned(),
        bytes: Bytes::File(path),
        sha256,
        descriptor: None,
        grant: Grant {
            commands: Vec::new(),
            project_read: Vec::new(),
            memory_mib: 32,
            call_ms: 1_000,
        },
    })
}

fn size(component: &Component) -> Outcome<usize> {
    Ok(match &component.bytes {
        Bytes::Static(bytes) => bytes.len(),
        Bytes::Shared(bytes) => bytes.len(),
        Bytes::File(path) => usize::try_from(std::fs::metadata(path)?.len())?,
    })
}

/// The ratio of the quiet quarters: other work on this machine makes rounds slower, never
/// faster.
fn ratio(one: &[Duration], other: &[Duration]) -> f64 {
    let quiet = |times: &[Duration]| {
        let mut sorted = times.to_vec();
        sorted.sort_unstable();
        sorted.get(sorted.len() / 4).copied().unwrap_or_default().as_secs_f64()
    };
    quiet(one) / quiet(other)
}
