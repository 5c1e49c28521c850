//! Adapters written with the author's kit that misbehave in one way each, and
//! one that does not, built with WASI. What the conduct tests show on the level
//! of the ABI holds for what authors really write.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use deixis_hooks::diagnostics::{self, Diagnostic, Fate};
use deixis_hooks::readiness::{Event, Level, Step};
use deixis_hooks::requests::Reply;
use deixis_hooks::results::{Asked, Refined};
use deixis_hooks::symbols::{Origin, Symbol};
use deixis_hooks::{Adapter, Grant, HookError, Place, Span};

use super::{Rig, facts, grant};

fn guest(name: &str, call_ms: u32) -> Rig {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/guests/dist");
    let bytes = fs::read(folder.join(format!("{name}.wasm"))).unwrap();
    let rig = Rig::with_grant(bytes, Grant { memory_mib: 8, call_ms, ..grant() });
    assert_eq!(rig.adapter.descriptor().id, name);
    rig
}

/// Starts the reducer and shows it one event.
async fn step(adapter: &Arc<dyn Adapter>) -> Result<Step, HookError> {
    let readiness = adapter.readiness().unwrap();
    let start = readiness.start(facts()).await?;
    readiness.step(start.state, vec![Event::Opened("a.scr".to_owned())]).await
}

/// The step fails as expected, and the start of the next one is well again.
async fn check(name: &str, call_ms: u32, expected: fn(&HookError) -> bool) {
    let rig = guest(name, call_ms);
    for failures in 1..=2 {
        let error = step(&rig.adapter).await.unwrap_err();
        assert!(expected(&error), "{name}: {error:?}");
        assert_eq!(rig.adapter.health().failures, failures, "{name}");
    }
}

#[tokio::test]
async fn a_panic_says_why_and_where() {
    check("traps", 2_000, |error| {
        matches!(error, HookError::Trap { message, .. }
            if message.contains("the guest panics on purpose"))
    })
    .await;
}

#[tokio::test]
async fn a_loop_ends() {
    check("spins", 50, |error| matches!(error, HookError::Deadline { .. })).await;
}

#[tokio::test]
async fn greed_ends() {
    check("grows", 2_000, |error| matches!(error, HookError::Memory { mib: 8, .. })).await;
}

#[tokio::test]
async fn a_huge_state_is_refused() {
    check("huge-state", 2_000, |error| {
        matches!(error, HookError::Invalid { message, .. } if message.starts_with("state: "))
    })
    .await;
}

#[tokio::test]
async fn a_flood_is_survived() {
    let rig = guest("floods-log", 2_000);
    assert!(step(&rig.adapter).await.is_ok());
    assert_eq!(rig.adapter.health().failures, 0);
}

#[tokio::test]
async fn lies_are_noticed() {
    let rig = guest("lies", 2_000);
    let plan = rig.adapter.launch().unwrap().plan(facts()).await;
    assert!(
        matches!(&plan, Err(HookError::Invalid { message, .. }) if message.contains("not JSON")),
        "{plan:?}"
    );
    let symbols = rig.adapter.symbols().unwrap();
    let batch = vec![Symbol { name: "a".to_owned(), ..Symbol::default() }];
    let answer = symbols.normalise("scripted".to_owned(), Origin::Document, batch).await;
    assert!(
        matches!(&answer, Err(HookError::Invalid { message, .. })
            if message == "2 results for 1 symbols"),
        "{answer:?}"
    );
}

fn check_invalid<T: std::fmt::Debug>(answer: &Result<T, HookError>, expected: &str) {
    assert!(
        matches!(answer, Err(HookError::Invalid { message, .. }) if message.contains(expected)),
        "{answer:?}"
    );
}

fn diagnostic(message: &str) -> Diagnostic {
    Diagnostic { message: message.to_owned(), ..Diagnostic::default() }
}

fn file(path: &str) -> Place {
    Place::File { path: path.to_owned(), range: Span::default() }
}

#[tokio::test]
async fn misjudgements_of_diagnostics_are_noticed() {
    let rig = guest("misjudges", 2_000);
    let diagnostics = rig.adapter.diagnostics().unwrap();
    check_invalid(&diagnostics.plan(facts()).await, "quiet-ms: 4294967295");
    check_invalid(&diagnostics.interests().await, "interests: empty");
    // The state grows by 10 KiB a time.
    let settle = |state| {
        let events = vec![diagnostics::Event::Saved];
        diagnostics.settle(facts(), "a.scr".to_owned(), state, events)
    };
    let first = settle(Vec::new()).await.unwrap();
    check_invalid(&settle(first.state).await, "state: 20480, at most 16384");
}

#[tokio::test]
async fn misjudged_requests_for_diagnostics_are_noticed() {
    let rig = guest("misjudges", 2_000);
    let diagnostics = rig.adapter.diagnostics().unwrap();
    let (path, uri) = ("a.scr".to_owned(), "file:///a.scr".to_owned());
    let asks = diagnostics.fetch(facts(), path.clone(), uri).await;
    check_invalid(&asks, "requests: 100");
    let found = diagnostics.fetched(facts(), path, Vec::new()).await;
    check_invalid(&found, "no JSON array");
}

#[tokio::test]
async fn misjudgements_of_lists_and_texts_are_noticed() {
    let rig = guest("misjudges", 2_000);
    let owned = str::to_owned;
    let diagnostics = rig.adapter.diagnostics().unwrap();
    let fates = diagnostics.normalise(owned("scr"), owned("a.scr"), vec![diagnostic("a")]).await;
    check_invalid(&fates, "0 fates for 1 diagnostics");
    let requests = rig.adapter.requests().unwrap();
    check_invalid(&requests.answer(facts(), owned("m"), None).await, "result is not JSON");
    // Three failures of one kind or another would quarantine it.
    let rig = guest("misjudges", 2_000);
    let documents = rig.adapter.documents().unwrap();
    check_invalid(&documents.fetch(facts(), owned("scr:a")).await, "params is not JSON");
    check_invalid(&documents.title(owned("scr:a")).await, "title: 600");
    let rig = guest("misjudges", 2_000);
    let results = rig.adapter.results().unwrap();
    let shown = results.refine(owned("scr"), Asked::Calls, vec![file("a.scr")]).await;
    check_invalid(&shown, "index 0 comes twice");
    check_invalid(&results.hover(owned("scr"), "x".repeat(40_000)).await, "hover: 80000");
}

#[tokio::test]
async fn good_conduct_shows_in_every_group() {
    let rig = guest("well-behaved", 2_000);
    let owned = str::to_owned;
    let diagnostics = rig.adapter.diagnostics().unwrap();
    let list = ["scripted: noise", "scripted: a", "b"].map(diagnostic).to_vec();
    let fates = diagnostics.normalise(owned("scr"), owned("a.scr"), list).await;
    assert_eq!(fates, Ok(vec![Fate::Drop, Fate::Change(diagnostic("a")), Fate::Keep]));
    let requests = rig.adapter.requests().unwrap();
    let reply = requests.answer(facts(), owned("scripted/which"), None).await;
    assert_eq!(reply, Ok(Reply::Result(owned("\"this\""))));
    let documents = rig.adapter.documents().unwrap();
    let ask = documents.fetch(facts(), owned("scripted:a")).await.unwrap().unwrap();
    assert_eq!(ask.params.as_deref(), Some(r#"{"uri":"scripted:a"}"#));
    let text = documents.text(owned("scripted:a"), owned(r#"{"text": "a"}"#)).await;
    assert_eq!(text, Ok(Some(owned("a"))));
    assert_eq!(documents.title(owned("scripted:a")).await, Ok(Some(owned("a"))));
    let results = rig.adapter.results().unwrap();
    let places = vec![file("generated/a.scr"), file("a.scr")];
    let shown = results.refine(owned("scr"), Asked::Definition, places).await;
    assert_eq!(shown, Ok(vec![Refined { index: 1, read_only: false }]));
    assert_eq!(rig.adapter.health().failures, 0);
}

#[tokio::test]
async fn good_conduct_needs_no_world() {
    let rig = guest("well-behaved", 2_000);
    let project = rig.project.path();
    fs::write(project.join("a.scr"), "").unwrap();
    let plan = rig.adapter.launch().unwrap().plan(facts()).await.unwrap();
    assert_eq!(plan.environment, [("SCRIPTED".to_owned(), "1".to_owned())]);
    assert_eq!(plan.open, ["a.scr"]);
    let step = step(&rig.adapter).await.unwrap();
    assert!(matches!(step.tracks.index, Level::Busy { .. }), "{step:?}");
    assert_eq!(rig.adapter.health().failures, 0);
}
