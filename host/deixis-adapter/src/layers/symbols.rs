//! Symbols: upwards, each layer sees the names, kinds and scopes that those
//! below gave.

use deixis_hooks::symbols::{Normalised, Origin, Query, Symbol, Symbols};
use deixis_hooks::{Adapter, Hook, HookError};

use super::{Layers, Tally};

impl Symbols for Layers {
    fn normalise(
        &self,
        language: String,
        origin: Origin,
        symbols: Vec<Symbol>,
    ) -> Hook<'_, Vec<Normalised>> {
        Box::pin(async move {
            let mut tally = Tally::default();
            let mut batch = symbols;
            let mut names: Option<Vec<Normalised>> = None;
            for layer in &self.layers {
                let Some(hooks) = layer.symbols() else { continue };
                let answer = hooks.normalise(language.clone(), origin, batch.clone()).await;
                let answer = answer.and_then(|given| whole(given, batch.len(), &**layer));
                let Some(given) = tally.take(&**layer, answer)? else { continue };
                let given = match names.take() {
                    Some(below) => below.into_iter().zip(given).map(on_top).collect(),
                    None => given,
                };
                let separator = self.descriptor.separators.first().map_or(".", String::as_str);
                for (symbol, name) in batch.iter_mut().zip(&given) {
                    show(symbol, name, separator);
                }
                names = Some(given);
            }
            tally.close(names.unwrap_or_default())
        })
    }

    fn rewrite(&self, name: String) -> Hook<'_, Query> {
        Box::pin(async move {
            let mut tally = Tally::default();
            let mut query = Query { text: name, cap: None };
            for layer in &self.layers {
                let Some(hooks) = layer.symbols() else { continue };
                let answer = hooks.rewrite(query.text.clone()).await;
                if let Some(above) = tally.take(&**layer, answer)? {
                    let cap = query.cap.into_iter().chain(above.cap).min();
                    query = Query { text: above.text, cap };
                }
            }
            tally.close(query)
        })
    }
}

/// One result per symbol, or else an error of the layer.
fn whole(
    given: Vec<Normalised>,
    symbols: usize,
    layer: &dyn Adapter,
) -> Result<Vec<Normalised>, HookError> {
    if given.len() == symbols {
        return Ok(given);
    }
    Err(HookError::Invalid {
        adapter: layer.descriptor().id.clone(),
        hook: "symbols.normalise",
        message: format!("{} results for {symbols} symbols", given.len()),
    })
}

/// What a layer says, on top of what was said below.
fn on_top((below, above): (Normalised, Normalised)) -> Normalised {
    Normalised {
        name: above.name,
        scope: above.scope.or(below.scope),
        kind: above.kind,
        parameters: above.parameters.or(below.parameters),
        hidden: below.hidden || above.hidden,
    }
}

/// The symbol as the next layer sees it.
fn show(symbol: &mut Symbol, name: &Normalised, separator: &str) {
    symbol.name.clone_from(&name.name);
    symbol.kind = name.kind;
    if let Some(scope) = &name.scope {
        symbol.container = (!scope.is_empty()).then(|| scope.join(separator));
    }
}
