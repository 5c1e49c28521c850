//! What rust-analyzer's symbols are called.
//!
//! Theory of operation. Methods are children of `impl` blocks, which have
//! names of their own: `impl Animal<T>`, `impl Speak for Animal<T>`. A person
//! says `Animal::speak`, so an `impl` in the way is replaced by its type.
//! Workspace symbols say the same by a container, with its generics.

use deixis_plugin::{Normalised, Origin, Query, Symbol, Symbols};

use crate::Rust;
use crate::launch::SYMBOL_LIMIT;

/// LSP `SymbolKind`s that matter here.
const NAMESPACE: u32 = 3;
const METHOD: u32 = 6;
const FUNCTION: u32 = 12;
const VARIABLE: u32 = 13;

/// Nesting deeper than this is not followed.
const MAX_DEPTH: usize = 64;

impl Symbols for Rust {
    fn normalise(
        _language: &str,
        origin: Origin,
        symbol: &Symbol,
        batch: &[Symbol],
    ) -> Option<Normalised> {
        let parent = parent(symbol, batch);
        let is_local =
            symbol.kind == VARIABLE && parent.is_some_and(|parent| is_function(parent.kind));
        let is_region = symbol.kind == NAMESPACE && !symbol.name.starts_with("extern");
        if origin == Origin::Document && (is_local || is_region) {
            return None;
        }
        let name = symbol.name.split(" (alias for ").next().unwrap_or(&symbol.name);
        let scope = match origin {
            Origin::Document => scope_of_ancestors(symbol, batch),
            Origin::Workspace | Origin::Hierarchy => {
                symbol.container.as_deref().map(|name| vec![subject(name)])
            }
        };
        Some(Normalised { name: name.to_owned(), scope, ..Normalised::plain(symbol) })
    }

    fn rewrite(name: &str) -> Query {
        // Without the mark, functions are only searched where no type matches.
        Query {
            text: format!("{}#", name.strip_prefix("r#").unwrap_or(name)),
            cap: Some(SYMBOL_LIMIT),
        }
    }
}

fn is_function(kind: u32) -> bool {
    kind == METHOD || kind == FUNCTION
}

fn parent<'a>(symbol: &Symbol, batch: &'a [Symbol]) -> Option<&'a Symbol> {
    batch.get(usize::try_from(symbol.parent?).ok()?)
}

/// The names around a symbol, if one of them is an `impl` block.
fn scope_of_ancestors(symbol: &Symbol, batch: &[Symbol]) -> Option<Vec<String>> {
    let mut names = Vec::new();
    let mut through_impl = false;
    let mut next = parent(symbol, batch);
    while let Some(ancestor) = next.filter(|_| names.len() < MAX_DEPTH) {
        through_impl |= is_impl(&ancestor.name);
        names.push(subject(&ancestor.name));
        next = parent(ancestor, batch);
    }
    names.reverse();
    through_impl.then_some(names)
}

fn is_impl(name: &str) -> bool {
    name.strip_prefix("impl").is_some_and(|rest| rest.starts_with([' ', '<']))
}

/// The type that an `impl` block is for, without generics and path; any other
/// name without generics.
fn subject(name: &str) -> String {
    if !is_impl(name) {
        return bare(name).to_owned();
    }
    let rest = skip_generics(name.trim_start_matches("impl").trim_start()).trim_start();
    let target = rest.rsplit_once(" for ").map_or(rest, |(_, target)| target);
    let path = bare(
        target.trim_start_matches(['&', '*']).trim_start_matches("mut ").trim_start_matches("dyn "),
    );
    path.rsplit("::").next().unwrap_or(path).to_owned()
}

/// A name up to its generics.
fn bare(name: &str) -> &str {
    name.split('<').next().unwrap_or(name).trim()
}

/// What follows the `<…>` at the start, if there is one.
fn skip_generics(text: &str) -> &str {
    if !text.starts_with('<') {
        return text;
    }
    let mut depth = 0_usize;
    for (index, byte) in text.bytes().enumerate() {
        match byte {
            b'<' => depth += 1,
            b'>' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return &text[index + 1..];
        }
    }
    text
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
            path: "src/lib.rs".to_owned(),
            range: Range { start: nowhere, end: nowhere },
        }
    }

    /// The scope of a method in such a block.
    fn check_scope(block: &str, expected: &[&str]) {
        let batch = [
            symbol("shapes", 2, None, None),
            symbol(block, 19, Some(0), None),
            symbol("area", 6, Some(1), None),
        ];
        let method =
            Rust::normalise("rust", Origin::Document, &batch[2], &batch).expect("not hidden");
        assert_eq!(
            method.scope.as_deref(),
            Some(expected.iter().map(|s| (*s).to_owned()).collect::<Vec<_>>().as_slice()),
            "{block}"
        );
    }

    #[test]
    fn a_method_is_found_under_its_type() {
        check_scope("impl Circle", &["shapes", "Circle"]);
        check_scope("impl Shape for Circle", &["shapes", "Circle"]);
        check_scope("impl<T: Into<f64>> Shape for Circle<T>", &["shapes", "Circle"]);
        check_scope("impl From<Circle<u8>> for crate::other::Square", &["shapes", "Square"]);
        check_scope("impl Shape for &mut dyn Draw", &["shapes", "Draw"]);
        check_scope("impl<T> Shape for [T; 2]", &["shapes", "[T; 2]"]);
    }

    #[test]
    fn plain_nesting_is_kept() {
        let batch = [symbol("shapes", 2, None, None), symbol("area", 12, Some(0), None)];
        let function =
            Rust::normalise("rust", Origin::Document, &batch[1], &batch).expect("not hidden");
        assert_eq!(function.scope, None);
    }

    #[test]
    fn locals_and_regions_are_hidden() {
        let batch = [
            symbol("area", 12, None, None),
            symbol("x", 13, Some(0), None),
            symbol("helpers", 3, None, None),
        ];
        assert_eq!(Rust::normalise("rust", Origin::Document, &batch[1], &batch), None);
        assert_eq!(Rust::normalise("rust", Origin::Document, &batch[2], &batch), None);
    }

    #[test]
    fn workspace_symbols_lose_alias_and_generics() {
        let batch = [symbol("Round (alias for Circle)", 5, None, Some("Animal<T>"))];
        let found =
            Rust::normalise("rust", Origin::Workspace, &batch[0], &batch).expect("not hidden");
        assert_eq!((found.name.as_str(), found.scope), ("Round", Some(vec!["Animal".to_owned()])));
    }

    #[test]
    fn queries_ask_for_all_symbols() {
        assert_eq!(Rust::rewrite("helper").text, "helper#");
        assert_eq!(Rust::rewrite("r#type").text, "type#");
    }
}
