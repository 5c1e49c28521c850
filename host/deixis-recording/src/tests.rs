//! A native adapter with every group, recorded and replayed.

mod native;

use std::path::Path;
use std::sync::Arc;

use deixis_base::{Encoding, Root};
use deixis_hooks::*;
use futures_util::FutureExt as _;

use self::native::Native;
use crate::{Answer, Line, Places, Recorder, Recording, Tape, lay_out, replay, updated};

/// One call of each hook.
fn call_all(adapter: &dyn Adapter, root: &Root) -> Option<()> {
    fn done<T>(call: Hook<'_, T>) {
        let _ = call.now_or_never();
    }
    let facts = Facts {
        recipe: "r".to_owned(),
        command: "/opt/servers/ls".to_owned(),
        root_path: root.path().to_string_lossy().into_owned(),
        root_uri: root.uri().to_owned(),
        platform: "linux".to_owned(),
        data_directory: "/var/data/r".to_owned(),
        options: r#"{"token":"hunter2"}"#.to_owned(),
    };
    let facts = || facts.clone();
    let text = || "x".to_owned();
    let error = ResponseError { code: 1, message: text(), data: Some("{}".to_owned()) };
    let change = Change { path: "a".into(), kind: ChangeKind::Deleted };
    let other = Place::Other { uri: text(), range: Span::default(), encoding: Encoding::Utf32 };
    let file = Place::File { path: text(), range: Span { start: (1, 2), end: (3, 4) } };
    done(adapter.launch()?.plan(facts()));
    let readiness = adapter.readiness()?;
    done(readiness.interests());
    done(readiness.start(facts()));
    let initialized = r#"{"serverInfo":{"name":"ls","version":"7"}}"#.to_owned();
    done(readiness.step(vec![255, 0], vec![readiness::Event::Initialized(initialized)]));
    let symbol = symbols::Symbol { name: text(), ..symbols::Symbol::default() };
    done(adapter.symbols()?.normalise(text(), symbols::Origin::Workspace, vec![symbol]));
    done(adapter.symbols()?.rewrite(text()));
    let context = errors::Context { method: text(), path: None, attempt: 1 };
    done(adapter.errors()?.classify(context, error));
    done(adapter.watch()?.translate(facts(), vec![change], vec![text()]));
    done(adapter.rename()?.check(facts(), rename::Request::default()));
    let (edits, operations) = (vec![rename::Edit::default()], vec![rename::Operation::default()]);
    done(adapter.rename()?.review(facts(), rename::Request::default(), edits, operations));
    let diagnostics = adapter.diagnostics()?;
    done(diagnostics.plan(facts()));
    done(diagnostics.interests());
    done(diagnostics.settle(facts(), text(), Vec::new(), vec![diagnostics::Event::Told(1)]));
    done(diagnostics.fetch(facts(), text(), text()));
    done(diagnostics.fetched(facts(), text(), vec!["[{ }]".to_owned(), "7".to_owned()]));
    done(diagnostics.normalise(text(), text(), vec![diagnostics::Diagnostic::default()]));
    done(adapter.requests()?.answer(facts(), text(), Some("null".to_owned())));
    done(adapter.documents()?.fetch(facts(), text()));
    done(adapter.documents()?.text(text(), " 1".to_owned()));
    done(adapter.documents()?.title(text()));
    done(adapter.results()?.refine(text(), results::Asked::Calls, vec![other, file]));
    done(adapter.results()?.hover(text(), "$ROOT".to_owned()));
    Some(())
}

/// Hooks that `call_all` calls.
const HOOKS: usize = 22;

fn recorded(root: &Root) -> Recording {
    let tape = Arc::new(Tape::new(root, Some(Path::new("/home/me")), "0"));
    tape.files(crate::files(root, &["*.toml".to_owned()]));
    let recorder = Recorder::new(Arc::new(Native::new(true, "")), Arc::clone(&tape));
    assert!(call_all(&recorder, root).is_some(), "it has every group");
    tape.finish().expect("it was attached").0
}

#[test]
fn recorded_programs_are_there_again_and_nothing_else() {
    let head = r#"{"deixis_recording":1,"contract":"0.1.0","adapter":"a","version":"1","sha256":"0","host":"0"}"#;
    let programs = ["checker", "../outside", "a/b", "", ".."];
    let lines = programs.map(|program| format!("{}\n", serde_json::json!({"program": program})));
    let recording = Recording::parse(&format!("{head}\n{}", lines.concat())).expect("it is one");
    let folder = tempfile::tempdir().expect("a folder");
    let bin = folder.path().join("top/bin");
    crate::lay_out_programs(&recording, &bin).expect("made");
    let entries = std::fs::read_dir(&bin).expect("a folder");
    let names: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    assert_eq!(names.len(), 1, "{names:?}");
    assert_eq!(names[0].file_stem(), Some("checker".as_ref()));
    assert_eq!(std::fs::read_dir(folder.path().join("top")).expect("a folder").count(), 1);
}

#[test]
fn every_hook_is_recorded_and_replayed_elsewhere() {
    let here = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(here.path().join("src")).expect("a folder");
    std::fs::write(here.path().join("a.toml"), "[a]").expect("a file");
    std::fs::write(here.path().join("src/b.rs"), "//").expect("a file");
    let recording = recorded(&Root::open(here.path()).expect("a root"));
    let text = recording.to_text();
    assert!(!text.contains(&*here.path().to_string_lossy()), "{text}");
    assert!(!text.contains("hunter2"), "{text}");
    for part in [
        r#""server":{"program":"ls","version":"7"}"#,
        r#""command":"$BIN/ls","root_path":"$ROOT","root_uri":"$ROOT_URI""#,
        r#"{"ok":{"environment":[["HOME","$DATA"]],"open":["$ROOT"]}}"#,
        r#""markdown":"$$ROOT"},"out":{"ok":"$$ROOT"}"#,
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let recording = Recording::parse(&text).expect("it is one");
    assert_eq!(recording.to_text(), text);

    let there = tempfile::tempdir().expect("a folder");
    let project = there.path().join("elsewhere");
    lay_out(&recording, &project).expect("files");
    assert_eq!(std::fs::read_to_string(project.join("a.toml")).expect("a file"), "[a]");
    assert_eq!(std::fs::read_to_string(project.join("src/b.rs")).expect("a file"), "");
    let places = Places::below(there.path(), &Root::open(&project).expect("a root"));
    let same = Native::new(true, "");
    let report = replay(&recording, &same, &places).now_or_never().expect("no waiting");
    assert!(report.differences.is_empty(), "{:#?}", report.differences);
    assert_eq!((report.calls, report.agree, report.errors), (HOOKS, HOOKS, 1));

    let other = Native::new(true, "!");
    let report = replay(&recording, &other, &places).now_or_never().expect("no waiting");
    let [difference] = &report.differences[..] else { panic!("{:#?}", report.differences) };
    assert_eq!(difference.what, ["[0].name: \"x\" → \"x!\""]);
    let new = updated(&text, &recording.head, &other, &report);
    let new = Recording::parse(&new).expect("it is one");
    let report = replay(&new, &other, &places).now_or_never().expect("no waiting");
    assert!(report.differences.is_empty(), "{:#?}", report.differences);

    let none = Native::new(false, "");
    let report = replay(&recording, &none, &places).now_or_never().expect("no waiting");
    assert_eq!(report.differences.len(), HOOKS);
    assert!(report.differences[0].what[0].contains("no group \"launch\""));
    // What cannot be asked has no new answer.
    assert_eq!(updated(&text, &recording.head, &none, &report), text);
}

#[test]
fn what_is_no_call_of_the_contract_is_a_difference() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = Root::open(folder.path()).expect("a root");
    let mut recording = recorded(&root);
    let line = |hook: &str| Line::Call {
        hook: hook.to_owned(),
        r#in: serde_json::json!({"nam": 1}),
        out: Answer::Ok(serde_json::Value::Null),
    };
    recording.lines = vec![(2, line("symbols.invent")), (3, line("symbols.rewrite"))];
    let places = Places::of(&root, None);
    let native = Native::new(true, "");
    let report = replay(&recording, &native, &places).now_or_never().expect("no waiting");
    let what: Vec<&str> = report.differences.iter().map(|one| &*one.what[0]).collect();
    assert_eq!(what[0], "there is no hook \"symbols.invent\"");
    assert!(what[1].contains("missing field `name`"), "{what:?}");
}
