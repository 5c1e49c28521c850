//! Input schemas, slim. What schemars emits is right but long, and some hosts refuse parts of it
//! (`$ref`, lists of types, `format: uint32`). [`input`] gives what hosts accept everywhere: one
//! flat object, one type per property, `additionalProperties: false`. [`crate::arguments`] checks
//! calls against it; [`advertised`] is the same less its bounds, which the descriptions name where
//! a caller needs them, because every byte of the list costs every session of every client.

use rmcp::model::JsonObject;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

/// The slim input schema of a parameter struct.
pub(crate) fn input<T: JsonSchema>() -> JsonObject {
    let generator = SchemaSettings::draft2020_12()
        .with(|settings| {
            settings.meta_schema = None;
            settings.inline_subschemas = true;
        })
        .into_generator();
    let mut schema = generator.into_root_schema_for::<T>().to_value();
    slim(&mut schema);
    let Value::Object(mut schema) = schema else {
        return JsonObject::new();
    };
    // What a tool is for stands in its description.
    schema.shift_remove("description");
    schema.entry("properties").or_insert_with(|| json!({}));
    schema
}

/// A schema as it is listed: without the bounds of values.
pub(crate) fn advertised(schema: &JsonObject) -> JsonObject {
    let mut listed = schema.clone();
    strip_bounds(&mut listed);
    listed
}

fn strip_bounds(members: &mut JsonObject) {
    for bound in ["minimum", "maximum", "minLength", "maxLength"] {
        members.shift_remove(bound);
    }
    if let Some(Value::Object(properties)) = members.get_mut("properties") {
        properties.values_mut().filter_map(Value::as_object_mut).for_each(strip_bounds);
    }
}

/// Members that tell a caller nothing.
const NOISE: [&str; 5] = ["$schema", "$defs", "title", "format", "default"];

fn slim(schema: &mut Value) {
    let Value::Object(members) = schema else { return };
    for name in NOISE {
        members.shift_remove(name);
    }
    if let Some(Value::Array(types)) = members.get("type")
        && let Some(only) = types.iter().find(|kind| *kind != "null").cloned()
    {
        members.insert("type".to_owned(), only);
    }
    if let Some(Value::Array(allowed)) = members.get_mut("enum") {
        allowed.retain(|value| !value.is_null());
    }
    take_the_only_choice(members);
    if let Some(Value::Object(properties)) = members.get_mut("properties") {
        properties.values_mut().for_each(slim);
    }
    if let Some(items) = members.get_mut("items") {
        slim(items);
    }
    if members.get("type").is_some_and(|kind| kind == "object") {
        members.insert("additionalProperties".to_owned(), Value::Bool(false));
    }
}

/// `anyOf: [X, null]` is X that may be left out; `oneOf` constants are an enumeration.
fn take_the_only_choice(members: &mut JsonObject) {
    for name in ["anyOf", "oneOf"] {
        let Some(Value::Array(choices)) = members.get_mut(name) else { continue };
        choices.retain(|choice| choice.get("type").is_none_or(|kind| kind != "null"));
        choices.iter_mut().for_each(slim);
        let constants: Vec<Value> =
            choices.iter().filter_map(|choice| choice.get("const").cloned()).collect();
        if constants.len() == choices.len() {
            members.shift_remove(name);
            members.insert("type".to_owned(), json!("string"));
            members.insert("enum".to_owned(), Value::Array(constants));
        } else if let [Value::Object(only)] = choices.as_mut_slice() {
            let only = std::mem::take(only);
            members.shift_remove(name);
            for (key, value) in only {
                members.entry(key).or_insert(value);
            }
        }
    }
}
