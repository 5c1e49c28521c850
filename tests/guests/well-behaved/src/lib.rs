//! A guest that does as it should, built by an author's plain
//! `cargo build --target wasm32-wasip2`: such a component imports WASI, which
//! the host answers with next to nothing.

#[path = "../../common/mod.rs"]
mod common;

use deixis_plugin::{
    Ask, Asked, Context, Deadlines, Descriptor, Diagnostic, Diagnostics, DiagnosticsEvent,
    DiagnosticsPlan, DiagnosticsSource, Documents, Effects, Errors, Event, Facts, Failure, Fate,
    Info, Launch, LaunchPlan, Level, Normalised, Origin, Place, Query, Readiness, Refined, Reply,
    Requests, ResponseError, Results, Settled, Status, Symbol, Symbols, Trust, Verdict, project,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

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

impl Diagnostics for Guest {
    /// Whether the server has said `scripted/settled` since it was told.
    type State = bool;

    fn plan(_facts: &Facts) -> Result<DiagnosticsPlan, Failure> {
        Ok(DiagnosticsPlan::new(DiagnosticsSource::Push))
    }

    fn interests() -> Vec<String> {
        vec!["scripted/settled".to_owned()]
    }

    fn observe(
        _facts: &Facts,
        _path: &str,
        settled: &mut bool,
        event: DiagnosticsEvent,
        _deadlines: &mut Deadlines,
    ) {
        match event {
            DiagnosticsEvent::Told(_) => *settled = false,
            DiagnosticsEvent::Notified(_) => *settled = true,
            _ => {}
        }
    }

    fn settled(settled: &bool) -> Settled {
        if *settled { Settled::Yes } else { Settled::Unknown }
    }

    fn normalise(_language: &str, _path: &str, diagnostic: &Diagnostic) -> Fate {
        match diagnostic.message.strip_prefix("scripted: ") {
            Some("noise") => Fate::Drop,
            Some(rest) => {
                Fate::Change(Diagnostic { message: rest.to_owned(), ..diagnostic.clone() })
            }
            None => Fate::Keep,
        }
    }
}

impl Requests for Guest {
    fn answer(_facts: &Facts, method: &str, params: &Value) -> Reply {
        match method {
            "window/showMessageRequest" => Reply::choose(params, &["Import"]),
            "scripted/which" => Reply::json(&json!("this")),
            _ => Reply::Unknown,
        }
    }
}

/// Documents `scripted:NAME`, whose text the server tells.
impl Documents for Guest {
    fn fetch(_facts: &Facts, uri: &str) -> Option<Ask> {
        uri.starts_with("scripted:")
            .then(|| Ask::new("text", "scripted/text", &json!({"uri": uri})))
    }

    fn title(uri: &str) -> Option<String> {
        uri.strip_prefix("scripted:").map(str::to_owned)
    }
}

/// What is below `generated` is not to be changed, and no definition if there
/// is another.
impl Results for Guest {
    fn refine(_language: &str, asked: Asked, places: &[Place]) -> Vec<Refined> {
        let all = Refined::marking(places, |place| place.is_below("generated"));
        if asked == Asked::Definition { Refined::preferring_writable(all) } else { all }
    }

    fn hover(_language: &str, markdown: &str) -> Option<String> {
        markdown.strip_suffix("\n\nscripted").map(str::to_owned)
    }
}

deixis_plugin::export!(
    Guest: info, launch, readiness, symbols, errors, diagnostics, requests, documents, results
);
