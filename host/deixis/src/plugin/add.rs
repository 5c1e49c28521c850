//! `deixis plugin add`, `update` and `remove`.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use deixis_adapter::{Bytes, Inspection};
use deixis_config::Plugin;
use deixis_config::edit::{Pin, put_plugin, remove_plugin};

use super::file::File;
use super::grants::{Grants, consent};
use crate::cli::Common;
use crate::dirs;

/// Writes a component into the configuration.
#[expect(clippy::print_stdout, reason = "the answer of a command")]
pub(super) fn add(
    common: &Common,
    component: &Path,
    name: Option<&str>,
    yes: bool,
) -> anyhow::Result<ExitCode> {
    let file = File::read(common)?;
    let (component, inspection) = look(component)?;
    let name = name.unwrap_or(&inspection.descriptor.id);
    if file.config.plugins.contains_key(name) {
        bail!("there is a plugin {name:?} in the configuration; say deixis plugin update {name}");
    }
    println!("{}", heading(&inspection));
    let grants = Grants::asked(&inspection);
    describe_grants(&grants.lines(), "it asks for nothing", "it asks to:");
    consent(&format!("write [plugins.{name}] into {}", file.path().display()), yes)?;
    put(&file, name, &component, &inspection, grants)?;
    println!("added; a server uses it by `adapter = \"{name}\"`");
    Ok(ExitCode::SUCCESS)
}

/// Pins a component anew.
#[expect(clippy::print_stdout, reason = "the answer of a command")]
pub(super) fn update(
    common: &Common,
    name: &str,
    component: Option<&Path>,
    yes: bool,
) -> anyhow::Result<ExitCode> {
    let file = File::read(common)?;
    let known = plugin(&file, name)?;
    let (component, inspection) = look(component.unwrap_or(&known.source))?;
    let old: String = known.sha256.iter().map(|byte| format!("{byte:02x}")).collect();
    println!("{}", heading(&inspection));
    if old == inspection.sha256 && known.source == component {
        println!("it is pinned as it is; nothing to do");
        return Ok(ExitCode::SUCCESS);
    }
    println!("sha256 was {old}");
    let (granted, asked) = (Grants::granted(known), Grants::asked(&inspection));
    describe_grants(
        &granted.difference(&asked),
        "it asks for the same as before",
        "it asks for a change:",
    );
    if asked.exceeds(&granted) {
        consent(&format!("grant that in {}", file.path().display()), yes)?;
    }
    put(&file, name, &component, &inspection, asked)?;
    println!("updated");
    Ok(ExitCode::SUCCESS)
}

/// Takes a component out of the configuration.
#[expect(clippy::print_stdout, reason = "the answer of a command")]
pub(super) fn remove(common: &Common, name: &str) -> anyhow::Result<ExitCode> {
    let file = File::read(common)?;
    plugin(&file, name)?;
    let users: Vec<&str> = file
        .config
        .servers
        .iter()
        .filter(|(_, server)| server.adapters.iter().any(|adapter| adapter == name))
        .map(|(server, _)| server.as_str())
        .collect();
    if !users.is_empty() {
        bail!(
            "the plugin {name:?} is the adapter of {}; take it out there first",
            users.join(", ")
        );
    }
    file.write(|text| remove_plugin(text, name))?;
    println!("removed from {}; the component's file is still there", file.path().display());
    Ok(ExitCode::SUCCESS)
}

fn plugin<'f>(file: &'f File, name: &str) -> anyhow::Result<&'f Plugin> {
    let plugins = &file.config.plugins;
    plugins.get(name).with_context(|| {
        let known: Vec<&str> = plugins.keys().map(String::as_str).collect();
        let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        format!("there is no plugin {name:?} in {}; there is {known}", file.path().display())
    })
}

/// The component's path without links and detours, and what it is. Compiles it for later.
fn look(component: &Path) -> anyhow::Result<(std::path::PathBuf, Inspection)> {
    let shown = component.display().to_string();
    let component =
        component.canonicalize().with_context(|| format!("{shown} is no file that can be read"))?;
    let bytes = Bytes::File(component.clone());
    let inspection = deixis_adapter::inspect(&shown, &bytes, dirs::cache())?;
    Ok((component, inspection))
}

fn put(
    file: &File,
    name: &str,
    component: &Path,
    inspection: &Inspection,
    grants: Grants,
) -> anyhow::Result<()> {
    let pin = Pin {
        source: file.source_of(component)?,
        sha256: inspection.sha256.clone(),
        commands: grants.commands,
        project_read: grants.project_read,
    };
    file.write(|text| put_plugin(text, name, &pin))
}

fn heading(inspection: &Inspection) -> String {
    let descriptor = &inspection.descriptor;
    let wasi = if inspection.wasi { "\nimports WASI, and gets it empty-handed" } else { "" };
    format!(
        "{} {} ({}), {} bytes\nsha256 {}\ngroups: {}{wasi}",
        descriptor.id,
        descriptor.version,
        descriptor.display_name,
        inspection.size,
        inspection.sha256,
        inspection.groups.join(", "),
    )
}

#[expect(clippy::print_stdout, reason = "the answer of a command")]
fn describe_grants(lines: &[String], none: &str, some: &str) {
    if lines.is_empty() {
        println!("{none}");
    } else {
        println!("{some}\n  {}", lines.join("\n  "));
    }
}
