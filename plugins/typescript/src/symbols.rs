//! What the TypeScript servers' symbols are called.
//!
//! Theory of operation. In a workspace answer vtsls writes `helper()` for
//! `helper`, in a document `(get) size` for `size`. Native TypeScript lists
//! imports as symbols of the file; they cannot be told from variables by kind,
//! so they stay. Callbacks and anonymous functions are no names at all.

use deixis_plugin::{Normalised, Origin, Query, Symbol, Symbols};

use crate::TypeScript;

/// tsserver gives this many workspace symbols at most.
const SYMBOL_LIMIT: u32 = 256;

impl Symbols for TypeScript {
    fn normalise(
        _language: &str,
        origin: Origin,
        symbol: &Symbol,
        _batch: &[Symbol],
    ) -> Option<Normalised> {
        let name = name(origin, &symbol.name);
        // Also what is anonymous behind an accessor.
        if is_anonymous(&symbol.name) || is_anonymous(name) {
            return None;
        }
        let scope =
            symbol.container.as_deref().filter(|container| !container.is_empty()).map(split);
        Some(Normalised { name: name.to_owned(), scope, ..Normalised::plain(symbol) })
    }

    fn rewrite(name: &str) -> Query {
        Query { text: name.to_owned(), cap: Some(SYMBOL_LIMIT) }
    }
}

/// A name without what was put around it, however often.
fn name(origin: Origin, full: &str) -> &str {
    let mut name = full;
    loop {
        let before = name;
        for accessor in ["(get) ", "(set) "] {
            name = name.trim_start_matches(accessor);
        }
        if origin == Origin::Workspace {
            name = name.trim_end_matches("()");
        }
        if origin == Origin::Hierarchy {
            // A caller at module level is named by the file's full path.
            name = name.rsplit(['/', '\\']).next().unwrap_or(name);
        }
        if name == before {
            return name;
        }
    }
}

fn is_anonymous(name: &str) -> bool {
    name.ends_with(" callback") || matches!(name, "<function>" | "<class>" | "<unknown>" | "")
}

/// A module is named by its path in quotes, which is no part of a name.
fn split(container: &str) -> Vec<String> {
    if container.starts_with('"') {
        return Vec::new();
    }
    container.trim_end_matches("()").split('.').map(ToOwned::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use deixis_plugin::{Position, Range};

    fn check(
        origin: Origin,
        name: &str,
        container: Option<&str>,
        expected: Option<(&str, Option<&[&str]>)>,
    ) {
        let nowhere = Position { line: 0, column: 0 };
        let symbol = Symbol {
            name: name.to_owned(),
            detail: None,
            container: container.map(ToOwned::to_owned),
            kind: 12,
            parent: None,
            path: "src/a.ts".to_owned(),
            range: Range { start: nowhere, end: nowhere },
        };
        let found =
            TypeScript::normalise("typescript", origin, &symbol, std::slice::from_ref(&symbol));
        let found = found.map(|found| (found.name, found.scope));
        let expected = expected.map(|(name, scope)| {
            (
                name.to_owned(),
                scope.map(|names| names.iter().map(|name| (*name).to_owned()).collect()),
            )
        });
        assert_eq!(found, expected, "{name}");
    }

    #[test]
    fn names_are_as_a_person_says_them() {
        check(Origin::Workspace, "helper()", None, Some(("helper", None)));
        check(Origin::Workspace, "speak()", Some("Animal"), Some(("speak", Some(&["Animal"]))));
        check(Origin::Workspace, "helper", Some("\"src/a\""), Some(("helper", Some(&[]))));
        check(Origin::Document, "(get) size", None, Some(("size", None)));
        check(Origin::Document, "constructor", None, Some(("constructor", None)));
        check(Origin::Hierarchy, "/project/src/b.ts", None, Some(("b.ts", None)));
        check(Origin::Document, "map() callback", None, None);
        check(Origin::Document, "<function>", None, None);
        check(Origin::Document, "(get) (set) <function>", None, None);
        check(Origin::Workspace, "a()()", None, Some(("a", None)));
    }
}
