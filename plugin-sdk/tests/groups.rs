//! The hook groups as the host calls them: through the functions that a
//! component exports.

use deixis_plugin::bindings::{
    diagnostics, documents, errors, info, launch, readiness, rename, requests, results, symbols,
    watch,
};
use deixis_plugin::{
    Answered, Ask, Asked, Change, ChangeKind, Context, Deadlines, Descriptor, Diagnostics,
    DiagnosticsEvent, DiagnosticsPlan, DiagnosticsSource, Documents, Effects, Errors, Event, Facts,
    Failure, Fate, Info, Launch, LaunchPlan, Level, Normalised, Origin, Position, Range, Readiness,
    Refined, Rename, RenameReview, RenameVerdict, Reply, Requests, ResponseError, Results, Settled,
    Status, Symbol, Symbols, Translation, Trust, Verdict, Watch, project, testing,
};
use diagnostics::exports::deixis::adapter::diagnostics::Guest as DiagnosticsGuest;
use documents::exports::deixis::adapter::documents::Guest as DocumentsGuest;
use errors::exports::deixis::adapter::errors::Guest as ErrorsGuest;
use info::exports::deixis::adapter::info::Guest as InfoGuest;
use launch::exports::deixis::adapter::launch::Guest as LaunchGuest;
use readiness::exports::deixis::adapter::readiness::Guest as ReadinessGuest;
use rename::exports::deixis::adapter::rename::Guest as RenameGuest;
use requests::exports::deixis::adapter::requests::Guest as RequestsGuest;
use results::exports::deixis::adapter::results::Guest as ResultsGuest;
use serde::{Deserialize, Serialize};
use serde_json::json;
use symbols::exports::deixis::adapter::symbols::Guest as SymbolsGuest;
use watch::exports::deixis::adapter::watch::Guest as WatchGuest;

struct Sample;

impl Info for Sample {
    fn describe() -> Descriptor {
        Descriptor::new("sample", "1.0.0", "Sample").asks_to_read(["*.toml"])
    }
}

impl Launch for Sample {
    fn plan(facts: &Facts) -> Result<LaunchPlan, Failure> {
        #[derive(Deserialize)]
        struct Options {
            level: u8,
        }
        let options: Options = facts.options()?;
        Ok(LaunchPlan::default().setting("sample", &json!(options.level)))
    }
}

#[derive(Serialize, Deserialize)]
struct Count(u32);

impl Readiness for Sample {
    type State = Count;

    fn start(_facts: &Facts, effects: &mut Effects) -> Result<Count, Failure> {
        effects.deadline("late", 10);
        Ok(Count(0))
    }

    fn observe(count: &mut Count, event: Event, effects: &mut Effects) -> Result<(), Failure> {
        count.0 += 1;
        if let Event::Opened(path) = event {
            effects.request(&path, "sample/ask", &json!({}));
        }
        Ok(())
    }

    fn status(count: &Count) -> Status {
        let level = if count.0 >= 3 { Level::Ready } else { Level::busy("counting") };
        Status::uniform(&level, Trust::Empty)
    }
}

impl Symbols for Sample {
    fn normalise(_: &str, _: Origin, symbol: &Symbol, _: &[Symbol]) -> Option<Normalised> {
        (symbol.name != "local").then(|| Normalised::plain(symbol))
    }
}

impl Errors for Sample {
    fn classify(_: &Context, _: &ResponseError) -> Verdict {
        Verdict::RetryNow
    }
}

impl Watch for Sample {
    fn translate(_: &Facts, changes: Vec<Change>, open: &[String]) -> Result<Translation, Failure> {
        Ok(Translation::opening_created(changes, open, |path| path.ends_with(".s")))
    }
}

impl Rename for Sample {}

impl Diagnostics for Sample {
    type State = Option<u32>;

    fn plan(_: &Facts) -> Result<DiagnosticsPlan, Failure> {
        Ok(DiagnosticsPlan::new(DiagnosticsSource::Pull).quiet_ms(1).react_ms(2).incomplete("x"))
    }

    fn observe(
        _: &Facts,
        _: &str,
        saves: &mut Option<u32>,
        event: DiagnosticsEvent,
        deadlines: &mut Deadlines,
    ) {
        if event == DiagnosticsEvent::Saved {
            *saves = Some(saves.unwrap_or(0) + 1);
            deadlines.set("a", 1);
            deadlines.cancel("b");
        }
    }

    fn settled(saves: &Option<u32>) -> Settled {
        if *saves == Some(2) { Settled::Yes } else { Settled::NotYet }
    }
}

impl Requests for Sample {}

impl Documents for Sample {
    fn fetch(_: &Facts, _: &str) -> Option<Ask> {
        None
    }
}

impl Results for Sample {}

deixis_plugin::export!(
    Sample: info, launch, readiness, symbols, errors, watch, rename, diagnostics, requests,
    documents, results
);

fn named(name: &str) -> Symbol {
    let nowhere = Position { line: 0, column: 0 };
    Symbol {
        name: name.to_owned(),
        detail: None,
        container: None,
        kind: 12,
        parent: None,
        path: "a.s".to_owned(),
        range: Range { start: nowhere, end: nowhere },
    }
}

#[test]
fn what_is_asked_for_is_in_the_descriptor() {
    let descriptor = <Sample as InfoGuest>::describe();
    assert_eq!(descriptor.extra.as_deref(), Some(r#"{"project_read":["*.toml"]}"#));
}

#[test]
fn options_that_do_not_fit_are_a_failure_with_the_field() {
    let plan = <Sample as LaunchGuest>::plan;
    let fits = plan(testing::facts_with("r", r#"{"level": 2}"#)).expect("a plan");
    assert_eq!(fits.settings[0].value, "2");
    let failure = plan(testing::facts_with("r", r#"{"level": "high"}"#)).expect_err("refused");
    assert!(failure.message.contains("expected u8"), "{}", failure.message);
}

#[test]
fn the_state_goes_to_the_host_and_back() {
    let started = <Sample as ReadinessGuest>::start(testing::facts("r")).expect("a report");
    assert_eq!(started.deadlines[0].name, "late");
    let answered = Answered { id: "a.s".to_owned(), outcome: Ok("null".to_owned()) };
    let events = vec![
        Event::Opened("a.s".to_owned()),
        Event::Answered(answered),
        Event::Deadline("late".to_owned()),
    ];
    let stepped = Sample::step(started.state, events).expect("a report");
    assert_eq!(stepped.tracks.index, Level::Ready);
    assert_eq!(stepped.actions.len(), 1);
    assert!(Sample::step(b"{broken".to_vec(), Vec::new()).is_err());
}

#[test]
fn every_symbol_has_an_answer() {
    let guest = <Sample as SymbolsGuest>::normalise;
    let answers =
        guest("s".to_owned(), Origin::Document, vec![named("a"), named("local")]).expect("answers");
    let hidden: Vec<bool> = answers.iter().map(|answer| answer.hidden).collect();
    assert_eq!(hidden, [false, true]);
}

#[test]
fn errors_and_changes_pass() {
    let context = Context { method: "m".to_owned(), path: None, attempt: 1 };
    let error = ResponseError { code: 1, message: String::new(), data: None };
    let verdict = <Sample as ErrorsGuest>::classify(context, error);
    assert_eq!(verdict, Ok(Verdict::RetryNow));

    let created = |path: String| Change { path, kind: ChangeKind::Created };
    let mut changes: Vec<_> = (0..34).map(|number| created(format!("{number}.s"))).collect();
    changes.push(created("c.txt".to_owned()));
    let guest = <Sample as WatchGuest>::translate;
    let said = guest(testing::facts("r"), changes, Vec::new()).expect("a translation");
    assert_eq!((said.report.len(), said.actions.len()), (35, 32));
    assert_eq!(said.incomplete, ["2 of the new files may not be searched yet"]);
}

#[test]
fn only_some_recipes_are_shown_new_files() {
    let created = Change { path: "a.s".to_owned(), kind: ChangeKind::Created };
    let said = |recipe: &str| {
        let facts = testing::facts(recipe);
        let changes = vec![created.clone()];
        Translation::opening_created_for(&["a", "b"], &facts, changes, &[], |_| true).actions.len()
    };
    assert_eq!(["a", "b", "c"].map(said), [1, 1, 0]);
}

#[test]
fn an_adapter_need_not_say_anything_of_renames() {
    let request = testing::rename("s", "old", "new");
    let verdict = <Sample as RenameGuest>::check(testing::facts("r"), request.clone());
    assert_eq!(verdict, Ok(RenameVerdict::Unknown));
    let edits = vec![testing::edit("a.s", "old", "new")];
    let guest = <Sample as RenameGuest>::review;
    let review = guest(testing::facts("r"), request, edits, vec![testing::moved("a.s", "b.s")]);
    assert_eq!(review, Ok(RenameReview::default()));
}

#[test]
fn diagnostics_are_planned_settled_and_kept() {
    let plan = <Sample as DiagnosticsGuest>::plan(testing::facts("r")).expect("a plan");
    assert_eq!((plan.needs_save, plan.quiet_ms, plan.react_ms), (false, Some(1), Some(2)));
    assert_eq!(plan.incomplete, ["x"]);
    assert!(<Sample as DiagnosticsGuest>::interests().is_empty());

    let settle = |state: &[u8], events: Vec<DiagnosticsEvent>| {
        Sample::settle(testing::facts("r"), "a.s".to_owned(), state.to_vec(), events)
    };
    let once = settle(b"", vec![DiagnosticsEvent::Saved]).expect("a judgement");
    assert_eq!(once.settled, Settled::NotYet);
    let deadlines: Vec<_> =
        once.deadlines.iter().map(|one| (one.name.as_str(), one.after_ms)).collect();
    assert_eq!(deadlines, [("a", 1), ("b", 0)]);
    let twice = settle(&once.state, vec![DiagnosticsEvent::Told(2), DiagnosticsEvent::Saved]);
    assert_eq!(twice.expect("a judgement").settled, Settled::Yes);
    assert!(settle(b"{broken", Vec::new()).is_err());

    let list = vec![testing::diagnostic(1, "a"), testing::diagnostic(4, "b")];
    let fates = <Sample as DiagnosticsGuest>::normalise("s".to_owned(), "a.s".to_owned(), list);
    assert_eq!(fates, Ok(vec![Fate::Keep, Fate::Keep]));
}

#[test]
fn an_adapter_need_not_answer_requests_nor_refine_results() {
    let answer = |params: Option<&str>| {
        let params = params.map(str::to_owned);
        <Sample as RequestsGuest>::answer(testing::facts("r"), "m".to_owned(), params)
    };
    assert_eq!(answer(None), Ok(Reply::Unknown));
    assert_eq!(answer(Some("{}")), Ok(Reply::Unknown));
    assert!(answer(Some("{")).is_err());

    let places = vec![testing::place("a.s"), testing::elsewhere("x:y")];
    let shown = <Sample as ResultsGuest>::refine("s".to_owned(), Asked::Calls, places);
    let plain = |index| Refined { index, read_only: false };
    assert_eq!(shown, Ok(vec![plain(0), plain(1)]));
    assert_eq!(<Sample as ResultsGuest>::hover("s".to_owned(), "x".to_owned()), Ok(None));
}

#[test]
fn the_text_of_a_document_is_found_in_usual_answers() {
    let fetch = <Sample as DocumentsGuest>::fetch(testing::facts("r"), "s:a".to_owned());
    assert_eq!(fetch, Ok(None));
    let text = |answer: &str| <Sample as DocumentsGuest>::text("s:a".to_owned(), answer.to_owned());
    assert_eq!(text(r#""a\nb""#), Ok(Some("a\nb".to_owned())));
    assert_eq!(text(r#"{"text": "a"}"#), Ok(Some("a".to_owned())));
    assert_eq!(text("null"), Ok(None));
    assert!(text("{").is_err());
    assert_eq!(<Sample as DocumentsGuest>::title("s:a".to_owned()), Ok(None));
}

#[test]
fn the_native_host_is_a_project_of_values() {
    let files = [("src/b.s", "b"), ("a.s", "a"), (".git/x.s", ""), ("out/y.s", "")];
    testing::with_project(&files, || {
        assert!(project::exists("src") && project::exists("a.s") && !project::exists("c.s"));
        assert_eq!(project::find(&[".s"], &["out"], 10), ["a.s", "src/b.s"]);
        assert_eq!(project::read("a.s", 10), Ok("a".to_owned()));
        assert_eq!(project::read("a.s", 0), Err(project::Refusal::TooLarge(1)));
        assert_eq!(project::read("c.s", 1), Err(project::Refusal::NotFound));
    });
    assert!(!project::exists("a.s"), "the project is gone after the test");
    let ((), log) = testing::Project::new().run(|| deixis_plugin::log!(Warn, "{} words", 2));
    assert_eq!(log, [(deixis_plugin::log::Level::Warn, "2 words".to_owned())]);
}
