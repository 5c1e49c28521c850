//! A guest that counts its calls, and lets the count be seen.

#[path = "../../common/mod.rs"]
mod common;

use std::sync::atomic::{AtomicU32, Ordering};

use deixis_plugin::{Descriptor, Info, Normalised, Origin, Symbol, Symbols};

struct Guest;

impl Info for Guest {
    fn describe() -> Descriptor {
        common::descriptor("remembers")
    }
}

static CALLS: AtomicU32 = AtomicU32::new(0);

impl Symbols for Guest {
    fn normalise(_: &str, _: Origin, symbol: &Symbol, _: &[Symbol]) -> Option<Normalised> {
        let calls = CALLS.fetch_add(1, Ordering::Relaxed);
        let parameters = Some(format!("({calls})"));
        Some(Normalised { parameters, ..Normalised::plain(symbol) })
    }
}

deixis_plugin::export!(Guest: info, symbols);
