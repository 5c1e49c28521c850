//! A guest whose strings are no UTF-8.

#[path = "../../common/mod.rs"]
mod common;

use deixis_plugin::bindings::symbols::exports::deixis::adapter::symbols as wire;
use deixis_plugin::{Descriptor, Failure, Info, Normalised, Origin, Query, Symbol};

struct Guest;

impl Info for Guest {
    fn describe() -> Descriptor {
        common::descriptor("garbles")
    }
}

/// Beneath the kit, and beneath what Rust lets happen by mistake.
impl wire::Guest for Guest {
    fn normalise(_: String, _: Origin, symbols: Vec<Symbol>) -> Result<Vec<Normalised>, Failure> {
        // SAFETY: there is no excuse. The string is only moved, never looked at, which is what
        // a guest in another language would do with such bytes.
        let garbled = || unsafe { String::from_utf8_unchecked(vec![b'g', 0xff, 0xc0, 0x80]) };
        let one = |symbol: &Symbol| Normalised { name: garbled(), ..Normalised::plain(symbol) };
        Ok(symbols.iter().map(one).collect())
    }

    fn rewrite(name: String) -> Result<Query, Failure> {
        Ok(Query { text: name, cap: None })
    }
}

deixis_plugin::export!(Guest: info);
#[cfg(target_arch = "wasm32")]
deixis_plugin::bindings::symbols::export_group!(Guest with_types_in deixis_plugin::bindings::symbols);
