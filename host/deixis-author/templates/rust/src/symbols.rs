//! What symbols are called: `Type.method(String)` is `method` in `Type`.

use deixis_plugin::{Normalised, Origin, Query, Symbol, Symbols};

use crate::Adapter;

/// LSP `SymbolKind`s of what is called: method, constructor, function.
const CALLED: [u32; 3] = [6, 9, 12];

impl Symbols for Adapter {
    fn normalise(
        _language: &str,
        _origin: Origin,
        symbol: &Symbol,
        _batch: &[Symbol],
    ) -> Option<Normalised> {
        let mut normalised = Normalised::plain(symbol);
        if CALLED.contains(&symbol.kind) {
            let (path, parameters) = cut(&symbol.name);
            normalised.parameters = parameters.map(ToOwned::to_owned);
            let mut scope: Vec<String> = path.split('.').map(ToOwned::to_owned).collect();
            if scope.iter().any(String::is_empty) {
                scope = vec![path.to_owned()];
            }
            normalised.name = scope.pop().unwrap_or_default();
            normalised.scope = (!scope.is_empty()).then_some(scope);
        }
        Some(normalised)
    }

    fn rewrite(name: &str) -> Query {
        let (path, _) = cut(name);
        let last = path.rsplit('.').next().filter(|last| !last.is_empty());
        Query {
            text: last.unwrap_or(name).to_owned(),
            cap: None,
        }
    }
}

/// The name, and the list of parameters at its end.
fn cut(name: &str) -> (&str, Option<&str>) {
    match name.find('(') {
        Some(at) if at > 0 && name.ends_with(')') => (&name[..at], Some(&name[at..])),
        _ => (name, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deixis_plugin::{Position, Range};

    fn check(
        kind: u32,
        name: &str,
        expected: &str,
        scope: Option<&[&str]>,
        parameters: Option<&str>,
    ) {
        let nowhere = Position { line: 0, column: 0 };
        let symbol = Symbol {
            name: name.to_owned(),
            detail: None,
            container: None,
            kind,
            parent: None,
            path: "hello{{extension}}".to_owned(),
            range: Range {
                start: nowhere,
                end: nowhere,
            },
        };
        let batch = std::slice::from_ref(&symbol);
        let found = Adapter::normalise("{{id}}", Origin::Document, &symbol, batch).expect("shown");
        assert_eq!(found.name, expected, "{name}");
        assert_eq!(found.scope.is_some(), scope.is_some(), "{name}");
        assert_eq!(
            found.scope.unwrap_or_default(),
            scope.unwrap_or_default(),
            "{name}"
        );
        assert_eq!(found.parameters.as_deref(), parameters, "{name}");
    }

    #[test]
    fn names_are_what_a_person_would_say() {
        check(12, "greet(String)", "greet", None, Some("(String)"));
        check(6, "Type.method()", "method", Some(&["Type"]), Some("()"));
        check(9, "a.B.new", "new", Some(&["a", "B"]), None);
        check(12, "(anonymous)", "(anonymous)", None, None);
        check(12, "..rest", "..rest", None, None);
        check(20, "package.json", "package.json", None, None);
    }

    #[test]
    fn the_last_part_of_a_name_is_looked_for() {
        assert_eq!(Adapter::rewrite("Type.method(String)").text, "method");
        assert_eq!(Adapter::rewrite("greet").text, "greet");
        assert_eq!(Adapter::rewrite("Type.").text, "Type.");
    }
}
