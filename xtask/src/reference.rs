//! `cargo xtask reference`: the contract as a document.
//!
//! Theory of operation. `wit/` is the documentation of record: its comments say what a
//! function is for and which limits it has. What is written here is the same text in the
//! order in which a reader wants it: the shared values, the imports, the groups as the
//! world `adapter` lists them. With `--check`, and in `tidy`, nothing is written: the
//! committed document must be what the comments give.

mod page;

use std::path::Path;

use anyhow::{Context as _, Result, bail};
use wit_parser::{Interface, Resolve, WorldId, WorldItem};

use crate::shell::{root, say};

/// The document, below the root.
pub(crate) const DOCUMENT: &str = "docs/adapters/reference.md";
/// The world with everything in it.
const WORLD: &str = "adapter";

/// Writes the document, or checks it.
pub(crate) fn run_reference(check: bool) -> Result<()> {
    let document = root().join(DOCUMENT);
    let text = generate(&root())?;
    if check {
        let committed = std::fs::read_to_string(&document)
            .with_context(|| format!("reading {}", document.display()))?;
        if committed != text {
            bail!("{DOCUMENT} is not what wit/ says: run `cargo xtask reference`");
        }
    } else {
        let folder = document.parent().context("a document in a folder")?;
        std::fs::create_dir_all(folder)?;
        std::fs::write(&document, text)?;
        say(format!("reference: {DOCUMENT} is written"));
    }
    Ok(())
}

/// The document that `wit/` below this root gives.
pub(crate) fn generate(root: &Path) -> Result<String> {
    let mut resolve = Resolve::default();
    let (package, _) = resolve.push_dir(root.join("wit")).context("reading wit/")?;
    let package = &resolve.packages[package];
    let world = *package.worlds.get(WORLD).with_context(|| format!("wit/ has no world {WORLD}"))?;
    let types = package.interfaces.get("types").context("wit/ has no interface types")?;
    let imports = interfaces(&resolve, world, true);
    let imports = imports.into_iter().filter(|one| one.name.as_deref() != Some("types"));
    let mut page = page::Page::new(&resolve, &package.name.to_string());
    page.part("Values", &[&resolve.interfaces[*types]])?;
    page.part("Imports", &imports.collect::<Vec<_>>())?;
    page.part("Hook groups", &interfaces(&resolve, world, false))?;
    Ok(page.finish())
}

/// What a world imports or exports, in the order in which it says so.
fn interfaces(resolve: &Resolve, world: WorldId, imports: bool) -> Vec<&Interface> {
    let world = &resolve.worlds[world];
    let items = if imports { &world.imports } else { &world.exports };
    let interface = |item: &WorldItem| match item {
        WorldItem::Interface { id, .. } => Some(&resolve.interfaces[*id]),
        _ => None,
    };
    items.values().filter_map(interface).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_the_contract_is_in_the_document() {
        let text = generate(&root()).expect("a document");
        for part in [
            "## Hook groups",
            "### `info`",
            "### `results`",
            "`open-and-retry(list<string>)`",
            "`plan(facts: facts) -> result<launch-plan, failure>`",
            "at most 64 KiB",
        ] {
            assert!(text.contains(part), "{part}");
        }
        let at = |part: &str| text.find(part).expect("a part");
        assert!(at("### `types`") < at("### `log`") && at("### `log`") < at("### `info`"));
    }
}
