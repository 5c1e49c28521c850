//! `[plugins.NAME]`.

use super::findings::Findings;
use super::routes::glob_problem;
use super::table::{Entry, Fields, Table, example_of};
use crate::model::Plugin;
use std::path::Path;
use std::time::Duration;

/// The fields of a plugin, each with a right example.
pub(super) const FIELDS: &Fields = &[
    ("source", "source = \"adapters/zig.wasm\""),
    ("sha256", "sha256 = \"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\""),
    ("commands", "commands = [\"zls\"]"),
    ("project_read", "project_read = [\"build.zig\"]"),
    ("memory_mib", "memory_mib = 32"),
    ("call_ms", "call_ms = 100"),
];

/// The most memory of one instance, in MiB: what 32-bit components can address.
const MAX_MEMORY_MIB: u64 = 4096;
/// The longest that one call may take, in milliseconds.
const MAX_CALL_MS: u64 = 60_000;

/// What plugins are read against.
pub(super) struct Context<'c> {
    /// The configuration file's folder.
    pub(super) folder: &'c Path,
    /// The adapters that a plugin cannot be called like.
    pub(super) built_in: &'c [&'c str],
}

/// Reads one plugin; `None` when something that it cannot do without is wrong.
pub(super) fn read(
    name: &str,
    table: &Table<'_, '_>,
    context: &Context<'_>,
    findings: &mut Findings<'_>,
) -> Option<Plugin> {
    table.refuse_unknown(FIELDS, findings);
    check_name(name, table, context, findings);
    for required in ["source", "sha256"] {
        if !table.has(required) {
            let problem = match required {
                "sha256" => {
                    "a plugin is pinned by its hash, which `deixis plugin inspect FILE` shows"
                }
                _ => "a plugin needs the path of its component",
            };
            let (path, example) = (table.path_of(required), example_of(FIELDS, required));
            findings.missing(&path, table.key_span(), problem, example);
        }
    }
    let source = table.string("source", FIELDS, findings).map(|path| context.folder.join(path));
    let sha256 = sha256(table, findings);
    let owned =
        |list: Vec<Entry<'_, '_>>| list.iter().map(|entry| entry.as_str().to_owned()).collect();
    let commands = table.strings("commands", true, FIELDS, findings).map(owned);
    let project_read = project_read(table, findings);
    let memory = table.positive("memory_mib", MAX_MEMORY_MIB, FIELDS, findings);
    let call = table.positive("call_ms", MAX_CALL_MS, FIELDS, findings);
    Some(Plugin {
        source: source?,
        sha256: sha256?,
        commands: commands.unwrap_or_default(),
        project_read,
        memory_mib: memory
            .and_then(|mib| u32::try_from(mib).ok())
            .unwrap_or(Plugin::DEFAULT_MEMORY_MIB),
        call: call.map_or(Plugin::DEFAULT_CALL, Duration::from_millis),
    })
}

fn check_name(
    name: &str,
    table: &Table<'_, '_>,
    context: &Context<'_>,
    findings: &mut Findings<'_>,
) {
    let problem = if name.trim().is_empty() {
        "a plugin has a name"
    } else if context.built_in.contains(&name) {
        "an adapter of this name is built in; call the plugin something else"
    } else {
        return;
    };
    let example = format!("[plugins.my-{}]", if name.trim().is_empty() { "zig" } else { name });
    findings.wrong_key(table.path(), table.key_span(), None, problem, example);
}

/// 64 hexadecimal digits.
fn sha256(table: &Table<'_, '_>, findings: &mut Findings<'_>) -> Option<[u8; 32]> {
    let found = table.string("sha256", FIELDS, findings)?;
    let mut hash = [0; 32];
    let digits: Option<Vec<u8>> = found
        .chars()
        .map(|digit| digit.to_digit(16).and_then(|digit| u8::try_from(digit).ok()))
        .collect();
    match digits {
        Some(digits) if digits.len() == 2 * hash.len() => {
            for (byte, pair) in hash.iter_mut().zip(digits.chunks_exact(2)) {
                *byte = pair[0] << 4 | pair[1];
            }
            Some(hash)
        }
        _ => {
            let count = found.chars().count();
            let problem =
                format!("a SHA-256 is 64 hexadecimal digits; these are {count} characters");
            table.get("sha256")?.wrong(problem, example_of(FIELDS, "sha256"), findings);
            None
        }
    }
}

fn project_read(table: &Table<'_, '_>, findings: &mut Findings<'_>) -> Vec<String> {
    let entries = table.strings("project_read", false, FIELDS, findings).unwrap_or_default();
    let mut good = Vec::new();
    for entry in entries {
        match glob_problem(entry.as_str()) {
            None => good.push(entry.as_str().to_owned()),
            Some(problem) => entry.wrong(problem, example_of(FIELDS, "project_read"), findings),
        }
    }
    good
}
