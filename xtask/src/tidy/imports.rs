//! Who may import whom: the table of the architecture, checked on the manifests.

use super::Report;
use super::checkout::{Checkout, Package};

/// The tables of a manifest that name other crates.
const KINDS: [&str; 3] = ["dependencies", "build-dependencies", DEV];
const DEV: &str = "dev-dependencies";

/// Compares every manifest of the workspace with the tables `imports` and `only`.
pub(super) fn check(checkout: &Checkout, report: &mut Report) {
    let rules = &checkout.rules;
    for (folder, package) in
        checkout.packages().filter(|(folder, _)| Checkout::in_workspace(folder))
    {
        let Some(allowed) = rules.imports.get(&package.name) else {
            report.fault(format!("{folder}: {} has no row in the table `imports`", package.name));
            continue;
        };
        let more = rules.dev_imports.get(&package.name);
        for (kind, dependency) in dependencies(package) {
            let inside = rules.imports.contains_key(&dependency) && dependency != package.name;
            let for_tests = kind == DEV && more.is_some_and(|more| more.contains(&dependency));
            if inside && !for_tests && !allowed.contains(&dependency) {
                report.fault(format!("{folder}: {} must not import {dependency}", package.name));
            }
            if rules.only.get(&dependency).is_some_and(|few| !few.contains(&package.name)) {
                let few = rules.only[&dependency].join(", ");
                report.fault(format!("{folder}: only {few} may see {dependency}"));
            }
        }
    }
}

/// Kind and real name of everything that a manifest depends on, for any target.
fn dependencies(package: &Package) -> Vec<(&'static str, String)> {
    let manifest = &package.manifest;
    let targets = manifest.get("target").and_then(toml::Value::as_table);
    let targets =
        targets.into_iter().flat_map(|table| table.values().filter_map(toml::Value::as_table));
    let mut names = Vec::new();
    for table in std::iter::once(manifest).chain(targets) {
        for kind in KINDS {
            let Some(entries) = table.get(kind).and_then(toml::Value::as_table) else { continue };
            // `package = "…"` gives a crate another name here; the table knows real names.
            let real = |(name, value): (&String, &toml::Value)| {
                let name = value.get("package").and_then(toml::Value::as_str).unwrap_or(name);
                (kind, name.to_owned())
            };
            names.extend(entries.iter().map(real));
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::super::{Report, checkout::sample};

    #[test]
    fn manifests_are_held_to_the_table() {
        let check = |name: &str, dependencies: &str, expected: &[&str]| {
            let manifest = format!("[package]\nname = \"{name}\"\n{dependencies}");
            let mut report = Report::default();
            super::check(&sample(&[("host/x/Cargo.toml", &manifest)]), &mut report);
            assert_eq!(report.faults, expected, "{name}: {dependencies}");
        };
        check("deixis-lsp", "[dependencies]\ndeixis-base.workspace = true\nserde = \"1\"", &[]);
        check("deixis-plugins-dist", "[dev-dependencies]\ndeixis-hooks = \"1\"", &[]);
        check(
            "deixis-plugins-dist",
            "[dependencies]\ndeixis-hooks = \"1\"",
            &["host/x: deixis-plugins-dist must not import deixis-hooks"],
        );
        check(
            "deixis-lsp",
            "[dev-dependencies]\ndeixis-config.workspace = true",
            &["host/x: deixis-lsp must not import deixis-config"],
        );
        check(
            "deixis-base",
            "[target.'cfg(unix)'.dependencies]\nw = { package = \"wasmtime\", version = \"48\" }",
            &["host/x: only deixis-adapter may see wasmtime"],
        );
        check("deixis-adapter", "[dependencies]\nwasmtime = \"48\"", &[]);
        check("stranger", "", &["host/x: stranger has no row in the table `imports`"]);
    }
}
