//! From a core module to a component, and what a component may hold.

use anyhow::{Result, bail};
use wit_component::{ComponentEncoder, DecodedWasm};

use super::build::cargo_home;
use super::toolchain::Toolchain;
use crate::shell::root;

/// What a component needs and gives, by the names of the interfaces.
pub(crate) struct Shape {
    pub(crate) imports: Vec<String>,
    pub(crate) exports: Vec<String>,
}

/// Wraps a core module into a component and validates it.
pub(crate) fn wrap(core: &[u8]) -> Result<Vec<u8>> {
    ComponentEncoder::default().validate(true).module(core)?.encode()
}

/// Reads a component's own type.
pub(crate) fn shape(wasm: &[u8]) -> Result<Shape> {
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

impl Shape {
    /// A built-in adapter imports nothing but this contract.
    pub(crate) fn forbid_wasi(&self, id: &str) -> Result<()> {
        match self.imports.iter().find(|name| !name.starts_with("deixis:adapter/")) {
            Some(name) => bail!("{id} imports {name}, which no built-in adapter may"),
            None => Ok(()),
        }
    }
}

/// Bytes that name a folder of this machine can neither be published nor be
/// made again elsewhere.
pub(crate) fn forbid_private_paths(id: &str, wasm: &[u8], toolchain: &Toolchain) -> Result<()> {
    let mut private: Vec<String> = vec![
        root().display().to_string(),
        cargo_home()?.display().to_string(),
        toolchain.sysroot.display().to_string(),
    ];
    private.extend(["/home/", "/root/", "/Users/", "\\Users\\"].map(ToOwned::to_owned));
    for needle in private {
        if wasm.windows(needle.len()).any(|window| window == needle.as_bytes()) {
            bail!("{id} holds the private path {needle}");
        }
    }
    Ok(())
}
