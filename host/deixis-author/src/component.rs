//! From a core module to a component, and what a component may hold.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use wit_component::{ComponentEncoder, DecodedWasm};

/// What a component needs and gives, by the names of the interfaces.
#[derive(Debug, Clone)]
pub struct Shape {
    /// Interfaces that it imports, with their packages and versions.
    pub imports: Vec<String>,
    /// Interfaces that it exports.
    pub exports: Vec<String>,
}

/// Wraps a core module into a component and validates it.
pub fn wrap(core: &[u8]) -> Result<Vec<u8>> {
    ComponentEncoder::default().validate(true).module(core)?.encode()
}

/// Reads a component's own type.
pub fn shape(wasm: &[u8]) -> Result<Shape> {
    let DecodedWasm::Component(resolve, world) = wit_component::decode(wasm)? else {
        bail!("this is a WIT package, not a component");
    };
    let world = &resolve.worlds[world];
    let names = |keys: Vec<_>| {
        let mut names: Vec<String> =
            keys.into_iter().map(|key| resolve.name_world_key(key)).collect();
        names.sort();
        names
    };
    Ok(Shape {
        imports: names(world.imports.keys().collect()),
        exports: names(world.exports.keys().collect()),
    })
}

/// A folder of this machine that stands in the bytes, which can then neither be published nor
/// be made again elsewhere. `folders` are those of the build; homes are always looked for.
pub fn private_path(wasm: &[u8], folders: &[&Path]) -> Option<String> {
    let folders = folders.iter().map(|folder| folder.display().to_string());
    let homes = ["/home/", "/root/", "/Users/", "\\Users\\"].map(ToOwned::to_owned);
    let holds =
        |needle: &String| wasm.windows(needle.len()).any(|window| window == needle.as_bytes());
    folders.chain(homes).find(holds)
}

/// Where cargo keeps its registry.
pub fn cargo_home() -> Result<PathBuf> {
    if let Some(home) = std::env::var_os("CARGO_HOME") {
        return Ok(home.into());
    }
    let home = std::env::home_dir().context("there is no home folder")?;
    Ok(home.join(".cargo"))
}
