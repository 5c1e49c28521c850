//! The manifest, the components and the code agree.

#[path = "common/descriptors.rs"]
mod descriptors;

use deixis_hooks::info::Descriptor;
use deixis_plugins_dist::{all, find};
use sha2::{Digest as _, Sha256};

/// A component may be this large; a built-in one that is larger has pulled in
/// something by mistake.
const MAX_COMPONENT_BYTES: usize = 256 * 1024;

#[test]
fn the_manifest_holds_the_descriptors_of_the_code() {
    let expected = descriptors::all();
    assert_eq!(all().len(), expected.len());
    for (id, descriptor) in expected {
        let builtin = find(id).unwrap_or_else(|| panic!("{id} is missing"));
        let recorded: Descriptor =
            serde_json::from_str(builtin.descriptor_json).expect("a descriptor");
        assert_eq!(recorded, descriptor, "run `cargo xtask adapters`");
        assert_eq!(descriptor.id, id);
    }
}

#[test]
fn hashes_fit_the_bytes() {
    for builtin in all() {
        let hash: String =
            Sha256::digest(builtin.wasm).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(hash, builtin.sha256, "{}", builtin.id);
        assert!(
            builtin.wasm.len() <= MAX_COMPONENT_BYTES,
            "{} has {} bytes",
            builtin.id,
            builtin.wasm.len()
        );
    }
}

#[test]
fn grants_cover_the_recipes() {
    for builtin in all() {
        let descriptor: Descriptor =
            serde_json::from_str(builtin.descriptor_json).expect("a descriptor");
        let commands = descriptor.recipes.iter().flat_map(|recipe| &recipe.commands);
        for command in commands {
            assert!(builtin.grant.commands.contains(command), "{}: {command}", builtin.id);
        }
    }
}

#[test]
fn options_schemas_are_closed_objects() {
    for builtin in all() {
        let descriptor: Descriptor =
            serde_json::from_str(builtin.descriptor_json).expect("a descriptor");
        let schema: serde_json::Value =
            serde_json::from_str(&descriptor.options_schema).expect("a JSON schema");
        assert_eq!(schema["type"], "object", "{}", builtin.id);
        assert_eq!(schema["additionalProperties"], false, "{}", builtin.id);
        let properties = schema["properties"].as_object().expect("properties");
        for (name, property) in properties {
            assert!(property["description"].is_string(), "{}: {name} is not described", builtin.id);
        }
    }
}

#[test]
fn identifiers_and_keywords_fit_together() {
    for builtin in all() {
        let descriptor: Descriptor =
            serde_json::from_str(builtin.descriptor_json).expect("a descriptor");
        let pattern = descriptor.identifier.expect("an identifier rule");
        let whole = regex::Regex::new(&format!("^(?:{pattern})$"))
            .expect("a regular expression of the host");
        for word in ["greet", "_x1", "größe"]
            .into_iter()
            .chain(descriptor.keywords.iter().map(String::as_str))
        {
            assert!(whole.is_match(word), "{}: {word}", builtin.id);
        }
        for text in ["", "1 bad", "1bad", "a b", "a-b", "a.b"] {
            assert!(!whole.is_match(text), "{}: {text}", builtin.id);
        }
    }
}
