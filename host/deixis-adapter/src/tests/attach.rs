//! Which adapters can be attached, and what they turn out to have.

use deixis_hooks::{AdapterSource as _, SourceError};

use super::guest::{GROUPS, Guest, dummy};
use super::{Rig, attach_request, component, facts, grant};
use crate::{Library, Options};

#[test]
fn each_group_alone_and_all_together() {
    let mut sets: Vec<Vec<&str>> = GROUPS.iter().map(|group| vec![*group]).collect();
    sets.push(Vec::new());
    sets.push(GROUPS.to_vec());
    for groups in sets {
        let rig = Rig::new(Guest { groups: &groups, ..Guest::default() }.build());
        let found = [
            ("launch", rig.adapter.launch().is_some()),
            ("readiness", rig.adapter.readiness().is_some()),
            ("symbols", rig.adapter.symbols().is_some()),
            ("errors", rig.adapter.errors().is_some()),
            ("watch", rig.adapter.watch().is_some()),
            ("rename", rig.adapter.rename().is_some()),
            ("diagnostics", rig.adapter.diagnostics().is_some()),
            ("requests", rig.adapter.requests().is_some()),
            ("documents", rig.adapter.documents().is_some()),
            ("results", rig.adapter.results().is_some()),
        ];
        let found: Vec<_> =
            found.iter().filter(|(_, there)| *there).map(|(name, _)| *name).collect();
        assert_eq!(found, groups);
        assert_eq!(rig.adapter.descriptor().id, "scripted");
    }
}

#[tokio::test]
async fn every_function_can_be_called() {
    let rig = Rig::new(Guest { groups: &GROUPS, ..Guest::default() }.build());
    let adapter = &rig.adapter;
    let plan = adapter.launch().unwrap().plan(facts()).await.unwrap();
    assert_eq!(plan, deixis_hooks::launch::Plan::default());
    let readiness = adapter.readiness().unwrap();
    assert!(readiness.interests().await.unwrap().is_empty());
    let step = readiness.start(facts()).await.unwrap();
    assert_eq!(step.navigation_trust, deixis_hooks::readiness::Trust::Blocks);
    readiness.step(step.state, vec![super::conduct::opened()]).await.unwrap();
    let query = adapter.symbols().unwrap().rewrite("x".to_owned()).await.unwrap();
    assert_eq!(query, deixis_hooks::symbols::Query::default());
    let context = deixis_hooks::errors::Context {
        method: "textDocument/hover".to_owned(),
        path: None,
        attempt: 1,
    };
    let error = deixis_hooks::ResponseError { code: -32603, message: "no".to_owned(), data: None };
    let verdict = adapter.errors().unwrap().classify(context, error).await.unwrap();
    assert_eq!(verdict, deixis_hooks::errors::Verdict::Unknown);
    let change =
        deixis_hooks::Change { path: "a.rs".into(), kind: deixis_hooks::ChangeKind::Changed };
    let watch = adapter.watch().unwrap();
    let translation = watch.translate(facts(), vec![change], Vec::new()).await.unwrap();
    assert_eq!(translation, deixis_hooks::watch::Translation::default());
    let rename = adapter.rename().unwrap();
    let verdict = rename.check(facts(), deixis_hooks::rename::Request::default()).await.unwrap();
    assert_eq!(verdict, deixis_hooks::rename::Verdict::Unknown);
    let request = deixis_hooks::rename::Request::default();
    let review = rename.review(facts(), request, Vec::new(), Vec::new()).await.unwrap();
    assert_eq!(review, deixis_hooks::rename::Review::default());
    assert_eq!(adapter.health(), deixis_hooks::Health::default());
}

#[tokio::test]
async fn every_later_function_can_be_called() {
    let rig = Rig::new(Guest { groups: &GROUPS, ..Guest::default() }.build());
    let adapter = &rig.adapter;
    let diagnostics = adapter.diagnostics().unwrap();
    let plan = diagnostics.plan(facts()).await.unwrap();
    assert_eq!(plan, deixis_hooks::diagnostics::Plan::default());
    assert!(diagnostics.interests().await.unwrap().is_empty());
    let events = vec![deixis_hooks::diagnostics::Event::Saved];
    let path = || "a.scr".to_owned();
    let judgement = diagnostics.settle(facts(), path(), Vec::new(), events).await.unwrap();
    assert_eq!(judgement, deixis_hooks::diagnostics::Judgement::default());
    let fates = diagnostics.normalise("scr".to_owned(), path(), Vec::new()).await.unwrap();
    assert!(fates.is_empty());
    let requests = adapter.requests().unwrap();
    let reply = requests.answer(facts(), "scr/ask".to_owned(), None).await.unwrap();
    assert_eq!(reply, deixis_hooks::requests::Reply::Unknown);
    let documents = adapter.documents().unwrap();
    assert_eq!(documents.fetch(facts(), "scr:a".to_owned()).await, Ok(None));
    assert_eq!(documents.text("scr:a".to_owned(), "null".to_owned()).await, Ok(None));
    assert_eq!(documents.title("scr:a".to_owned()).await, Ok(None));
    let results = adapter.results().unwrap();
    let asked = deixis_hooks::results::Asked::Calls;
    assert_eq!(results.refine("scr".to_owned(), asked, Vec::new()).await, Ok(Vec::new()));
    assert_eq!(results.hover("scr".to_owned(), "*a*".to_owned()).await, Ok(None));
    assert_eq!(adapter.health(), deixis_hooks::Health::default());
}

#[test]
fn unknown_names_are_answered_with_the_known_ones() {
    let library = Library::new(Options {
        cache_dir: None,
        cases: None,
        components: vec![component(Vec::new(), grant())],
    });
    assert_eq!(
        library.describe(&["other".to_owned()]),
        Err(SourceError::Unknown { name: "other".to_owned(), known: vec!["test".to_owned()] })
    );
}

/// Attaches a component and compares the refusal with a part of it.
fn check_refused(bytes: Vec<u8>, expected: &str) {
    let project = tempfile::tempdir().unwrap();
    let library = Library::new(Options {
        cache_dir: None,
        cases: None,
        components: vec![component(bytes, grant())],
    });
    match library.attach(attach_request(&project)) {
        Err(SourceError::Unusable { message, .. }) => {
            assert!(message.contains(expected), "{message}");
        }
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("attached, though {expected}"),
    }
}

#[test]
fn unusable_binaries_are_refused_with_what_to_do() {
    check_refused(Vec::new(), "not a WebAssembly component");
    check_refused(b"(component)".to_vec(), "text");
    check_refused(b"\0asm\x01\0\0\0".to_vec(), "wasm-tools component new");
    check_refused(b"\0asm\x63\0\0\0".to_vec(), "unknown WebAssembly version");
    check_refused(wat::parse_str("(component)").unwrap(), "does not export");
    check_refused(dummy(&[]), "info.describe");
    let mut cut = Guest::default().build();
    cut.truncate(cut.len() / 2);
    check_refused(cut, "damaged");
}

#[test]
fn another_contract_version_is_named() {
    let text = r#"(component
        (instance $none)
        (export "deixis:adapter/info@0.2.0" (instance $none)))"#;
    check_refused(wat::parse_str(text).unwrap(), "speaks contract 0.2.0");
    // Later patch levels only add interfaces.
    let text = text.replace("0.2.0", "0.1.7");
    check_refused(wat::parse_str(text).unwrap(), "do not have the contract's functions");
}

#[test]
fn unknown_imports_are_listed() {
    for import in ["wasi:http/types@0.2.0", "acme:tools/run", "wasi:io/poll@0.3.0"] {
        let text = format!(r#"(component (import "{import}" (instance)))"#);
        check_refused(wat::parse_str(text).unwrap(), &format!("imports `{import}`"));
    }
}

#[test]
fn the_async_abi_is_refused_by_name() {
    let text = r#"(component
        (core module $m (func (export "f") (result i32) i32.const 0)
            (func (export "cb") (param i32 i32 i32) (result i32) i32.const 0))
        (core instance $i (instantiate $m))
        (func $f async (canon lift (core func $i "f") async (callback (core func $i "cb"))))
        (instance $info (export "describe" (func $f)))
        (export "deixis:adapter/info@0.1.0" (instance $info)))"#;
    check_refused(wat::parse_str(text).unwrap(), "--sync");
}

#[test]
fn grants_have_bounds() {
    let project = tempfile::tempdir().unwrap();
    let mut grants = [grant(), grant(), grant(), grant()];
    grants[0].memory_mib = 0;
    grants[1].memory_mib = 4_096;
    grants[2].call_ms = 0;
    grants[3].project_read = vec!["a[".to_owned()];
    for (grant, expected) in grants.into_iter().zip(["memory_mib", "memory_mib", "call_ms", "a["]) {
        let components = vec![component(Guest::default().build(), grant)];
        let library = Library::new(Options { cache_dir: None, cases: None, components });
        let refused = library.attach(attach_request(&project)).err().unwrap().to_string();
        assert!(refused.contains(expected), "{refused}");
    }
}
