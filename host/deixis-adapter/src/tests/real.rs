//! The adapters that come with Deixis, as they are committed: this host can
//! use them, and they are what their manifest says.

use std::fs;
use std::path::{Path, PathBuf};

use deixis_hooks::diagnostics::{Diagnostic, Diagnostics, Event as Heard, Fate, Settled};
use deixis_hooks::readiness::Event;
use deixis_hooks::rename::{Edit, Rename, Request, Review, Verdict};
use deixis_hooks::symbols::{Origin, Symbol};
use deixis_hooks::{AdapterSource as _, Facts, HookError, info};
use serde_json::Value;

use super::{attach_request, component, facts};
use crate::{Bytes, Library, Options, inspect};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../plugins/dist")
}

/// Id, component and descriptor of each.
fn built_in() -> Vec<(String, Vec<u8>, info::Descriptor)> {
    let manifest = fs::read(folder().join("manifest.json")).unwrap();
    let manifest: Value = serde_json::from_slice(&manifest).unwrap();
    let adapters = manifest["adapters"].as_array().unwrap();
    assert!(!adapters.is_empty());
    adapters
        .iter()
        .map(|adapter| {
            let id = adapter["id"].as_str().unwrap().to_owned();
            let bytes = fs::read(folder().join(format!("components/{id}.wasm"))).unwrap();
            let descriptor = serde_json::from_value(adapter["descriptor"].clone()).unwrap();
            (id, bytes, descriptor)
        })
        .collect()
}

/// An ordinary rename: the native rules decide, and there is nothing to say.
async fn check_rename(rename: &dyn Rename, facts: Facts) -> Result<Review, HookError> {
    let owned = str::to_owned;
    let request =
        Request { old_name: owned("greet"), new_name: owned("hello"), ..Request::default() };
    assert_eq!(rename.check(facts.clone(), request.clone()).await, Ok(Verdict::Unknown));
    let edit = Edit { old_text: owned("greet"), new_text: owned("hello"), ..Edit::default() };
    rename.review(facts, request, vec![edit], Vec::new()).await
}

/// A document that was opened: nothing is final of it, and nothing is dropped.
async fn check_diagnostics(id: &str, diagnostics: &dyn Diagnostics, facts: Facts) {
    let plan = diagnostics.plan(facts.clone()).await;
    assert!(plan.is_ok(), "{id} {}: {plan:?}", facts.recipe);
    let heard = vec![Heard::Told(1)];
    let judged = diagnostics.settle(facts, "a".to_owned(), Vec::new(), heard).await.unwrap();
    // More may be expected, but not for ever.
    let waits = judged.settled == Settled::NotYet && !judged.deadlines.is_empty();
    assert!(waits || judged.settled == Settled::Unknown, "{id}: {judged:?}");
    let one = Diagnostic { message: "m".to_owned(), ..Diagnostic::default() };
    let fates = diagnostics.normalise("l".to_owned(), "a".to_owned(), vec![one]).await;
    assert_eq!(fates, Ok(vec![Fate::Keep]), "{id}");
}

#[tokio::test]
async fn they_are_what_the_manifest_says_and_answer() {
    // Each is compiled once.
    let cache = tempfile::tempdir().unwrap();
    for (id, bytes, descriptor) in built_in() {
        let cache_dir = Some(cache.path().to_path_buf());
        let found = inspect(&id, &Bytes::Shared(bytes.clone().into()), cache_dir.clone()).unwrap();
        assert_eq!(*found.descriptor, descriptor, "{id}");
        assert!(!found.wasi, "{id} imports {:?}", found.imports);
        let project = tempfile::tempdir().unwrap();
        let grant = deixis_hooks::Grant { memory_mib: 32, call_ms: 500, ..super::grant() };
        let components = vec![component(bytes, grant)];
        let library = Library::new(Options { cache_dir, cases: None, components });
        let adapter = library.attach(attach_request(&project)).unwrap();
        for recipe in &descriptor.recipes {
            let facts = Facts { recipe: recipe.id.clone(), ..facts() };
            if let Some(launch) = adapter.launch() {
                let plan = launch.plan(facts.clone()).await;
                assert!(plan.is_ok(), "{id} {}: {plan:?}", recipe.id);
            }
            if let Some(rename) = adapter.rename() {
                let review = check_rename(rename, facts.clone()).await;
                assert_eq!(review, Ok(Review::default()), "{id} {}", recipe.id);
            }
            if let Some(diagnostics) = adapter.diagnostics() {
                check_diagnostics(&id, diagnostics, facts.clone()).await;
            }
            if let Some(readiness) = adapter.readiness() {
                let start = readiness.start(facts).await.unwrap();
                let events = vec![Event::Initialized(r#"{"capabilities":{}}"#.to_owned())];
                let step = readiness.step(start.state, events).await;
                assert!(step.is_ok(), "{id} {}: {step:?}", recipe.id);
            }
        }
        if let Some(symbols) = adapter.symbols() {
            let batch: Vec<_> = (0..3_000)
                .map(|index| Symbol {
                    name: format!("name{index}"),
                    kind: 12,
                    parent: (index > 0).then_some(0),
                    ..Symbol::default()
                })
                .collect();
            let language = descriptor.languages[0].id.clone();
            let answer = symbols.normalise(language, Origin::Document, batch).await.unwrap();
            assert_eq!(answer[2_999].name, "name2999", "{id}");
        }
        assert_eq!(adapter.health(), deixis_hooks::Health::default(), "{id}");
    }
}
