//! What clangd's symbols are called.
//!
//! Theory of operation. A function that is defined outside of its class is
//! named `Animal::speak`, relative to the namespace around it; one inside is
//! `speak` and nested. Both become `speak` within `ns` and `Animal`. Overloads
//! are told apart by their parameters, which stand in the detail.

use deixis_plugin::{Normalised, Origin, Query, Symbol, Symbols};

use crate::Cpp;
use crate::launch::SYMBOL_LIMIT;

/// LSP `SymbolKind`s of functions.
const FUNCTIONS: &[u32] = &[6, 9, 12];
/// Nesting deeper than this is not followed.
const MAX_DEPTH: usize = 64;

impl Symbols for Cpp {
    fn normalise(
        _language: &str,
        origin: Origin,
        symbol: &Symbol,
        batch: &[Symbol],
    ) -> Option<Normalised> {
        let mut path = split(&symbol.name);
        let name = path.pop().unwrap_or(&symbol.name).to_owned();
        let scope = match origin {
            Origin::Document => around(symbol, batch, &path),
            Origin::Workspace | Origin::Hierarchy => symbol.container.as_deref().map(|container| {
                let names = split(container).into_iter().chain(path.iter().copied());
                names.filter(|name| is_named(name)).map(ToOwned::to_owned).collect()
            }),
        };
        let parameters = symbol
            .detail
            .as_deref()
            .filter(|_| FUNCTIONS.contains(&symbol.kind))
            .and_then(parameters);
        Some(Normalised { name, scope, parameters, ..Normalised::plain(symbol) })
    }

    fn rewrite(name: &str) -> Query {
        Query { text: name.to_owned(), cap: Some(SYMBOL_LIMIT) }
    }
}

/// The names around a symbol, where nesting alone does not say them.
fn around(symbol: &Symbol, batch: &[Symbol], qualifier: &[&str]) -> Option<Vec<String>> {
    let parent = |symbol: &Symbol| batch.get(usize::try_from(symbol.parent?).ok()?);
    let mut ancestors = Vec::new();
    let mut next = parent(symbol);
    while let Some(ancestor) = next.filter(|_| ancestors.len() < MAX_DEPTH) {
        ancestors.push(ancestor.name.as_str());
        next = parent(ancestor);
    }
    if qualifier.is_empty() && ancestors.iter().all(|name| is_named(name) && !name.contains("::")) {
        return None;
    }
    let names =
        ancestors.iter().rev().flat_map(|name| split(name)).chain(qualifier.iter().copied());
    Some(names.filter(|name| is_named(name)).map(ToOwned::to_owned).collect())
}

/// `(anonymous namespace)` is no name that anybody writes.
fn is_named(name: &str) -> bool {
    !name.is_empty() && !name.starts_with('(')
}

/// The parts of a qualified name. Template arguments and the names of
/// operators may hold the separator and angle brackets themselves.
fn split(name: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = name;
    while !rest.starts_with("operator") {
        let Some(end) = separator(rest) else { break };
        parts.push(&rest[..end]);
        rest = &rest[end + 2..];
    }
    parts.push(rest);
    parts
}

/// Where the first `::` outside of brackets begins.
fn separator(text: &str) -> Option<usize> {
    let mut depth = 0_i32;
    for (index, byte) in text.bytes().enumerate() {
        match byte {
            b'<' | b'(' | b'[' => depth += 1,
            b'>' | b')' | b']' => depth -= 1,
            b':' if depth == 0 && text[index..].starts_with("::") => return Some(index),
            _ => {}
        }
    }
    None
}

/// `(bool)` of `int (bool) const`: the first parentheses that are not within
/// template arguments.
fn parameters(detail: &str) -> Option<String> {
    let start = outside_of_angles(detail)?;
    let mut depth = 0_i32;
    for (index, byte) in detail.bytes().enumerate().skip(start) {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(detail[start..=index].to_owned());
        }
    }
    None
}

/// Where the first parenthesis outside of `<…>` is.
fn outside_of_angles(detail: &str) -> Option<usize> {
    let mut angles = 0_i32;
    for (index, byte) in detail.bytes().enumerate() {
        match byte {
            b'<' => angles += 1,
            b'>' => angles -= 1,
            b'(' if angles <= 0 => return Some(index),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use deixis_plugin::{Position, Range};

    fn symbol(
        name: &str,
        kind: u32,
        parent: Option<u32>,
        container: Option<&str>,
        detail: Option<&str>,
    ) -> Symbol {
        let nowhere = Position { line: 0, column: 0 };
        Symbol {
            name: name.to_owned(),
            detail: detail.map(ToOwned::to_owned),
            container: container.map(ToOwned::to_owned),
            kind,
            parent,
            path: "a.cpp".to_owned(),
            range: Range { start: nowhere, end: nowhere },
        }
    }

    /// A symbol within `namespace` has this name and scope.
    fn check(namespace: &str, name: &str, expected: &str, scope: Option<&[&str]>) {
        let batch = [symbol(namespace, 3, None, None, None), symbol(name, 6, Some(0), None, None)];
        let found = Cpp::normalise("cpp", Origin::Document, &batch[1], &batch).expect("not hidden");
        let scope =
            scope.map(|names| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
        assert_eq!((found.name.as_str(), found.scope), (expected, scope), "{namespace} {name}");
    }

    #[test]
    fn definitions_outside_of_their_class_belong_to_it() {
        check("ns", "Animal::speak", "speak", Some(&["ns", "Animal"]));
        check("ns", "speak", "speak", None);
        check("(anonymous namespace)", "Animal::speak", "speak", Some(&["Animal"]));
        check("(anonymous namespace)", "speak", "speak", Some(&[]));
        check("ns", "Map<a::K, V>::get", "get", Some(&["ns", "Map<a::K, V>"]));
        check("ns", "Animal::operator<", "operator<", Some(&["ns", "Animal"]));
        check("ns", "Animal::operator a::b", "operator a::b", Some(&["ns", "Animal"]));
        check("ns", "Animal::~Animal", "~Animal", Some(&["ns", "Animal"]));
        check("a::b", "speak", "speak", Some(&["a", "b"]));
    }

    #[test]
    fn containers_are_split() {
        let one = [symbol("speak", 6, None, Some("ns::Animal"), None)];
        let found = Cpp::normalise("cpp", Origin::Workspace, &one[0], &one).expect("not hidden");
        assert_eq!(found.scope, Some(vec!["ns".to_owned(), "Animal".to_owned()]));
    }

    #[test]
    fn overloads_have_parameters() {
        let found = |kind, detail| {
            let one = [symbol("speak", kind, None, None, Some(detail))];
            Cpp::normalise("cpp", Origin::Document, &one[0], &one).expect("not hidden").parameters
        };
        assert_eq!(found(6, "int (bool) const").as_deref(), Some("(bool)"));
        assert_eq!(
            found(12, "std::function<void (int)> (F<(1 > 0)>, int (*)(char))").as_deref(),
            Some("(F<(1 > 0)>, int (*)(char))")
        );
        assert_eq!(found(12, "void ()").as_deref(), Some("()"));
        assert_eq!(found(13, "int (*)(char)"), None);
    }
}
