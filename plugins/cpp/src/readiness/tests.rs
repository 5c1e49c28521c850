//! Readiness, event by event.

use super::*;
use deixis_plugin::testing::{self, Reducer};
use deixis_plugin::{Action, Answered};

fn begun(files: &[(&str, &str)]) -> Reducer<Cpp> {
    let mut reducer = testing::with_project(files, || Reducer::start(&testing::facts("clangd")));
    reducer.observe(Event::Initialized("{}".to_owned()));
    reducer
}

fn large() -> Reducer<Cpp> {
    let names: Vec<String> = (0..40).map(|number| format!("f{number:02}.cpp")).collect();
    let mut files: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "")).collect();
    files.push(("compile_commands.json", "[]"));
    begun(&files)
}

fn parsed(path: &str) -> Event {
    Event::Answered(Answered { id: path.to_owned(), outcome: Ok("[]".to_owned()) })
}

fn index(message: Option<&str>) -> WorkDone {
    WorkDone {
        token: INDEX_TOKEN.to_owned(),
        title: "indexing".to_owned(),
        message: message.map(ToOwned::to_owned),
        percent: Some(5),
    }
}

#[test]
fn a_small_project_is_ready_when_every_file_is_parsed() {
    let mut reducer = begun(&[("a.cpp", ""), ("a.h", "")]);
    assert!(reducer.status().signal_expected);
    reducer.observe(Event::Opened("a.cpp".to_owned()));
    let Some(Action::Request(ask)) = reducer.actions.first() else {
        panic!("{:?}", reducer.actions)
    };
    assert_eq!((ask.id.as_str(), ask.method.as_str()), ("a.cpp", "textDocument/documentSymbol"));
    reducer.observe(Event::Opened("a.h".to_owned()));
    assert_eq!(reducer.observe(parsed("a.h")).tracks.index, Level::busy("parsing"));
    let ready = reducer.observe(parsed("a.cpp"));
    assert_eq!(ready.tracks.index, Level::Ready);
    assert!(!ready.signal_expected);
}

#[test]
fn a_seed_that_never_opens_is_not_waited_for() {
    let mut reducer = begun(&[("a.cpp", ""), ("gone.cpp", "")]);
    reducer.observe(Event::Opened("a.cpp".to_owned()));
    reducer.observe(parsed("a.cpp"));
    assert_eq!(reducer.deadlines.get(OPEN_DEADLINE), Some(&OPENED_WITHIN_MS));
    assert_eq!(
        reducer.observe(Event::Deadline(OPEN_DEADLINE.to_owned())).tracks.index,
        Level::Ready
    );
}

#[test]
fn a_large_project_waits_for_its_index() {
    let mut reducer = large();
    reducer.observe(Event::Opened("f00.cpp".to_owned()));
    let running = reducer.observe(Event::ProgressReport(index(Some("1/40"))));
    let expected = Progress { message: Some("indexing 1/40".to_owned()), percent: Some(5) };
    assert_eq!(running.tracks.index, Level::Busy(expected));
    reducer.observe(parsed("f00.cpp"));
    assert_eq!(reducer.deadlines.get(INDEX_DEADLINE), None);
    assert_eq!(reducer.observe(Event::ProgressEnd(index(None))).tracks.index, Level::Ready);
}

#[test]
fn a_fresh_index_on_disk_is_known_by_silence() {
    let mut reducer = large();
    reducer.observe(Event::Opened("f00.cpp".to_owned()));
    assert!(reducer.observe(parsed("f00.cpp")).signal_expected);
    assert_eq!(reducer.deadlines.get(INDEX_DEADLINE), Some(&INDEX_BEGINS_WITHIN_MS));
    assert_eq!(
        reducer.observe(Event::Deadline(INDEX_DEADLINE.to_owned())).tracks.index,
        Level::Ready
    );
    // A change later on starts it again.
    assert!(matches!(
        reducer.observe(Event::ProgressBegin(index(None))).tracks.index,
        Level::Busy(_)
    ));
}

#[test]
fn without_a_database_a_large_project_stays_degraded() {
    let names: Vec<String> = (0..40).map(|number| format!("f{number:02}.cpp")).collect();
    let files: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "")).collect();
    let mut reducer = begun(&files);
    reducer.observe(Event::Opened("f00.cpp".to_owned()));
    let after = reducer.observe(parsed("f00.cpp"));
    assert!(matches!(after.tracks.index, Level::Degraded(_)));
    assert!(!after.signal_expected);
}

#[test]
fn headers_alone_are_no_seed_and_not_waited_for() {
    let names: Vec<String> = (0..40).map(|number| format!("f{number:02}.h")).collect();
    let mut files: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "")).collect();
    files.push(("compile_commands.json", "[]"));
    let mut reducer = begun(&files);
    assert_eq!(reducer.deadlines.get(INDEX_DEADLINE), Some(&INDEX_BEGINS_WITHIN_MS));
    let after = reducer.observe(Event::Deadline(INDEX_DEADLINE.to_owned()));
    assert_eq!((after.tracks.index, after.signal_expected), (Level::Ready, false));
}
