//! What jdtls' symbols are called.
//!
//! Theory of operation. In a document and in call hierarchies a name is a label:
//! `greet(String, int) : void`, `Inner<T>`, `new Runnable() {...}`. The short
//! name is what stands before parentheses and type parameters, and overloads
//! are told apart by the parentheses. In the workspace names are bare and the
//! container is the qualified type. There, only types can be asked for by a
//! qualified name, and a class with a written constructor comes twice: the
//! constructor's place is the start of the line.

use deixis_plugin::{Normalised, Origin, Query, Symbol, Symbols};

use crate::Java;

/// LSP `SymbolKind` of a package clause.
const PACKAGE: u32 = 4;

impl Symbols for Java {
    fn normalise(
        _language: &str,
        origin: Origin,
        symbol: &Symbol,
        batch: &[Symbol],
    ) -> Option<Normalised> {
        let hidden = match origin {
            Origin::Document => symbol.kind == PACKAGE,
            Origin::Workspace => is_shadow(symbol, batch),
            Origin::Hierarchy => false,
        };
        let (name, parameters) = label(&symbol.name);
        let scope = match origin {
            Origin::Document => None,
            Origin::Workspace => symbol.container.as_deref().map(segments),
            // The detail is the qualified name of the declaring type.
            Origin::Hierarchy => symbol.detail.as_deref().map(segments),
        };
        (!hidden).then(|| Normalised {
            name: name.to_owned(),
            scope: scope.filter(|scope| !scope.is_empty()),
            parameters: parameters.map(ToOwned::to_owned),
            ..Normalised::plain(symbol)
        })
    }

    /// A qualified type is asked for as it is, a member by its last name.
    fn rewrite(name: &str) -> Query {
        let (name, _) = label(name);
        let dotted = name.replace("::", ".").replace(['#', '/'], ".");
        let mut parts: Vec<&str> = dotted.split('.').filter(|part| !part.is_empty()).collect();
        let last = parts.pop().unwrap_or_default();
        let is_type = last.starts_with(char::is_uppercase);
        let in_package = parts.last().is_some_and(|part| part.starts_with(char::is_lowercase));
        let text = if is_type && in_package { dotted.clone() } else { last.to_owned() };
        Query { text, cap: None }
    }
}

/// A label's name, and its parentheses.
fn label(text: &str) -> (&str, Option<&str>) {
    let text = text.split(" : ").next().unwrap_or(text);
    if let Some(anonymous) = text.strip_prefix("new ") {
        let end = anonymous.find(['(', '<']).map_or(text.len(), |end| end + "new ".len());
        return (&text[..end], None);
    }
    let (name, parameters) = match (text.find('('), text.rfind(')')) {
        (Some(open), Some(close)) if 0 < open && open < close => {
            (&text[..open], Some(&text[open..=close]))
        }
        _ => (text, None),
    };
    let bare = name.split('<').next().unwrap_or(name).trim();
    (if bare.is_empty() { text } else { bare }, parameters)
}

/// `sample.Outer.Inner<T>` is three names.
fn segments(qualified: &str) -> Vec<String> {
    let bare = qualified.split('<').next().unwrap_or(qualified);
    bare.split('.').filter(|part| !part.is_empty()).map(ToOwned::to_owned).collect()
}

/// Whether the same type is there again, further right on the same line.
fn is_shadow(symbol: &Symbol, batch: &[Symbol]) -> bool {
    let same = |other: &&Symbol| {
        other.range.start.line == symbol.range.start.line
            && other.path == symbol.path
            && other.name == symbol.name
            && other.kind == symbol.kind
            && other.container == symbol.container
    };
    let at = symbol.range.start;
    at.column == 0
        && !symbol.path.is_empty()
        && batch.iter().filter(same).any(|other| other.range.start.column > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use deixis_plugin::{Position, Range};

    fn symbol(name: &str, kind: u32, column: u32) -> Symbol {
        let at = Position { line: 3, column };
        Symbol {
            name: name.to_owned(),
            detail: None,
            container: None,
            kind,
            parent: None,
            path: "src/A.java".to_owned(),
            range: Range { start: at, end: at },
        }
    }

    fn check(name: &str, expected: &str, parameters: Option<&str>) {
        let symbol = symbol(name, 6, 0);
        let found = Java::normalise("java", Origin::Document, &symbol, &[]).expect("not hidden");
        assert_eq!((found.name.as_str(), found.parameters.as_deref()), (expected, parameters));
        assert_eq!(found.scope, None);
    }

    #[test]
    fn labels_become_names() {
        check("greet(String, int) : void", "greet", Some("(String, int)"));
        check("greet(String...)", "greet", Some("(String...)"));
        check("all(Map<String, List<T>>, int)", "all", Some("(Map<String, List<T>>, int)"));
        check("Greeting()", "Greeting", Some("()"));
        check("Inner<T extends A<B>>", "Inner", None);
        check("new Runnable() {...}", "new Runnable", None);
        check("new Map.Entry<K, V>() {...}", "new Map.Entry", None);
        check("count", "count", None);
        check("{...}", "{...}", None);
        check("() -> {...} Supplier", "() -> {...} Supplier", None);
    }

    #[test]
    fn containers_are_scopes_and_package_clauses_are_no_symbols() {
        let mut found = symbol("run", 6, 4);
        found.container = Some("sample.Outer.Inner<T>".to_owned());
        let scope = |origin, symbol: &Symbol| {
            Java::normalise("java", origin, symbol, std::slice::from_ref(symbol)).map(|s| s.scope)
        };
        let names = ["sample", "Outer", "Inner"].map(str::to_owned).to_vec();
        assert_eq!(scope(Origin::Workspace, &found), Some(Some(names.clone())));
        found.detail = found.container.take();
        assert_eq!(scope(Origin::Hierarchy, &found), Some(Some(names)));
        assert_eq!(scope(Origin::Document, &symbol("sample.inner", PACKAGE, 0)), None);
        found.container = Some(String::new());
        assert_eq!(scope(Origin::Workspace, &found), Some(None));
    }

    #[test]
    fn a_class_with_a_constructor_comes_once() {
        let batch = [symbol("Greeting", 5, 0), symbol("Greeting", 5, 13)];
        let shown = |symbol| Java::normalise("java", Origin::Workspace, symbol, &batch).is_some();
        assert!(!shown(&batch[0]) && shown(&batch[1]));
        let alone = [symbol("Greeting", 5, 0)];
        assert!(Java::normalise("java", Origin::Workspace, &alone[0], &alone).is_some());
    }

    #[test]
    fn members_are_asked_for_by_their_last_name() {
        let asked = |name| Java::rewrite(name).text;
        assert_eq!(asked("Greeting.composeGreeting(String)"), "composeGreeting");
        assert_eq!(asked("Greeting#composeGreeting"), "composeGreeting");
        assert_eq!(asked("sample.inner.Twice"), "sample.inner.Twice");
        assert_eq!(asked("sample::Twice"), "sample.Twice");
        assert_eq!(asked("Outer.Inner"), "Inner");
        assert_eq!(asked("Twice"), "Twice");
        assert_eq!(asked(""), "");
    }
}
