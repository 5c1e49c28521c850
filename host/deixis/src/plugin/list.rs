//! `deixis plugin list`.

use std::process::ExitCode;

use deixis_adapter::Bytes;
use serde_json::{Value, json};

use crate::cli::Common;
use crate::{dirs, session};

/// Prints the built-in adapters and those of the configuration. Exit code 1 if one of the latter
/// cannot be used.
#[expect(clippy::print_stdout, reason = "the answer of a command")]
pub(super) fn run(common: &Common, as_json: bool) -> anyhow::Result<ExitCode> {
    let config = session::config(common)?;
    let mut rows = Vec::new();
    for adapter in deixis_plugins_dist::all() {
        rows.push(json!({ "name": adapter.id, "origin": "built in", "sha256": adapter.sha256 }));
    }
    let mut sound = true;
    for (name, plugin) in &config.plugins {
        let pinned: String = plugin.sha256.iter().map(|byte| format!("{byte:02x}")).collect();
        let bytes = Bytes::File(plugin.source.clone());
        let problem = match deixis_adapter::inspect(name, &bytes, dirs::cache()) {
            Ok(inspection) if inspection.sha256 == pinned => None,
            Ok(inspection) => Some(format!(
                "its SHA-256 is {}, but {pinned} is pinned; look at it, then: deixis plugin update {name}",
                inspection.sha256
            )),
            Err(error) => Some(error.to_string()),
        };
        sound &= problem.is_none();
        rows.push(json!({
            "name": name,
            "origin": plugin.source.display().to_string(),
            "sha256": pinned,
            "commands": plugin.commands,
            "projectRead": plugin.project_read,
            "problem": problem,
        }));
    }
    if as_json {
        println!("{}", serde_json::to_string_pretty(&rows)?);
    } else {
        for row in &rows {
            println!("{}", line(row));
        }
    }
    Ok(if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn line(row: &Value) -> String {
    let text = |name: &str| row[name].as_str().unwrap_or_default();
    let hash = text("sha256");
    let hash = hash.get(..12).unwrap_or(hash);
    let mut line = format!("{:<16} {hash}  {}", text("name"), text("origin"));
    for (what, name) in [("may start", "commands"), ("may read", "projectRead")] {
        let items = row[name].as_array().into_iter().flatten().filter_map(Value::as_str);
        let items: Vec<&str> = items.collect();
        if !items.is_empty() {
            line.push_str(&format!("\n                 {what} {}", items.join(", ")));
        }
    }
    if let Some(problem) = row["problem"].as_str() {
        line.push_str(&format!("\n                 cannot be used: {problem}"));
    }
    line
}
