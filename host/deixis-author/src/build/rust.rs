//! Rust: cargo compiles a core module, which is wrapped into a component.
//!
//! Theory of operation. The target has no WASI, so the component imports nothing but what it
//! uses of the host. The flags for all crates are the same in every folder, so that adapters can
//! share a target folder (`CARGO_TARGET_DIR`); that of the adapter itself is only given to its
//! own crate.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use crate::remap::{remap, remaps};
use crate::{TARGET, Toolchain, show, wrap};

pub(super) fn build(folder: &Path) -> Result<Vec<u8>> {
    let toolchain = Toolchain::find(folder)
        .context("Rust is needed: get it from https://rustup.rs, then `rustup target add wasm32-unknown-unknown`")?;
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| folder.join("target"), PathBuf::from);
    let mut cargo = toolchain.cargo();
    cargo
        .current_dir(folder)
        .args(["rustc", "--lib", "--release", "--crate-type", "cdylib", "--target", TARGET])
        .args(["--message-format", "json-render-diagnostics", "--target-dir"])
        .arg(std::path::absolute(&target)?)
        .args(toolchain.arguments())
        .arg("--")
        .arg(remap(folder, "/adapter"))
        .env("CARGO_ENCODED_RUSTFLAGS", remaps(&toolchain, &[])?.join("\u{1f}"))
        .stdin(Stdio::null())
        .stderr(Stdio::inherit());
    let shown = show(&cargo);
    let output = cargo.output().with_context(|| format!("cannot start `{shown}`"))?;
    if !output.status.success() {
        bail!("the adapter does not compile; see above (cargo ended with {})", output.status);
    }
    let core = module(&output.stdout).with_context(|| {
        format!(
            "{} makes no library; its lib.rs ends with deixis_plugin::export!(…)",
            folder.display()
        )
    })?;
    let core = std::fs::read(&core).with_context(|| format!("reading {}", core.display()))?;
    wrap(&core).context(
        "the module is no adapter of this contract: was deixis_plugin::export!(…) forgotten, or \
         is the kit beside it from another Deixis?",
    )
}

/// The last module that cargo made: packages come after what they depend on.
fn module(messages: &[u8]) -> Option<PathBuf> {
    let lines = messages.split(|byte| *byte == b'\n').rev();
    let messages = lines.filter_map(|line| serde_json::from_slice::<Value>(line).ok());
    let artifacts = messages.filter(|message| message["reason"] == "compiler-artifact");
    let files = artifacts.flat_map(|artifact| {
        let files = artifact["filenames"].as_array().cloned().unwrap_or_default();
        files.into_iter().filter_map(|file| file.as_str().map(PathBuf::from))
    });
    files.into_iter().find(|file| file.extension().is_some_and(|ending| ending == "wasm"))
}
