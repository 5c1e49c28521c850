//! `cargo xtask adapters`: the built-in adapters, from source to component.
//!
//! Theory of operation. Each plugin crate is compiled to a core module by the
//! first way that this machine offers, wrapped into a component, validated,
//! and searched for private paths. The descriptors come from the same code,
//! run natively. All of it is written to `plugins/dist`, which is committed.
//!
//! With `--check` nothing is written: the digest of the sources must be the
//! recorded one, and a rebuild must give the recorded bytes if the toolchain
//! is the recorded one. If it is another, its components are tested instead.
//!
//! The misbehaving guests of the tests go the same way (`--guests`), without a
//! manifest.

mod build;
mod component;
mod digest;
mod manifest;

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use deixis_author::{Toolchain, shape, wrap};
use serde_json::Value;

use crate::shell::{cargo, output, root, run as run_command, say};
use manifest::{Entry, Grant, Manifest};

/// Folders of the built-in adapters under `plugins/`, which are also their ids.
const ADAPTERS: &[&str] = &["cpp", "go", "java", "python", "rust", "typescript"];

/// The grant of a built-in adapter, but for what its descriptor says.
const MEMORY_MIB: u32 = 32;
const CALL_MS: u32 = 500;

/// Builds the adapters into `plugins/dist`, or checks those that are there.
pub(crate) fn run_adapters(check: bool) -> Result<()> {
    if check { run_check() } else { write(&root().join("plugins/dist"), &build_all()?) }
}

/// Builds the misbehaving guests into `tests/guests/dist`.
pub(crate) fn run_guests() -> Result<()> {
    let workspace = root().join("tests/guests");
    let folder = workspace.join("dist");
    std::fs::create_dir_all(&folder)?;
    let toolchain = Toolchain::find(&root())?;
    for guest in build::guests(&workspace)? {
        match build::guest(&workspace, &guest, &toolchain)? {
            Some(wasm) => {
                component::forbid_private_paths(&guest.name, &wasm, &toolchain)?;
                say(format!("adapters: {} {} bytes", guest.name, wasm.len()));
                std::fs::write(folder.join(format!("{}.wasm", guest.name)), wasm)?;
            }
            None => {
                say(format!("adapters: {} left as it is: no target {}", guest.name, guest.target));
            }
        }
    }
    Ok(())
}

/// A component and all that is said of it.
struct Built {
    entry: Entry,
    wasm: Vec<u8>,
}

fn build_all() -> Result<Vec<Built>> {
    let toolchain = Toolchain::find(&root())?;
    let name = toolchain_name(&toolchain)?;
    say(format!("adapters: building with {name}"));
    let descriptors = descriptors()?;
    let mut built = Vec::new();
    for id in ADAPTERS {
        let core = build::core_module(&root(), &format!("deixis-plugin-{id}"), &toolchain)?;
        let wasm = wrap(&core).with_context(|| format!("wrapping {id}"))?;
        let shape = shape(&wasm)?;
        component::forbid_wasi(&shape, id)?;
        component::forbid_private_paths(id, &wasm, &toolchain)?;
        say(format!("adapters: {id} {} bytes, exports {}", wasm.len(), shape.exports.join(", ")));
        let descriptor =
            descriptors.get(*id).with_context(|| format!("there is no descriptor of {id}"))?;
        built.push(Built {
            entry: Entry {
                id: (*id).to_owned(),
                sha256: digest::of_bytes(&wasm),
                source_digest: digest::of_sources(&root(), id)?,
                toolchain: name.clone(),
                imports: shape.imports,
                exports: shape.exports,
                grant: grant(descriptor)?,
                descriptor: descriptor.clone(),
            },
            wasm,
        });
    }
    Ok(built)
}

/// What the manifest says of the compiler: only the same name promises the same bytes.
fn toolchain_name(toolchain: &Toolchain) -> Result<String> {
    let encoder = locked("wit-component", "0.263.")?;
    Ok(format!("{}; wit-component {encoder}; {}", toolchain.compiler, toolchain.way_name()))
}

/// The version of a package in the lock file.
fn locked(package: &str, prefix: &str) -> Result<String> {
    let text = std::fs::read_to_string(root().join("Cargo.lock")).context("reading Cargo.lock")?;
    let lock: toml::Table = text.parse().context("reading Cargo.lock")?;
    let packages = lock.get("package").and_then(toml::Value::as_array).into_iter().flatten();
    let mut versions = packages
        .filter(|entry| entry.get("name").and_then(toml::Value::as_str) == Some(package))
        .filter_map(|entry| entry.get("version").and_then(toml::Value::as_str));
    versions
        .find(|version| version.starts_with(prefix))
        .map(ToOwned::to_owned)
        .with_context(|| format!("Cargo.lock has no {package} {prefix}x"))
}

/// What the code says of itself. The components must be there for it to be
/// compiled, so empty ones are put where there are none yet.
fn descriptors() -> Result<BTreeMap<String, Value>> {
    let dist = root().join("plugins/dist");
    std::fs::create_dir_all(dist.join("components"))?;
    let placeholders = ADAPTERS.iter().map(|id| (dist.join(format!("components/{id}.wasm")), ""));
    for (path, text) in placeholders.chain([(dist.join("manifest.json"), r#"{"adapters":[]}"#)]) {
        if !path.exists() {
            std::fs::write(&path, text)?;
        }
    }
    let text = output(cargo().args([
        "run",
        "--quiet",
        "-p",
        "deixis-plugins-dist",
        "--example",
        "describe",
    ]))?;
    serde_json::from_str(&text)
        .context("the example `describe` printed something else than descriptors")
}

/// A built-in adapter is granted what it asks for: it is reviewed here.
fn grant(descriptor: &Value) -> Result<Grant> {
    let words = |value: &Value| -> Vec<String> {
        value
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .map(ToOwned::to_owned)
            .collect()
    };
    let mut commands = Vec::new();
    for recipe in descriptor["recipes"].as_array().into_iter().flatten() {
        for command in words(&recipe["commands"]) {
            if !commands.contains(&command) {
                commands.push(command);
            }
        }
    }
    let extra: Value =
        descriptor["extra"].as_str().map_or(Ok(Value::Null), serde_json::from_str)?;
    Ok(Grant {
        commands,
        project_read: words(&extra["project_read"]),
        memory_mib: MEMORY_MIB,
        call_ms: CALL_MS,
    })
}

fn write(folder: &Path, built: &[Built]) -> Result<()> {
    let components = folder.join("components");
    std::fs::create_dir_all(&components)?;
    for Built { entry, wasm } in built {
        std::fs::write(components.join(format!("{}.wasm", entry.id)), wasm)?;
    }
    Manifest::of(built.iter().map(|built| built.entry.clone())).write(&folder.join("manifest.json"))
}

fn run_check() -> Result<()> {
    let recorded = Manifest::read(&root().join("plugins/dist/manifest.json"))?;
    let stale: Vec<&str> = ADAPTERS
        .iter()
        .copied()
        .filter(|id| {
            let digest = digest::of_sources(&root(), id).ok();
            recorded.entry(id).is_none_or(|entry| Some(&entry.source_digest) != digest.as_ref())
        })
        .collect();
    if !stale.is_empty() {
        bail!(
            "components of {} are older than their sources: run `cargo xtask adapters`",
            stale.join(", ")
        );
    }
    let rebuilt = build_all()?;
    let mut foreign = false;
    for Built { entry, .. } in &rebuilt {
        let Some(old) = recorded.entry(&entry.id) else { continue };
        if old.toolchain != entry.toolchain {
            foreign = true;
        } else if old.sha256 != entry.sha256 {
            bail!("{}: the same toolchain gave other bytes: run `cargo xtask adapters`", entry.id);
        }
        if old.descriptor != entry.descriptor || old.grant != entry.grant {
            bail!(
                "{}: the manifest holds another descriptor: run `cargo xtask adapters`",
                entry.id
            );
        }
    }
    if foreign {
        test_foreign(&rebuilt)?;
    } else {
        say("adapters: the rebuild gave the committed bytes");
    }
    Ok(())
}

/// Another compiler gives other bytes: what can be asked of them is that they
/// pass the same tests.
fn test_foreign(rebuilt: &[Built]) -> Result<()> {
    let folder = build::target_folder(&root()).join("dist");
    write(&folder, rebuilt)?;
    say("adapters: this toolchain is not the recorded one; testing what it built");
    run_command(
        cargo()
            .args(["test", "--quiet", "-p", "deixis-plugins-dist", "-p", "deixis-adapter"])
            .env("DEIXIS_PLUGINS_DIST", &folder),
    )
}
