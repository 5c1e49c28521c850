//! A guest that is a layer: the rules of one team, on top of the adapter that
//! knows the language. It has no languages and no programs of its own.

use deixis_plugin::{
    Descriptor, Facts, Failure, Info, Launch, LaunchPlan, Normalised, Origin, Symbol, Symbols,
};
use serde_json::json;

/// LSP `SymbolKind.Function` and `SymbolKind.Event`.
const FUNCTION: u32 = 12;
const EVENT: u32 = 24;

struct Guest;

impl Info for Guest {
    fn describe() -> Descriptor {
        Descriptor::new("house-rules", env!("CARGO_PKG_VERSION"), "the rules of this house")
    }
}

impl Launch for Guest {
    fn plan(_facts: &Facts) -> Result<LaunchPlan, Failure> {
        Ok(LaunchPlan::default().initialization_options(&json!({ "house": { "rules": true } })))
    }
}

impl Symbols for Guest {
    /// Generated code is hidden, handlers are events.
    fn normalise(
        _language: &str,
        _origin: Origin,
        symbol: &Symbol,
        _batch: &[Symbol],
    ) -> Option<Normalised> {
        let is_handler = symbol.kind == FUNCTION && symbol.name.starts_with("on_");
        let kind = if is_handler { EVENT } else { symbol.kind };
        (!symbol.name.starts_with("generated_"))
            .then(|| Normalised { kind, ..Normalised::plain(symbol) })
    }
}

deixis_plugin::export!(Guest: info, launch, symbols);
