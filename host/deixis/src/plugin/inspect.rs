//! `deixis plugin inspect`.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::bail;
use deixis_adapter::{Bytes, Inspection};
use serde_json::json;

use crate::cli::Common;
use crate::{dirs, session};

#[expect(clippy::print_stdout, reason = "the answer of a command")]
pub(super) fn run(common: &Common, what: &str, as_json: bool) -> anyhow::Result<ExitCode> {
    let bytes = bytes(common, what)?;
    let inspection = deixis_adapter::inspect(what, &bytes, dirs::cache())?;
    if as_json {
        println!("{}", serde_json::to_string_pretty(&structured(&inspection))?);
    } else {
        println!("{}", text(&inspection));
    }
    Ok(ExitCode::SUCCESS)
}

fn bytes(common: &Common, what: &str) -> anyhow::Result<Bytes> {
    if let Some(adapter) = deixis_plugins_dist::all().iter().find(|adapter| adapter.id == what) {
        return Ok(Bytes::Static(adapter.wasm));
    }
    let config = session::config(common)?;
    if let Some(plugin) = config.plugins.get(what) {
        return Ok(Bytes::File(plugin.source.clone()));
    }
    if Path::new(what).is_file() {
        return Ok(Bytes::File(std::path::absolute(what)?));
    }
    bail!("{what:?} is no adapter and no file; built in are {}", session::built_in().join(", "));
}

/// Programs that the adapter's recipes may ask for.
pub(super) fn commands(inspection: &Inspection) -> Vec<String> {
    let mut commands: Vec<String> =
        inspection.descriptor.recipes.iter().flat_map(|recipe| recipe.commands.clone()).collect();
    commands.sort();
    commands.dedup();
    commands
}

fn text(inspection: &Inspection) -> String {
    let descriptor: &Arc<_> = &inspection.descriptor;
    let list =
        |items: &[String]| if items.is_empty() { "none".to_owned() } else { items.join(", ") };
    let languages: Vec<String> =
        descriptor.languages.iter().map(|language| language.id.clone()).collect();
    let rows = [
        ("id", descriptor.id.clone()),
        ("name", descriptor.display_name.clone()),
        ("version", descriptor.version.clone()),
        ("contract", inspection.contract.clone()),
        ("sha256", inspection.sha256.clone()),
        ("size", format!("{} bytes", inspection.size)),
        ("languages", list(&languages)),
        ("groups", list(&inspection.groups)),
        ("imports", list(&inspection.imports)),
        ("wasi", if inspection.wasi { "imported; given empty-handed" } else { "none" }.to_owned()),
        ("commands", list(&commands(inspection))),
    ];
    rows.map(|(name, value)| format!("{name:<10} {value}")).join("\n")
}

fn structured(inspection: &Inspection) -> serde_json::Value {
    json!({
        "id": inspection.descriptor.id,
        "name": inspection.descriptor.display_name,
        "version": inspection.descriptor.version,
        "contract": inspection.contract,
        "sha256": inspection.sha256,
        "size": inspection.size,
        "groups": inspection.groups,
        "imports": inspection.imports,
        "wasi": inspection.wasi,
        "commands": commands(inspection),
    })
}
