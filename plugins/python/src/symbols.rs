//! What the Python servers' symbols are called.
//!
//! Theory of operation. pyright nests parameters and locals below functions;
//! nobody looks for those. Containers are dotted. In call hierarchies a module
//! is named `(module) b.py`.

use deixis_plugin::{Normalised, Origin, Symbol, Symbols};

use crate::Python;

/// LSP `SymbolKind`s that matter here.
const VARIABLE: u32 = 13;
const FUNCTIONS: &[u32] = &[6, 9, 12];

impl Symbols for Python {
    fn normalise(
        _language: &str,
        origin: Origin,
        symbol: &Symbol,
        batch: &[Symbol],
    ) -> Option<Normalised> {
        let parent = symbol.parent.and_then(|index| batch.get(usize::try_from(index).ok()?));
        let is_local = symbol.kind == VARIABLE
            && parent.is_some_and(|parent| FUNCTIONS.contains(&parent.kind));
        if origin == Origin::Document && is_local {
            return None;
        }
        let name = symbol.name.strip_prefix("(module) ").unwrap_or(&symbol.name);
        let container = symbol.container.as_deref().filter(|container| !container.is_empty());
        let scope =
            container.map(|container| container.split('.').map(ToOwned::to_owned).collect());
        Some(Normalised { name: name.to_owned(), scope, ..Normalised::plain(symbol) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deixis_plugin::{Position, Range};

    fn symbol(name: &str, kind: u32, parent: Option<u32>, container: Option<&str>) -> Symbol {
        let nowhere = Position { line: 0, column: 0 };
        Symbol {
            name: name.to_owned(),
            detail: None,
            container: container.map(ToOwned::to_owned),
            kind,
            parent,
            path: "pkg/a.py".to_owned(),
            range: Range { start: nowhere, end: nowhere },
        }
    }

    fn check(origin: Origin, batch: &[Symbol], expected: Option<(&str, Option<&[&str]>)>) {
        let last = batch.last().expect("a symbol");
        let found =
            Python::normalise("python", origin, last, batch).map(|found| (found.name, found.scope));
        let expected = expected.map(|(name, scope)| {
            (
                name.to_owned(),
                scope.map(|names| names.iter().map(|name| (*name).to_owned()).collect()),
            )
        });
        assert_eq!(found, expected, "{}", last.name);
    }

    #[test]
    fn parameters_and_locals_are_hidden_but_attributes_are_not() {
        let method = symbol("speak", 6, None, None);
        check(Origin::Document, &[method, symbol("loud", VARIABLE, Some(0), None)], None);
        let class = symbol("Animal", 5, None, None);
        check(
            Origin::Document,
            &[class, symbol("name", VARIABLE, Some(0), None)],
            Some(("name", None)),
        );
    }

    #[test]
    fn containers_are_split_and_modules_lose_their_mark() {
        check(
            Origin::Workspace,
            &[symbol("speak", 6, None, Some("Animal"))],
            Some(("speak", Some(&["Animal"]))),
        );
        check(
            Origin::Workspace,
            &[symbol("speak", 6, None, Some("pkg.Animal"))],
            Some(("speak", Some(&["pkg", "Animal"]))),
        );
        check(Origin::Hierarchy, &[symbol("(module) b.py", 2, None, None)], Some(("b.py", None)));
    }
}
