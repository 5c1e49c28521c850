//! Who the adapter is and what it serves.

use deixis_plugin::{Descriptor, Info, Language, Recipe};

use crate::Adapter;

/// JSON Schema of the user's `options`: whatever settings the server has.
const OPTIONS: &str = r#"{"type":"object"}"#;

impl Info for Adapter {
    fn describe() -> Descriptor {
        Descriptor::new("{{id}}", env!("CARGO_PKG_VERSION"), "{{id}} ({{server}})")
            .language(Language::new("{{id}}").suffixes(["{{extension}}"]))
            .recipe(Recipe::new("{{server}}", ["{{server}}"]))
            .separators(["."])
            .options_schema(OPTIONS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_serves_its_language() {
        let descriptor = Adapter::describe();
        assert_eq!(descriptor.id, "{{id}}");
        assert_eq!(descriptor.languages[0].suffixes, ["{{extension}}"]);
        assert_eq!(descriptor.recipes[0].commands, ["{{server}}"]);
    }
}
