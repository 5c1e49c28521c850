//! From bytes to something that can be instantiated: compiled or taken from
//! the cache, linked, with the exported groups looked up.

use wasmtime::component::{Component, InstancePre};

use crate::cache::{Cache, Key};
use crate::engine::Engine;
use crate::outline::{ASYNC, Outline};
use crate::state::State;
use crate::v1::guests::Indices;

/// A component that is ready to be instantiated, any number of times.
pub(crate) struct Loaded {
    pub(crate) pre: InstancePre<State>,
    pub(crate) indices: Indices,
    /// Seed of its randomness, if it imports WASI: its own hash, or rather the
    /// part that fits.
    pub(crate) seed: Option<[u8; 32]>,
}

impl Loaded {
    /// Compiles and links a component whose outline is known to be right.
    /// Takes milliseconds for a small adapter and seconds for an interpreter,
    /// unless the cache has it.
    ///
    /// # Errors
    /// A sentence that says what is wrong and what to do.
    pub(crate) fn new(
        engine: &Engine,
        cache: Option<&Cache>,
        bytes: &[u8],
        sha256: &str,
        outline: &Outline,
    ) -> Result<Self, String> {
        let component = compiled(engine, cache, bytes, sha256)?;
        let linker = engine.linker(outline.wasi)?;
        let pre = linker.instantiate_pre(&component).map_err(|error| {
            format!("the component's imports do not have the contract's types: {error:#}")
        })?;
        let indices = Indices::new(&pre, outline.groups).map_err(|error| {
            format!("the component's exports do not have the contract's functions: {error:#}")
        })?;
        let seed = outline.wasi.then(|| seed(sha256));
        Ok(Self { pre, indices, seed })
    }
}

fn compiled(
    engine: &Engine,
    cache: Option<&Cache>,
    bytes: &[u8],
    sha256: &str,
) -> Result<Component, String> {
    let key = Key::new(sha256, engine.fingerprint());
    if let Some(component) = cache.and_then(|cache| from_cache(engine, cache, &key)) {
        return Ok(component);
    }
    let component = Component::new(engine.wasm(), bytes).map_err(|error| explain(&error))?;
    if let Some(cache) = cache {
        match component.serialize() {
            Ok(artefact) => cache.put(&key, &artefact),
            Err(error) => tracing::warn!(%error, "a compiled adapter cannot be cached"),
        }
    }
    Ok(component)
}

fn from_cache(engine: &Engine, cache: &Cache, key: &Key) -> Option<Component> {
    let file = cache.sealed(key)?;
    // SAFETY: `deserialize_file` trusts the file to be what `serialize` returned
    // for a compatible engine, and to stay so while it is mapped. This program
    // wrote it (the folder is private to this user, checked when the cache was
    // opened) and it is whole (its hash was checked), for this component and an
    // engine of the same fingerprint (both are in the key, which the file
    // repeats); what follows the artefact is not part of it. Nothing writes to
    // a file of the cache once it has its name. Whoever could, runs as this user
    // already.
    let component = unsafe { Component::deserialize_file(engine.wasm(), &file) };
    match component {
        Ok(component) => Some(component),
        Err(error) => {
            tracing::warn!(%error, "a cached adapter is compiled again");
            cache.remove(key);
            None
        }
    }
}

fn explain(error: &wasmtime::Error) -> String {
    let message = format!("{error:#}");
    if message.contains("async") {
        return format!("{ASYNC} ({message})");
    }
    format!("the component is not valid: {message}; build or download it again")
}

/// The component's hash, as bytes; hex digits that are none count as zero.
fn seed(sha256: &str) -> [u8; 32] {
    let mut seed = [0; 32];
    let digits: Vec<_> = sha256.chars().map(|c| c.to_digit(16).unwrap_or(0)).collect();
    for (byte, pair) in seed.iter_mut().zip(digits.chunks_exact(2)) {
        *byte = u8::try_from(pair[0] * 16 + pair[1]).unwrap_or(0);
    }
    seed
}
