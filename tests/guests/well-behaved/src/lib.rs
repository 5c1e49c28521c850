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
        let name = symbol.name.trim_end_matches("()");
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

/// What the server was told of a document.
#[derive(Default, Serialize, Deserialize)]
pub enum Told {
    /// Its text; the host may judge by itself.
    #[default]
    Plain,
    /// The text of a file called `late`: the server says when it is done.
    Late,
    /// That it has said `scripted/settled` since.
    Settled,
}

impl Diagnostics for Guest {
    /// What is known of the document.
    type State = Told;

    fn plan(_facts: &Facts) -> Result<DiagnosticsPlan, Failure> {
        Ok(DiagnosticsPlan::new(DiagnosticsSource::Push))
    }

    fn interests() -> Vec<String> {
        vec!["scripted/settled".to_owned()]
    }

    fn observe(
        _facts: &Facts,
        path: &str,
        told: &mut Told,
        event: DiagnosticsEvent,
        _deadlines: &mut Deadlines,
    ) {
        match event {
            DiagnosticsEvent::Told(_) if path.contains("late") => *told = Told::Late,
            DiagnosticsEvent::Told(_) => *told = Told::Plain,
            DiagnosticsEvent::Notified(_) => *told = Told::Settled,
            _ => {}
        }
    }

    fn settled(told: &Told) -> Settled {
        match told {
            Told::Plain => Settled::Unknown,
            Told::Late => Settled::NotYet,
            Told::Settled => Settled::Yes,
        }
    }

    fn normalise(_language: &str, _path: &str, diagnostic: &Diagnostic) -> Fate {
        match diagnostic.message.trim_start_matches("scripted: ") {
            "noise" => Fate::Drop,
            rest if rest == diagnostic.message || rest.is_empty() => Fate::Keep,
            rest => Fate::Change(Diagnostic { message: rest.to_owned(), ..diagnostic.clone() }),
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
