//! The descriptor: the lowest layer's, extended by those above it.

use std::sync::Arc;

use deixis_hooks::info::{Descriptor, Language};
use serde_json::Value;

use super::append;

/// One descriptor for all layers, the lowest first.
pub(crate) fn stacked(layers: &[Arc<Descriptor>]) -> Descriptor {
    let mut layers = layers.iter().map(|layer| Descriptor::clone(layer));
    let mut whole = layers.next().unwrap_or_default();
    layers.for_each(|layer| extend(&mut whole, layer));
    whole
}

fn extend(whole: &mut Descriptor, layer: Descriptor) {
    for language in layer.languages {
        match whole.languages.iter_mut().find(|known| known.id == language.id) {
            Some(known) => extend_language(known, language),
            None => whole.languages.push(language),
        }
    }
    append(&mut whole.never_send, layer.never_send);
    for recipe in layer.recipes {
        // Of two recipes with one id, only the first could be asked for.
        if whole.recipes.iter().all(|known| known.id != recipe.id) {
            whole.recipes.push(recipe);
        }
    }
    append(&mut whole.root_markers, layer.root_markers);
    append(&mut whole.separators, layer.separators);
    append(&mut whole.keywords, layer.keywords);
    if layer.identifier.is_some() {
        whole.identifier = layer.identifier;
    }
    whole.options_schema = schemas(&whole.options_schema, &layer.options_schema);
}

fn extend_language(known: &mut Language, more: Language) {
    append(&mut known.suffixes, more.suffixes);
    append(&mut known.file_names, more.file_names);
    append(&mut known.globs, more.globs);
}

/// The fields of both schemas; where both have one, the upper one is meant.
fn schemas(below: &str, above: &str) -> String {
    let parsed = (serde_json::from_str::<Value>(below), serde_json::from_str::<Value>(above));
    let (Ok(mut whole), Ok(Value::Object(above))) = parsed else { return below.to_owned() };
    let Some(fields) = whole.as_object_mut() else { return below.to_owned() };
    for (key, value) in above {
        match (fields.get_mut(&key), value) {
            (Some(Value::Object(known)), Value::Object(more)) if key == "properties" => {
                known.extend(more);
            }
            (Some(Value::Array(known)), Value::Array(more)) if key == "required" => {
                append(known, more);
            }
            (Some(_), _) => {}
            (None, value) => drop(fields.insert(key, value)),
        }
    }
    whole.to_string()
}
