//! Names and name paths: `Session::new`, `Session.new`, `Session/new`.

use crate::OpError;
use crate::answer::{Place, Symbol};
use crate::error::Candidate;
use crate::places::at;

/// Candidates that an error shows.
const MAX_CANDIDATES: usize = 20;
/// Separators that are understood in every language.
const SEPARATORS: [&str; 5] = ["::", ".", "/", "#", "\\"];

/// The one symbol that is meant by a name or a name path.
pub(crate) fn find<'a>(
    symbols: &'a [Symbol],
    wanted: &str,
    whereabouts: &str,
    capped: bool,
) -> Result<&'a Symbol, OpError> {
    let (path, parameters) = parts(wanted);
    let mut found: Vec<&Symbol> = symbols
        .iter()
        .filter(|symbol| matches(symbol, &path) || matches(symbol, &[wanted]))
        .filter(|symbol| parameters.is_none_or(|said| takes(symbol, said)))
        .collect();
    // A whole path beats the tail of a longer one.
    let whole: Vec<&Symbol> = found
        .iter()
        .copied()
        .filter(|symbol| segments(&symbol.name_path).len() == path.len())
        .collect();
    if whole.len() == 1 {
        found = whole;
    }
    match found.as_slice() {
        [only] => Ok(only),
        [] => Err(OpError::SymbolNotFound {
            message: format!("no symbol {wanted:?} in {whereabouts}"),
            nearest: nearest(symbols, path.last().copied().unwrap_or(wanted)),
            incomplete: capped,
        }),
        several => Err(OpError::AmbiguousSymbol {
            message: format!(
                "{} symbols are called {wanted:?} in {whereabouts}; say which by its place",
                several.len()
            ),
            candidates: several
                .iter()
                .take(MAX_CANDIDATES)
                .map(|symbol| candidate(symbol))
                .collect(),
        }),
    }
}

/// A name path, and the parameters behind it that tell overloads apart: `A::f(int, B::C)`.
fn parts(wanted: &str) -> (Vec<&str>, Option<&str>) {
    let open = wanted.find('(').filter(|at| *at > 0 && wanted.ends_with(')'));
    open.map_or_else(
        || (segments(wanted), None),
        |at| (segments(&wanted[..at]), Some(&wanted[at..])),
    )
}

/// Whether a symbol has these parameters; spaces are no part of them. One whose name holds them
/// itself is as good.
fn takes(symbol: &Symbol, parameters: &str) -> bool {
    let bare = |text: &str| text.split_whitespace().collect::<String>();
    let own = symbol.parameters.as_deref().map(bare);
    own.map_or_else(
        || bare(&symbol.name).ends_with(&bare(parameters)),
        |own| own == bare(parameters),
    )
}

/// The names of a path, outermost first.
pub(crate) fn segments(path: &str) -> Vec<&str> {
    let mut segments = vec![path];
    for separator in SEPARATORS {
        segments = segments.into_iter().flat_map(|part| part.split(separator)).collect();
    }
    segments.retain(|part| !part.is_empty());
    segments
}

fn matches(symbol: &Symbol, path: &[&str]) -> bool {
    let own = segments(&symbol.name_path);
    own.ends_with(path) || path.len() == 1 && symbol.name == path[0]
}

/// A symbol as a candidate that can be pasted back.
pub(crate) fn candidate(symbol: &Symbol) -> Candidate {
    let (place, text) = match &symbol.place {
        Place::Inside { path, range, selection, text, .. } => {
            (at(path, selection.unwrap_or(*range).start), text.as_ref().map(ToString::to_string))
        }
        Place::Outside { uri, .. } => (uri.to_string(), None),
    };
    let parameters = symbol.parameters.as_deref().unwrap_or_default();
    Candidate {
        name: format!("{}{parameters}", symbol.name_path),
        at: place,
        kind: Some(symbol.kind),
        text,
    }
}

/// Symbols whose name is most like the wanted one.
fn nearest(symbols: &[Symbol], wanted: &str) -> Vec<Candidate> {
    const SHOWN: usize = 5;
    let wanted = wanted.to_lowercase();
    let mut scored: Vec<(usize, &Symbol)> = symbols
        .iter()
        .filter_map(|symbol| {
            let name = symbol.name.to_lowercase();
            let distance = distance(&name, &wanted);
            let close = distance <= wanted.len() / 2
                || name.contains(&wanted)
                || wanted.contains(&name) && name.len() > 2;
            close.then_some((distance, symbol))
        })
        .collect();
    scored.sort_by_key(|(distance, _)| *distance);
    scored.into_iter().take(SHOWN).map(|(_, symbol)| candidate(symbol)).collect()
}

/// Levenshtein distance in characters, of names cut at 64.
fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().take(64).collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, a) in left.chars().take(64).enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in right.iter().enumerate() {
            let substituted = diagonal + usize::from(a != *b);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_falls_into_its_names() {
        let cases: [(&str, &[&str]); 5] = [
            ("Session::new", &["Session", "new"]),
            ("a.b/c#d", &["a", "b", "c", "d"]),
            ("/Session/new", &["Session", "new"]),
            ("new", &["new"]),
            ("", &[]),
        ];
        for (path, expected) in cases {
            assert_eq!(segments(path), expected, "{path}");
        }
    }

    #[test]
    fn parameters_are_no_part_of_a_path() {
        for (wanted, path, parameters) in [
            ("A::f(int, B::C)", vec!["A", "f"], Some("(int, B::C)")),
            ("f()", vec!["f"], Some("()")),
            ("(*T).Method", vec!["(*T)", "Method"], None),
            ("f(", vec!["f("], None),
        ] {
            assert_eq!(parts(wanted), (path, parameters), "{wanted}");
        }
    }

    #[test]
    fn distances_are_those_of_levenshtein() {
        for (left, right, expected) in
            [("", "", 0), ("abc", "abc", 0), ("kitten", "sitting", 3), ("", "ab", 2)]
        {
            assert_eq!(distance(left, right), expected, "{left} {right}");
        }
    }
}
