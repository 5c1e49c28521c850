//! A guest that gives a million names, however many symbols there are.

#[path = "../../common/mod.rs"]
mod common;

use deixis_plugin::bindings::symbols::exports::deixis::adapter::symbols as wire;
use deixis_plugin::{Descriptor, Failure, Info, Normalised, Origin, Query, Symbol};

struct Guest;

impl Info for Guest {
    fn describe() -> Descriptor {
        common::descriptor("multiplies")
    }
}

const MILLION: usize = 1_000_000;

/// Beneath the kit, which would not let this happen.
impl wire::Guest for Guest {
    fn normalise(_: String, _: Origin, _: Vec<Symbol>) -> Result<Vec<Normalised>, Failure> {
        let nothing = || Normalised {
            name: String::new(),
            scope: None,
            kind: 1,
            parameters: None,
            hidden: false,
        };
        Ok(std::iter::repeat_with(nothing).take(MILLION).collect())
    }

    fn rewrite(name: String) -> Result<Query, Failure> {
        Ok(Query { text: name, cap: None })
    }
}

deixis_plugin::export!(Guest: info);
#[cfg(target_arch = "wasm32")]
deixis_plugin::bindings::symbols::export_group!(Guest with_types_in deixis_plugin::bindings::symbols);
