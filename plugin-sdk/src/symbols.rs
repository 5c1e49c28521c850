//! The group `symbols`: what symbols are called.

use crate::Failure;
use crate::bindings::symbols::exports::deixis::adapter::symbols as wire;

pub use wire::{Normalised, Origin, Query, Symbol};

/// The hook group.
pub trait Symbols {
    /// What a person would call this symbol, or `None` to hide it. `batch` is
    /// everything that came with it; `symbol.parent` is an index into it.
    #[must_use]
    fn normalise(
        language: &str,
        origin: Origin,
        symbol: &Symbol,
        batch: &[Symbol],
    ) -> Option<Normalised> {
        let _ = (language, origin, batch);
        Some(Normalised::plain(symbol))
    }

    /// What to send in `workspace/symbol` for the name that is looked for.
    #[must_use]
    fn rewrite(name: &str) -> Query {
        Query { text: name.to_owned(), cap: None }
    }
}

impl Normalised {
    /// The symbol as the server gave it.
    #[must_use]
    pub fn plain(symbol: &Symbol) -> Self {
        Self {
            name: symbol.name.clone(),
            scope: None,
            kind: symbol.kind,
            parameters: None,
            hidden: false,
        }
    }
}

impl<T: Symbols> wire::Guest for T {
    fn normalise(
        language: String,
        origin: Origin,
        symbols: Vec<Symbol>,
    ) -> Result<Vec<Normalised>, Failure> {
        crate::export::enter();
        let one = |symbol: &Symbol| {
            T::normalise(&language, origin, symbol, &symbols)
                .unwrap_or_else(|| Normalised { hidden: true, ..Normalised::plain(symbol) })
        };
        Ok(symbols.iter().map(one).collect())
    }

    fn rewrite(name: String) -> Result<Query, Failure> {
        crate::export::enter();
        Ok(T::rewrite(&name))
    }
}
