//! C: clang compiles a core module, without a library; bindings are made of `wit/`.
//!
//! Theory of operation. The bindings are written into `build/`, where an editor finds them as
//! well. Every `.c` file at the top of the folder and in `libc/` is compiled: the little of C's
//! library that bindings and hooks need is part of the sources, so that the component imports
//! nothing but what it uses of the host.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use wit_bindgen_core::{Files, wit_parser::Resolve};

use super::tool::Tool;
use super::{WORLD, contract};
use crate::command::output;
use crate::component::wrap;

const INSTALL: &str = "apt-get install clang lld (Debian), brew install llvm lld (macOS)";
const CLANG: Tool = Tool { name: "clang", places: &[], install: INSTALL };
const LINKER: &str = "wasm-ld";
/// Where bindings and the core module go.
const BUILD: &str = "build";
/// Sizes count: nothing here is slow.
const FLAGS: [&str; 12] = [
    "--target=wasm32",
    "-std=c17",
    "-Os",
    "-Wall",
    "-Wextra",
    "-ffreestanding",
    // Else the loop of `memcpy` becomes a call of `memcpy`.
    "-fno-builtin",
    "-nostdlib",
    "-isystemlibc",
    "-isystembuild",
    "-Wl,--no-entry",
    "-Wl,--strip-all",
];

pub(super) fn build(folder: &Path) -> Result<Vec<u8>> {
    contract(folder)?;
    let clang = CLANG.find(folder)?;
    find_linker(&clang, folder)?;
    let made = folder.join(BUILD);
    bind(&folder.join("wit"), &made)?;
    let mut command = Command::new(&clang);
    command.current_dir(folder).args(FLAGS).arg("-o").arg("build/core.wasm");
    command.args(sources(folder)?);
    command.args([format!("build/{WORLD}.c"), format!("build/{WORLD}_component_type.o")]);
    output(&mut command)?;
    let core = std::fs::read(made.join("core.wasm")).context("clang made no module")?;
    wrap(&core)
}

/// clang knows the linker only by its name until it is needed, and then says little.
fn find_linker(clang: &Path, folder: &Path) -> Result<()> {
    let named = output(Command::new(clang).arg(format!("--print-prog-name={LINKER}")))?;
    if Path::new(named.trim()).is_absolute() {
        return Ok(());
    }
    Tool { name: LINKER, places: &[], install: INSTALL }.find(folder).map(drop)
}

/// Writes `groups.h`, `groups.c` and the object that names the component's type.
fn bind(wit: &Path, made: &Path) -> Result<()> {
    let mut resolve = Resolve::default();
    let (package, _) = resolve.push_path(wit)?;
    let world = resolve.select_world(&[package], Some(WORLD))?;
    let mut files = Files::default();
    wit_bindgen_c::Opts::default().build().generate(&mut resolve, world, &mut files)?;
    std::fs::create_dir_all(made)?;
    for (name, content) in files.iter() {
        let file = made.join(name);
        std::fs::write(&file, content)
            .with_context(|| format!("{} cannot be written", file.display()))?;
    }
    Ok(())
}

/// The adapter's own files, as paths below its folder.
fn sources(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for part in ["", "libc"] {
        let Ok(entries) = std::fs::read_dir(folder.join(part)) else { continue };
        let names = entries.flatten().map(|entry| Path::new(part).join(entry.file_name()));
        found.extend(names.filter(|name| name.extension().is_some_and(|ending| ending == "c")));
    }
    if found.is_empty() {
        bail!("{} has no file that ends with .c", folder.display());
    }
    // The same order gives the same bytes.
    found.sort();
    Ok(found)
}
