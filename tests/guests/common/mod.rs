//! What all guests of the tests have in common: they serve `.scr` files in the
//! language `scripted` through a program `scripted-ls`.

use deixis_plugin::{Descriptor, Language, Recipe};

/// The descriptor of a guest with this id.
pub(crate) fn descriptor(id: &str) -> Descriptor {
    Descriptor::new(id, env!("CARGO_PKG_VERSION"), id)
        .language(Language::new("scripted").suffixes([".scr"]))
        .recipe(Recipe::new("scripted", ["scripted-ls"]))
        .separators(["."])
}
