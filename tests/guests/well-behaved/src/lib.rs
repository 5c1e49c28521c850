//! A guest that does as it should, built by an author's plain
//! `cargo build --target wasm32-wasip2`: such a component imports WASI, which
//! the host answers with next to nothing.

#[path = "../../common/mod.rs"]
mod common;

use deixis_plugin::{
    Context, Descriptor, Effects, Errors, Event, Facts, Failure, Info, Launch, LaunchPlan, Level,
    Normalised, Origin, Query, Readiness, ResponseError, Status, Symbol, Symbols, Trust, Verdict,
    project,
};
use serde::{Deserialize, Serialize};

struct Guest;

impl Info for Guest {
    fn describe() -> Descriptor {
        common::descriptor("well-behaved")
    }
}

impl Launch for Guest {
    fn plan(facts: &Facts) -> Result<LaunchPlan, Failure> {
        deixis_plugin::log!(Info, "planning {}", facts.recipe);
        Ok(LaunchPlan::default().variable("SCRIPTED", "1").open(project::find(&[".scr"], &[], 1)))
    }
}

/// How often the server spoke.
#[derive(Default, Serialize, Deserialize)]
struct Seen {
    events: u32,
    ready: bool,
}

impl Readiness for Guest {
    type State = Seen;

    fn interests() -> Vec<String> {
        vec!["scripted/ready".to_owned()]
    }

    fn start(_facts: &Facts, _effects: &mut Effects) -> Result<Seen, Failure> {
        Ok(Seen::default())
    }

    fn observe(seen: &mut Seen, event: Event, _effects: &mut Effects) -> Result<(), Failure> {
        seen.events += 1;
        seen.ready |= matches!(event, Event::Notified(_));
        Ok(())
    }

    fn status(seen: &Seen) -> Status {
        let level =
            if seen.ready { Level::Ready } else { Level::busy(&format!("{} events", seen.events)) };
        Status { signal_expected: !seen.ready, ..Status::uniform(&level, Trust::Empty) }
    }
}

impl Symbols for Guest {
    fn normalise(
        _language: &str,
        _origin: Origin,
        symbol: &Symbol,
        _batch: &[Symbol],
    ) -> Option<Normalised> {
        let name = symbol.name.strip_suffix("()").unwrap_or(&symbol.name);
        (name != "hidden")
            .then(|| Normalised { name: name.to_owned(), ..Normalised::plain(symbol) })
    }

    fn rewrite(name: &str) -> Query {
        Query { text: format!("={name}"), cap: Some(10) }
    }
}

impl Errors for Guest {
    fn classify(_context: &Context, error: &ResponseError) -> Verdict {
        if error.message == "nothing here" { Verdict::NoResult } else { Verdict::Unknown }
    }
}

deixis_plugin::export!(Guest: info, launch, readiness, symbols, errors);
