//! What the components of this repository may hold.

use anyhow::{Result, bail};
use deixis_author::{Shape, Toolchain, cargo_home, private_path};

use crate::shell::root;

/// A built-in adapter imports nothing but this contract.
pub(crate) fn forbid_wasi(shape: &Shape, id: &str) -> Result<()> {
    match shape.imports.iter().find(|name| !name.starts_with("deixis:adapter/")) {
        Some(name) => bail!("{id} imports {name}, which no built-in adapter may"),
        None => Ok(()),
    }
}

/// Bytes that name a folder of this machine can neither be published nor be made again.
pub(crate) fn forbid_private_paths(id: &str, wasm: &[u8], toolchain: &Toolchain) -> Result<()> {
    match private_path(wasm, &[&root(), &cargo_home()?, &toolchain.sysroot]) {
        Some(path) => bail!("{id} holds the private path {path}"),
        None => Ok(()),
    }
}
