//! What an adapter may be called, and what the one in a folder is called.

use std::path::Path;

use anyhow::{Context as _, Result, bail};

use crate::Language;

/// Whether this can be the id of an adapter: `[a-z][a-z0-9-]*`.
///
/// # Errors
///
/// When it cannot; the error says what could.
pub fn check_name(name: &str) -> Result<()> {
    let first = name.starts_with(|c: char| c.is_ascii_lowercase());
    let rest = name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    if first && rest {
        return Ok(());
    }
    bail!(
        "{name:?} is no name of an adapter: it begins with a letter and has lower-case letters, \
         digits and hyphens, like \"zig\" or \"house-rules\""
    )
}

/// The name of the adapter whose sources are in a folder: that of its package, where the
/// language has such a thing, else the folder's.
///
/// # Errors
///
/// When there is no adapter, or its package has no name.
pub fn name_of(folder: &Path) -> Result<String> {
    let language = Language::find(folder)?;
    let marker = folder.join(language.marker());
    let shown = marker.display();
    let text =
        std::fs::read_to_string(&marker).with_context(|| format!("{shown} cannot be read"))?;
    let table = || text.parse::<toml::Table>().with_context(|| format!("{shown} is no TOML"));
    let string = |value: Option<&toml::Value>| value?.as_str().map(ToOwned::to_owned);
    let (name, example) = match language {
        Language::Rust => {
            let table = table()?;
            let package = table.get("package").and_then(|package| package.get("name"));
            (string(package), "[package]\nname = \"zig\"")
        }
        Language::Python => {
            let table = table()?;
            let project = table.get("project").and_then(|project| project.get("name"));
            (string(project), "[project]\nname = \"zig\"")
        }
        Language::JavaScript => {
            let value: serde_json::Value =
                serde_json::from_str(&text).with_context(|| format!("{shown} is no JSON"))?;
            (value["name"].as_str().map(ToOwned::to_owned), "\"name\": \"zig\"")
        }
        Language::C => {
            let folder = folder.canonicalize()?;
            (folder.file_name().map(|name| name.to_string_lossy().into_owned()), "")
        }
    };
    let name = name.with_context(|| format!("{shown} has no name; write {example}"))?;
    check_name(&name).with_context(|| format!("the name in {shown}"))?;
    Ok(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_lower_case_words() {
        for name in ["a", "zig", "house-rules", "c99"] {
            assert!(check_name(name).is_ok(), "{name}");
        }
        for name in ["", "Zig", "9p", "-a", "a_b", "a b", "../a", "ä"] {
            let error = check_name(name).expect_err(name).to_string();
            assert!(
                error.contains(&format!("{name:?}")) && error.contains("house-rules"),
                "{error}"
            );
        }
    }
}
