//! What an adapter may say that it is.

use deixis_hooks::info::{Descriptor, Language};
use globset::Glob;

use super::check::{Checked, count, name, names, object, text, texts};
use crate::limits::{ENTRIES, NAME_BYTES};

/// A descriptor.
pub(crate) fn descriptor(d: &Descriptor) -> Checked {
    let id_char = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if d.id.is_empty() || d.id.len() > NAME_BYTES || !d.id.chars().all(id_char) {
        return Err(format!("id {:?}: lower-case letters, digits and hyphens", d.id));
    }
    name("version", &d.version)?;
    name("display-name", &d.display_name)?;
    count("languages", d.languages.len(), ENTRIES)?;
    d.languages.iter().try_for_each(language)?;
    globs(&d.never_send)?;
    recipes(d)?;
    names("root-markers", &d.root_markers)?;
    names("separators", &d.separators)?;
    if let Some(identifier) = &d.identifier {
        text("identifier", identifier)?;
    }
    count("keywords", d.keywords.len(), 4 * ENTRIES)?;
    object("options-schema", &d.options_schema)?;
    d.extra.as_deref().map_or(Ok(()), |extra| object("extra", extra))
}

fn language(language: &Language) -> Checked {
    name("language id", &language.id)?;
    names("suffixes", &language.suffixes)?;
    names("file-names", &language.file_names)?;
    globs(&language.globs)?;
    if let Some(bad) = language.suffixes.iter().find(|suffix| !suffix.starts_with('.')) {
        return Err(format!("suffix {bad:?} has no dot in front"));
    }
    if let Some(bad) = language.file_names.iter().find(|name| name.contains('/')) {
        return Err(format!("file name {bad:?} has a slash"));
    }
    Ok(())
}

fn recipes(d: &Descriptor) -> Checked {
    count("recipes", d.recipes.len(), ENTRIES)?;
    for recipe in &d.recipes {
        name("recipe id", &recipe.id)?;
        names("commands", &recipe.commands)?;
        names("operations", &recipe.operations)?;
        texts("args", &recipe.args)?;
        texts("version-args", &recipe.version_args)?;
        count("install", recipe.install.len(), ENTRIES)?;
        for hint in &recipe.install {
            name("install platform", &hint.platform)?;
            text("install command", &hint.command)?;
        }
        // A command is a name, looked up on the search path: an adapter does
        // not choose a program by its place.
        if let Some(bad) = recipe.commands.iter().find(|name| name.contains(['/', '\\'])) {
            return Err(format!("command {bad:?} is a path, not a name"));
        }
    }
    Ok(())
}

fn globs(all: &[String]) -> Checked {
    names("globs", all)?;
    all.iter().try_for_each(|glob| {
        Glob::new(glob).map(|_| ()).map_err(|error| format!("glob {glob:?}: {}", error.kind()))
    })
}
