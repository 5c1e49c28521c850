//! Diagnostics, through guests that say what they were sent.

use deixis_hooks::diagnostics::{
    Diagnostic, Event, Fate, Judgement, Plan, Publication, Settled, Source, Work,
};
use deixis_hooks::{Deadline, HookError, Notification, Span};

use super::guest::{ANSWER, Guest, pass, store, zeroes};
use super::{Rig, facts};
use crate::limits::{CHUNK_DIAGNOSTICS, DIAGNOSTIC_TEXT, SETTLE_BYTES, TAGS};

/// Where arguments of `settle` are: seven texts of the facts of 8 bytes each,
/// then the path, the state and the events.
const STATE: u32 = 64;
const EVENTS: u32 = 72;

/// Answers with `change` and the diagnostic as it came. Diagnostics are 60
/// bytes, fates 64.
const ECHO: &str = "(func $echo (param $in i32) (param $count i32)
    (local $out i32) (local $left i32)
    (local.set $left (local.get $count))
    (local.set $out (call $realloc (i32.const 0) (i32.const 0) (i32.const 4)
        (i32.mul (local.get $count) (i32.const 64))))
    (call $text (i32.const 4100) (local.get $out) (local.get $count))
    (block $done (loop $next
        (br_if $done (i32.eqz (local.get $left)))
        (i32.store (local.get $out) (i32.const 2))
        (memory.copy (i32.add (local.get $out) (i32.const 4)) (local.get $in) (i32.const 60))
        (local.set $in (i32.add (local.get $in) (i32.const 60)))
        (local.set $out (i32.add (local.get $out) (i32.const 64)))
        (local.set $left (i32.sub (local.get $left) (i32.const 1)))
        (br $next))))";

fn rig(function: &str, body: &str) -> Rig {
    let bodies = [(function, body)];
    let guest = Guest { groups: &["diagnostics"], extra: ECHO, bodies: &bodies, ..<_>::default() };
    Rig::new(guest.build())
}

fn assert_answer<T: PartialEq + std::fmt::Debug>(
    found: Result<T, HookError>,
    expected: Result<T, &str>,
) {
    match (found, expected) {
        (Err(HookError::Invalid { message, .. }), Err(part)) => {
            assert!(message.contains(part), "{message}");
        }
        (found, expected) => assert_eq!(found, expected.map_err(|part| panic!("not {part}"))),
    }
}

async fn check_plan(answer: &str, expected: Result<Plan, &str>) {
    let rig = rig("diagnostics.plan", answer);
    assert_answer(rig.adapter.diagnostics().unwrap().plan(facts()).await, expected);
}

#[tokio::test]
async fn plans_pass_and_are_checked() {
    // Source and save are two bytes; then two optional numbers, and a list.
    check_plan(
        &store(4, 0x0102),
        Ok(Plan { source: Source::Both, needs_save: true, ..<_>::default() }),
    )
    .await;
    check_plan(&store(4, 1), Ok(Plan { source: Source::Pull, ..<_>::default() })).await;
    let times = |ms| store(8, 1) + &store(12, ms) + &store(16, 1) + &store(20, 7);
    let plan = Plan { quiet_ms: Some(5), react_ms: Some(7), ..<_>::default() };
    check_plan(&times(5), Ok(plan)).await;
    check_plan(&times(60_001), Err("quiet-ms: 60001")).await;
    check_plan(&(store(16, 1) + &store(20, 60_001)), Err("react-ms: 60001")).await;
    check_plan(&zeroes(24, 33), Err("incomplete: 33")).await;
}

async fn check_settle(answer: &str, events: Vec<Event>, expected: Result<Judgement, &str>) {
    let rig = rig("diagnostics.settle", answer);
    let diagnostics = rig.adapter.diagnostics().unwrap();
    let state = b"state".to_vec();
    let found = diagnostics.settle(facts(), "a.scr".to_owned(), state, events).await;
    assert_answer(found, expected);
}

/// Makes the state of a word, or of a text, of the first event. What it is
/// stands first; what belongs to it follows.
fn word(offset: u32) -> String {
    format!(
        "(call $text (i32.const {}) (i32.add (i32.load (i32.add (local.get 0) (i32.const {EVENTS}))) (i32.const {offset})) (i32.const 4))",
        ANSWER + 4
    )
}

fn text(offset: u32) -> String {
    let events = format!("(i32.load (i32.add (local.get 0) (i32.const {EVENTS})))");
    pass(4, &format!("(i32.add {events} (i32.const {offset}))"))
}

fn judged(state: &[u8]) -> Judgement {
    Judgement { state: state.to_vec(), ..Judgement::default() }
}

#[tokio::test]
async fn the_guest_sees_the_events() {
    let number = |value: u32| Ok(judged(&value.to_le_bytes()));
    let published = Event::Published(Publication { version: Some(-2), count: 9 });
    let work = Work { token: "t".to_owned(), title: "title".to_owned() };
    let sent = Notification { method: "scr/n".to_owned(), params: Some("[1]".to_owned()) };
    let seen = [
        (Event::Told(7), 4, 7),
        (published.clone(), 8, (-2_i32).cast_unsigned()),
        (published, 12, 9),
    ];
    for (event, offset, expected) in seen {
        check_settle(&word(offset), vec![event], number(expected)).await;
    }
    let seen = [
        (Event::Notified(sent.clone()), 4, "scr/n"),
        (Event::Notified(sent), 16, "[1]"),
        (Event::ProgressBegin(work.clone()), 4, "t"),
        (Event::ProgressEnd(work), 12, "title"),
        (Event::Deadline("late".to_owned()), 4, "late"),
    ];
    for (event, offset, expected) in seen {
        check_settle(&text(offset), vec![event], Ok(judged(expected.as_bytes()))).await;
    }
    let kinds = [
        Event::Told(0),
        Event::Saved,
        Event::Published(Publication::default()),
        Event::Notified(Notification { method: String::new(), params: None }),
        Event::ProgressBegin(Work::default()),
        Event::ProgressEnd(Work::default()),
        Event::Deadline(String::new()),
    ];
    // The kind is a byte, and what is beside it says nothing.
    let kind = word(0) + &store(8, 1);
    for (expected, event) in (0..).zip(kinds) {
        check_settle(&kind, vec![event], Ok(judged(&[expected]))).await;
    }
}

#[tokio::test]
async fn judgements_pass_and_are_checked() {
    let state = format!("(i32.add (local.get 0) (i32.const {STATE}))");
    for (case, settled) in [(0, Settled::Unknown), (1, Settled::NotYet), (2, Settled::Yes)] {
        let answer = pass(4, &state) + &store(12, case);
        let expected = Judgement { state: b"state".to_vec(), settled, deadlines: Vec::new() };
        check_settle(&answer, vec![Event::Saved], Ok(expected)).await;
    }
    // One deadline, whose name is the path.
    let deadline = |ms: u32| {
        format!(
            "(i64.store align=4 (i32.const 8192) (i64.load align=4 (i32.add (local.get 0) (i32.const 56)))) (i32.store (i32.const 8200) (i32.const {ms}))"
        ) + &zeroes(16, 1)
    };
    let deadlines = vec![Deadline { name: "a.scr".to_owned(), after_ms: 9 }];
    let expected = Judgement { deadlines, ..Judgement::default() };
    check_settle(&deadline(9), vec![Event::Saved], Ok(expected)).await;
    check_settle(&deadline(600_001), vec![Event::Saved], Err("600001 ms")).await;
    check_settle(&zeroes(16, 33), vec![Event::Saved], Err("deadlines: 33")).await;
    let over = u32::try_from(SETTLE_BYTES).unwrap() + 1;
    check_settle(&zeroes(4, over), vec![Event::Saved], Err("state: 16385")).await;
}

fn diagnostic(index: usize) -> Diagnostic {
    Diagnostic {
        range: Span { start: (1, 2), end: (3, 4) },
        severity: 1,
        code: Some(format!("E{index}")),
        source: Some("scr".to_owned()),
        message: format!("message {index}"),
        tags: vec![1, 2],
    }
}

async fn normalise(body: &str, list: Vec<Diagnostic>) -> Result<Vec<Fate>, HookError> {
    let rig = rig("diagnostics.normalise", body);
    let diagnostics = rig.adapter.diagnostics().unwrap();
    diagnostics.normalise("scr".to_owned(), "a.scr".to_owned(), list).await
}

const ECHOED: &str = "(call $echo (local.get 4) (local.get 5))";

#[tokio::test]
async fn diagnostics_go_there_and_back_in_parts() {
    let mut list: Vec<_> = (0..2 * CHUNK_DIAGNOSTICS + 1).map(diagnostic).collect();
    list[0] = Diagnostic { message: "bare".to_owned(), ..Diagnostic::default() };
    let expected: Vec<_> = list.iter().cloned().map(Fate::Change).collect();
    assert_eq!(normalise(ECHOED, list).await, Ok(expected));
}

#[tokio::test]
async fn large_ones_are_cut() {
    let large = Diagnostic {
        message: "m".repeat(2 * DIAGNOSTIC_TEXT),
        tags: vec![3; 2 * TAGS],
        ..diagnostic(0)
    };
    let fates = normalise(ECHOED, vec![large]).await.unwrap();
    let [Fate::Change(cut)] = fates.as_slice() else { panic!("{fates:?}") };
    assert_eq!((cut.message.len(), cut.tags.len()), (DIAGNOSTIC_TEXT, TAGS));
}

#[tokio::test]
async fn fates_are_checked() {
    let one = || vec![diagnostic(0)];
    // A list of fates of zeroes, each of which is `keep`.
    assert_eq!(normalise(&zeroes(4, 1), one()).await, Ok(vec![Fate::Keep]));
    let drop = zeroes(4, 1) + "(i32.store (i32.const 8192) (i32.const 1))";
    assert_eq!(normalise(&drop, one()).await, Ok(vec![Fate::Drop]));
    let wrong = [
        (zeroes(4, 2), "2 fates for 1 diagnostics"),
        (zeroes(4, 0), "0 fates for 1 diagnostics"),
        (zeroes(4, 1) + "(i32.store (i32.const 8192) (i32.const 2))", "lies not within"),
    ];
    for (body, expected) in wrong {
        assert_answer(normalise(&body, one()).await, Err(expected));
    }
}

#[tokio::test]
async fn what_does_not_fit_is_not_asked() {
    let rig = rig("", "");
    let diagnostics = rig.adapter.diagnostics().unwrap();
    let params = Some("x".repeat(2 << 20));
    let event = Event::Notified(Notification { method: "m".to_owned(), params });
    let error = diagnostics.settle(facts(), String::new(), Vec::new(), vec![event]).await;
    assert!(matches!(error, Err(HookError::Memory { mib: 4, .. })), "{error:?}");
}
