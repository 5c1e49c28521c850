//! Adapters written with the author's kit that misbehave in one way each, and
//! one that does not, built with WASI. What the conduct tests show on the level
//! of the ABI holds for what authors really write.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use deixis_hooks::readiness::{Event, Level, Step};
use deixis_hooks::symbols::{Origin, Symbol};
use deixis_hooks::{Adapter, Grant, HookError};

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
