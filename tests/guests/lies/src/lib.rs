//! A guest whose answers break the rules of the contract: a list of the wrong
//! length, and JSON that is none.

#[path = "../../common/mod.rs"]
mod common;

use deixis_plugin::bindings::symbols::exports::deixis::adapter::symbols as wire;
use deixis_plugin::{
    Descriptor, Facts, Failure, Info, Launch, LaunchPlan, Normalised, Origin, Query, Symbol,
};

struct Guest;

impl Info for Guest {
    fn describe() -> Descriptor {
        common::descriptor("lies")
    }
}

impl Launch for Guest {
    fn plan(_facts: &Facts) -> Result<LaunchPlan, Failure> {
        Ok(LaunchPlan {
            initialization_options: Some("{not json".to_owned()),
            ..LaunchPlan::default()
        })
    }
}

/// Beneath the kit, which would not let this happen.
impl wire::Guest for Guest {
    fn normalise(
        _language: String,
        _origin: Origin,
        symbols: Vec<Symbol>,
    ) -> Result<Vec<Normalised>, Failure> {
        let mut answers: Vec<Normalised> = symbols.iter().map(Normalised::plain).collect();
        let last = answers.last().cloned();
        answers.extend(last);
        Ok(answers)
    }

    fn rewrite(name: String) -> Result<Query, Failure> {
        Ok(Query { text: name, cap: None })
    }
}

deixis_plugin::export!(Guest: info, launch);
#[cfg(target_arch = "wasm32")]
deixis_plugin::bindings::symbols::export_group!(Guest with_types_in deixis_plugin::bindings::symbols);
