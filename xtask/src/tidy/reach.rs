//! No forgotten file: every Rust file is part of some target of its package.
//!
//! A test that no `mod` line names compiles nowhere and fails never. So, for each
//! package, the targets' root files are listed as cargo would find them, their
//! `mod name;` lines are followed, and whatever remains is reported. Only modules
//! declared at the top level of a file are followed, which is how this repository
//! writes them.

use std::collections::BTreeSet;

use super::Report;
use super::checkout::{Checkout, Package};

/// Follows every package's modules and reports files that nothing reaches.
pub(super) fn check(checkout: &Checkout, report: &mut Report) {
    let mut reached = BTreeSet::new();
    for (folder, package) in checkout.packages() {
        for root in target_roots(checkout, folder, package) {
            follow(checkout, &root, &mut reached);
        }
    }
    for (path, _) in checkout.files().filter(|(path, _)| path.ends_with(".rs")) {
        let of_package = ["src/", "tests/", "benches/", "examples/"].iter().any(|part| {
            checkout.packages().any(|(folder, _)| path.starts_with(&join(folder, part)))
        });
        if of_package && !reached.contains(path) && !is_data(path) {
            report.fault(format!("{path} is in no target: no `mod` line leads to it"));
        }
    }
}

/// Source text that tests read as data, and templates that become packages later.
fn is_data(path: &str) -> bool {
    path.split('/')
        .any(|part| matches!(part, "data" | "golden" | "fixtures" | "template" | "templates"))
}

/// The root files of a package's targets: the usual places and those the manifest names.
fn target_roots(checkout: &Checkout, folder: &str, package: &Package) -> Vec<String> {
    let manifest = &package.manifest;
    let mut roots: Vec<String> =
        ["build.rs", "src/lib.rs", "src/main.rs"].iter().map(|path| join(folder, path)).collect();
    let off =
        |key: &str| manifest["package"].get(key).and_then(toml::Value::as_bool) == Some(false);
    let places = [
        ("src/bin/", "autobins"),
        ("tests/", "autotests"),
        ("benches/", "autobenches"),
        ("examples/", "autoexamples"),
    ];
    for (place, switch) in places.iter().filter(|(_, switch)| !off(switch)) {
        let place = join(folder, place);
        debug_assert!(!switch.is_empty());
        for (path, _) in checkout.files() {
            let Some(rest) = path.strip_prefix(&place) else { continue };
            let direct = !rest.contains('/') && rest.ends_with(".rs");
            let own_folder = rest.strip_suffix("/main.rs").is_some_and(|name| !name.contains('/'));
            if direct || own_folder {
                roots.push(path.to_owned());
            }
        }
    }
    for kind in ["lib", "bin", "test", "bench", "example"] {
        let Some(value) = manifest.get(kind) else { continue };
        let tables = value.as_array().map_or_else(|| vec![value], |list| list.iter().collect());
        let paths = tables.iter().filter_map(|table| table.get("path")?.as_str());
        roots.extend(paths.map(|path| join(folder, path)));
    }
    roots
}

/// Marks a root file and everything its `mod` lines lead to.
fn follow(checkout: &Checkout, root: &str, reached: &mut BTreeSet<String>) {
    // A root's modules lie beside it, those of `a.rs` in `a/`, those of `mod.rs` beside it.
    let mut waiting = vec![(root.to_owned(), parent(root).to_owned())];
    while let Some((file, folder)) = waiting.pop() {
        let Some(text) = checkout.text(&file) else { continue };
        if !reached.insert(file.clone()) {
            continue;
        }
        for module in modules(text) {
            match module {
                Module::At(path) => {
                    let path = normal(&join(parent(&file), &path));
                    waiting.push((path.clone(), parent(&path).to_owned()));
                }
                Module::Named(name) => {
                    let inner = join(&folder, &name);
                    waiting.push((format!("{inner}.rs"), inner.clone()));
                    waiting.push((format!("{inner}/mod.rs"), inner));
                }
            }
        }
    }
}

/// One `mod` line, or a file that is included as source.
#[derive(Debug, PartialEq, Eq)]
enum Module {
    Named(String),
    At(String),
}

/// The files that a source text makes part of its target.
fn modules(text: &str) -> Vec<Module> {
    let mut found = Vec::new();
    // `#[cfg_attr(…, path = "…")]` may give one module several files, one per platform.
    let mut given_paths: Vec<Module> = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.starts_with("//")) {
        if let Some((attribute, rest)) = line.split_once("path = \"")
            && attribute.starts_with("#[")
        {
            given_paths.extend(rest.split('"').next().map(|path| Module::At(path.to_owned())));
        }
        if let Some((_, rest)) = line.split_once("include!(\"") {
            found.extend(rest.split('"').next().map(|path| Module::At(path.to_owned())));
        }
        let Some(name) = module_name(line) else { continue };
        if given_paths.is_empty() {
            found.push(Module::Named(name));
        }
        found.append(&mut given_paths);
    }
    found
}

/// The `name` of a line such as `pub(crate) mod name;`, attributes before it allowed.
fn module_name(line: &str) -> Option<String> {
    let (before, rest) = line.split_once("mod ")?;
    let before = before.rsplit(']').next()?.trim();
    let visible = before.is_empty() || before == "pub" || before.starts_with("pub(");
    let name = rest.split_once(';')?.0.trim();
    let plain = name.chars().all(|c| c.is_alphanumeric() || c == '_');
    (visible && plain).then(|| name.to_owned())
}

fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

fn join(folder: &str, path: &str) -> String {
    if folder.is_empty() { path.to_owned() } else { format!("{folder}/{path}") }
}

/// The path without `.` and `..`.
fn normal(path: &str) -> String {
    let mut parts = Vec::new();
    for part in path.split('/') {
        match part {
            "." | "" => {}
            ".." => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::super::{Report, checkout::sample};

    #[test]
    fn files_without_a_mod_line_are_found() {
        let check = |files: &[(&str, &str)], lost: &[&str]| {
            let mut all = vec![(
                "p/Cargo.toml",
                "[package]\nname = \"p\"\n[[bin]]\nname = \"b\"\npath = \"src/odd.rs\"",
            )];
            all.extend(files);
            let mut report = Report::default();
            super::check(&sample(&all), &mut report);
            let expected: Vec<String> = lost
                .iter()
                .map(|path| format!("{path} is in no target: no `mod` line leads to it"))
                .collect();
            assert_eq!(report.faults, expected, "{files:?}");
        };
        check(&[("p/src/lib.rs", "mod a;"), ("p/src/a.rs", "")], &[]);
        check(&[("p/src/lib.rs", "// mod a;"), ("p/src/a.rs", "")], &["p/src/a.rs"]);
        check(
            &[
                ("p/src/lib.rs", "pub(crate) mod a;"),
                ("p/src/a/mod.rs", "mod b;"),
                ("p/src/a/b.rs", ""),
            ],
            &[],
        );
        check(
            &[("p/src/main.rs", "mod a;"), ("p/src/a.rs", "mod b;"), ("p/src/b.rs", "")],
            &["p/src/b.rs"],
        );
        check(
            &[
                ("p/tests/e2e.rs", "mod real;"),
                ("p/tests/real/mod.rs", "#[cfg(unix)] mod go;"),
                ("p/tests/real/go.rs", ""),
            ],
            &[],
        );
        check(
            &[
                ("p/tests/e2e/main.rs", "mod a;"),
                ("p/tests/e2e/a.rs", ""),
                ("p/tests/e2e/b.rs", ""),
            ],
            &["p/tests/e2e/b.rs"],
        );
        let twins =
            "#[cfg_attr(unix, path = \"u.rs\")]\n#[cfg_attr(windows, path = \"w.rs\")]\nmod os;";
        check(&[("p/src/lib.rs", twins), ("p/src/u.rs", ""), ("p/src/w.rs", "")], &[]);
        check(&[("p/src/odd.rs", "#[path = \"../x/y.rs\"]\nmod z;"), ("p/x/y.rs", "")], &[]);
        check(&[("p/src/lib.rs", "include!(\"gen.rs\");"), ("p/src/gen.rs", "")], &[]);
        check(&[("p/tests/data/sample.rs", "")], &[]);
    }
}
