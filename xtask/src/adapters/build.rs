//! From a crate to a core module.
//!
//! Theory of operation. Paths get into the bytes through panic messages, so
//! every folder that differs between machines is given a name that does not.
//! `CARGO_TARGET_DIR` is not heeded: the adapters have a folder of their own,
//! or they would throw each other's native builds away.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use deixis_author::{TARGET, Toolchain, remaps, wrap};

use crate::shell::{run, say};

/// The target whose components an author gets without our tools.
const PLAIN_TARGET: &str = "wasm32-wasip2";

/// A guest of the tests.
pub(crate) struct Guest {
    /// Name of its package and of its file.
    pub(crate) name: String,
    /// The target it is built for.
    pub(crate) target: &'static str,
}

/// Where the adapters are built; the guests have a folder of their own.
pub(crate) fn target_folder(workspace: &Path) -> PathBuf {
    let root = crate::shell::root();
    root.join(if workspace == root { "target/adapters" } else { "target/guests" })
}

/// Compiles one package of a workspace to a core module.
pub(crate) fn core_module(
    workspace: &Path,
    package: &str,
    toolchain: &Toolchain,
) -> Result<Vec<u8>> {
    compile(workspace, package, TARGET, toolchain)
}

/// The guests of a workspace: one folder with a manifest each.
pub(crate) fn guests(workspace: &Path) -> Result<Vec<Guest>> {
    let mut guests = Vec::new();
    for entry in
        std::fs::read_dir(workspace).with_context(|| format!("reading {}", workspace.display()))?
    {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.path().join("Cargo.toml").is_file() {
            let target = if name == "well-behaved" { PLAIN_TARGET } else { TARGET };
            guests.push(Guest { name, target });
        }
    }
    guests.sort_by(|left, right| left.name.cmp(&right.name));
    Ok(guests)
}

/// Builds one guest; `None` if its target cannot be had here.
pub(crate) fn guest(
    workspace: &Path,
    guest: &Guest,
    toolchain: &Toolchain,
) -> Result<Option<Vec<u8>>> {
    if guest.target == TARGET {
        let core = compile(workspace, &guest.name, TARGET, toolchain)?;
        return wrap(&core).map(Some).with_context(|| format!("wrapping {}", guest.name));
    }
    if !toolchain.has(guest.target) {
        return Ok(None);
    }
    // This target's linker makes a component by itself.
    compile(workspace, &guest.name, guest.target, toolchain).map(Some)
}

fn compile(
    workspace: &Path,
    package: &str,
    target: &str,
    toolchain: &Toolchain,
) -> Result<Vec<u8>> {
    let folder = target_folder(workspace);
    say(format!("adapters: compiling {package}"));
    let mut command = toolchain.cargo();
    command
        .current_dir(workspace)
        .args(["rustc", "--quiet", "--lib", "--profile", "adapter", "--crate-type", "cdylib"])
        .args(["-p", package, "--target", target, "--target-dir"])
        .arg(&folder)
        .args(toolchain.arguments())
        .env("CARGO_ENCODED_RUSTFLAGS", flags(workspace, toolchain)?);
    run(&mut command)?;
    let file =
        folder.join(target).join("adapter").join(format!("{}.wasm", package.replace('-', "_")));
    std::fs::read(&file).with_context(|| format!("reading {}", file.display()))
}

/// Names for every folder that differs between machines.
fn flags(workspace: &Path, toolchain: &Toolchain) -> Result<String> {
    let target = target_folder(workspace);
    let root = crate::shell::root();
    let folders =
        [(root.as_path(), "/deixis"), (workspace, "/deixis"), (target.as_path(), "/target")];
    Ok(remaps(toolchain, &folders)?.join("\u{1f}"))
}
