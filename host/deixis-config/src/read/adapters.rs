//! `adapter`: one name, or a list of layers.

use super::findings::Findings;
use super::nearest::nearest;
use super::server::FIELDS;
use super::table::{Entry, Table, example_of, join};

/// A right list of layers.
const LAYERS: &str = "adapter = [\"rust\", \"house-rules\"]";

/// The names, the lowest layer first. `known` are those that there are.
pub(super) fn read(
    server: &Table<'_, '_>,
    known: &[&str],
    findings: &mut Findings<'_>,
) -> Vec<String> {
    let Some(entry) = server.get("adapter") else { return Vec::new() };
    let Some(list) = entry.value.get_ref().as_array() else {
        let example = example_of(FIELDS, "adapter");
        let found = match entry.value.get_ref().as_str() {
            Some(_) => entry.filled_string(example, findings),
            None => {
                entry.wrong_type("a string or a list of strings", example, findings);
                None
            }
        };
        let found = found.filter(|found| exists(&entry, found, None, known, findings));
        return found.map(str::to_owned).into_iter().collect();
    };
    if list.is_empty() {
        entry.wrong("a list of layers has at least one adapter", LAYERS, findings);
    }
    let mut names: Vec<String> = Vec::new();
    for element in entry.elements() {
        let Some(found) = element.filled_string(LAYERS, findings) else { continue };
        if names.iter().any(|name| name == found) {
            element.wrong("an adapter is a layer only once", LAYERS, findings);
        } else if exists(&element, found, names.first(), known, findings) {
            names.push(found.to_owned());
        }
    }
    names
}

/// Whether there is an adapter of this name; `lowest` is the layer that it would
/// be on top of.
fn exists(
    entry: &Entry<'_, '_>,
    found: &str,
    lowest: Option<&String>,
    known: &[&str],
    findings: &mut Findings<'_>,
) -> bool {
    if known.contains(&found) {
        return true;
    }
    let all: Vec<String> = known.iter().map(|name| format!("\"{name}\"")).collect();
    let all = if all.is_empty() { "none".to_owned() } else { all.join(", ") };
    let problem =
        format!("there is no such adapter, neither built in nor under [plugins]; there is {all}");
    let example = match (nearest(found, known.iter().copied()), lowest) {
        (Some(meant), None) => format!("adapter = \"{meant}\""),
        (Some(meant), Some(lowest)) => format!("adapter = [\"{lowest}\", \"{meant}\"]"),
        (None, _) => format!("[{}]\nsource = \"adapters/{found}.wasm\"", join("plugins", found)),
    };
    entry.wrong(problem, example, findings);
    false
}
