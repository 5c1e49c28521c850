//! What an adapter is built against, from this very program: the contract for every
//! language, and the author's kit for Rust.
//!
//! Theory of operation. `build.rs` lists the files, so that none is forgotten. They are written
//! beside the adapter: a new adapter then needs nothing that is not published, and keeps to the
//! contract of the Deixis that made it.
//!
//! - Rust has the kit in `deixis-plugin/`, and the contract where the kit looks for it, in `wit/`;
//! - the others have a world of their own in `wit/`, and the contract in `wit/deps/`.

use crate::{File, Language};

include!(concat!(env!("OUT_DIR"), "/kit.rs"));

/// The manifest of the kit where it stands alone.
const MANIFEST: &str = include_str!("../kit/manifest.toml");

/// The files that an adapter in this language is built against.
#[must_use]
pub fn kit(language: Language) -> Vec<File> {
    let at = |folder: &str, (path, text): &(&str, &str)| File {
        path: format!("{folder}/{path}"),
        text: (*text).to_owned(),
    };
    let contract = if language == Language::Rust { "wit" } else { "wit/deps/deixis-adapter" };
    let mut files: Vec<File> = WIT.iter().map(|file| at(contract, file)).collect();
    if language == Language::Rust {
        let text = MANIFEST.replace("{{version}}", env!("CARGO_PKG_VERSION"));
        files.push(File { path: "deixis-plugin/Cargo.toml".to_owned(), text });
        files.extend(SOURCES.iter().map(|file| at("deixis-plugin/src", file)));
    }
    files
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::process::Command;

    use super::*;

    fn table(text: &str) -> toml::Table {
        text.parse().expect("TOML")
    }

    /// The kit's manifest says of each dependency what `plugin-sdk` and its workspace say.
    #[test]
    fn the_manifest_is_that_of_the_kit() {
        let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let read =
            |path: &str| table(&std::fs::read_to_string(top.join(path)).expect("a manifest"));
        let (workspace, own) = (read("Cargo.toml"), read("plugin-sdk/Cargo.toml"));
        let full = |kind: &str| {
            let mut all =
                own.get(kind).and_then(toml::Value::as_table).cloned().unwrap_or_default();
            let shared = |name: &str| match kind {
                "package" => workspace["workspace"]["package"].get(name),
                _ => workspace["workspace"]["dependencies"].get(name),
            };
            for (name, value) in &mut all {
                if value.get("workspace").is_some() {
                    *value = shared(name).expect("the workspace has it").clone();
                }
            }
            all
        };
        let kit = table(&MANIFEST.replace("{{version}}", env!("CARGO_PKG_VERSION")));
        assert_eq!(kit["dependencies"].as_table(), Some(&full("dependencies")));
        let mut package = full("package");
        package.insert("publish".to_owned(), false.into());
        assert_eq!(kit["package"].as_table(), Some(&package));
    }

    /// All of it is in the package that is published: what lies outside, and what cargo would
    /// take for a package of its own.
    #[test]
    fn a_package_holds_every_file() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut command = Command::new(cargo);
        command.args(["package", "--list", "--allow-dirty", "--offline"]).current_dir(here);
        let list = crate::output(&mut command).expect("cargo lists it");
        let list: Vec<&str> = list.lines().collect();
        let mut wanted = vec!["kit/manifest.toml".to_owned()];
        wanted.extend(SOURCES.iter().map(|(path, _)| format!("kit/src/{path}")));
        wanted.extend(WIT.iter().map(|(path, _)| format!("kit/wit/{path}")));
        below(&here.join("templates"), "templates", &mut wanted);
        for file in ["kit/src/lib.rs", "kit/src/testing/values.rs", "kit/wit/world.wit"] {
            assert!(wanted.iter().any(|path| path == file), "{file} in {wanted:?}");
        }
        let lost: Vec<&String> =
            wanted.iter().filter(|path| !list.contains(&path.as_str())).collect();
        assert!(lost.is_empty(), "not in the package: {lost:?}\n{list:?}");
    }

    fn below(folder: &Path, name: &str, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let name = format!("{name}/{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                below(&entry.path(), &name, found);
            } else {
                found.push(name);
            }
        }
    }
}
