//! What gopls' symbols are called.
//!
//! Theory of operation. In a document a method is a top-level symbol
//! `(*T).Method`; in the workspace it is `T.Method` in a package that the
//! container names by its import path. Both become `Method` within `T`.

use deixis_plugin::{Normalised, Origin, Query, Symbol, Symbols};

use crate::Go;

/// gopls gives this many workspace symbols at most.
const SYMBOL_LIMIT: u32 = 100;

impl Symbols for Go {
    fn normalise(
        _language: &str,
        origin: Origin,
        symbol: &Symbol,
        _batch: &[Symbol],
    ) -> Option<Normalised> {
        let (name, scope) = match origin {
            Origin::Document => method(&symbol.name),
            Origin::Workspace => qualified(&symbol.name, symbol.container.as_deref()),
            Origin::Hierarchy => (symbol.name.as_str(), None),
        };
        Some(Normalised { name: name.to_owned(), scope, ..Normalised::plain(symbol) })
    }

    fn rewrite(name: &str) -> Query {
        Query { text: name.to_owned(), cap: Some(SYMBOL_LIMIT) }
    }
}

/// `(*T[K]).Method` is `Method` in `T`.
fn method(name: &str) -> (&str, Option<Vec<String>>) {
    let parts = name.strip_prefix('(').and_then(|rest| rest.split_once(")."));
    match parts {
        Some((receiver, method)) => {
            (method, Some(vec![bare(receiver.trim_start_matches('*')).to_owned()]))
        }
        None => (name, None),
    }
}

/// `example.com/x/a.T.Method`, `a.T.Method` and `T.Method`, all in the package
/// `example.com/x/a`, are `Method` in `a` and `T`.
fn qualified<'a>(name: &'a str, container: Option<&str>) -> (&'a str, Option<Vec<String>>) {
    let Some(path) = container.filter(|path| !path.is_empty()) else {
        return name
            .rsplit_once('.')
            .map_or((name, None), |(scope, last)| (last, Some(split(scope))));
    };
    let package = package_name(path);
    let without = |prefix: &str| name.strip_prefix(prefix).and_then(|rest| rest.strip_prefix('.'));
    let within = without(path).or_else(|| without(package)).unwrap_or(name);
    let (types, last) = within.rsplit_once('.').unwrap_or(("", within));
    let mut scope = vec![package.to_owned()];
    scope.extend(split(types));
    (last, Some(scope))
}

/// The last part of an import path that is not a major version.
fn package_name(path: &str) -> &str {
    let is_version = |part: &&str| {
        part.strip_prefix('v')
            .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
    };
    path.rsplit('/').find(|part| !is_version(part)).unwrap_or(path)
}

fn split(scope: &str) -> Vec<String> {
    scope.split('.').filter(|part| !part.is_empty()).map(|part| bare(part).to_owned()).collect()
}

/// A type without its parameters.
fn bare(name: &str) -> &str {
    name.split('[').next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use deixis_plugin::{Position, Range};

    fn check(
        origin: Origin,
        name: &str,
        container: Option<&str>,
        expected: &str,
        scope: Option<&[&str]>,
    ) {
        let nowhere = Position { line: 0, column: 0 };
        let symbol = Symbol {
            name: name.to_owned(),
            detail: None,
            container: container.map(ToOwned::to_owned),
            kind: 6,
            parent: None,
            path: "a/a.go".to_owned(),
            range: Range { start: nowhere, end: nowhere },
        };
        let found = Go::normalise("go", origin, &symbol, std::slice::from_ref(&symbol))
            .expect("not hidden");
        let scope =
            scope.map(|names| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
        assert_eq!((found.name.as_str(), found.scope), (expected, scope), "{name}");
    }

    #[test]
    fn methods_belong_to_their_type() {
        check(Origin::Document, "(*Animal).Speak", None, "Speak", Some(&["Animal"]));
        check(Origin::Document, "(Animal).Speak", None, "Speak", Some(&["Animal"]));
        check(Origin::Document, "(*Map[K, V]).Get", None, "Get", Some(&["Map"]));
        check(Origin::Document, "Helper", None, "Helper", None);
    }

    #[test]
    fn workspace_names_lose_every_form_of_the_package() {
        let path = Some("example.com/x/a");
        check(Origin::Workspace, "Animal.Speak", path, "Speak", Some(&["a", "Animal"]));
        check(Origin::Workspace, "a.Animal.Speak", path, "Speak", Some(&["a", "Animal"]));
        check(Origin::Workspace, "example.com/x/a.Helper", path, "Helper", Some(&["a"]));
        check(Origin::Workspace, "Helper", Some("example.com/a/v2"), "Helper", Some(&["a"]));
        check(Origin::Workspace, "Helper", None, "Helper", None);
    }
}
