//! Requests, documents and results, through guests that say what they were
//! sent.

use deixis_base::Encoding;
use deixis_hooks::requests::Reply;
use deixis_hooks::results::{Asked, Refined};
use deixis_hooks::{Ask, HookError, Place, ResponseError, Span};

use super::guest::{GROUPS, Guest, pass, store, zeroes};
use super::{Rig, facts};
use crate::limits::{HOVER_BYTES, PLACES};

/// An adapter with one function that does something.
fn rig(function: &str, body: &str) -> Rig {
    Rig::new(Guest { groups: &GROUPS, bodies: &[(function, body)], ..Guest::default() }.build())
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

/// The place of an argument in the area that the only parameter points to.
fn argument(offset: u32) -> String {
    format!("(i32.add (local.get 0) (i32.const {offset}))")
}

async fn check_reply(answer: &str, expected: Result<Reply, &str>) {
    let rig = rig("requests.answer", answer);
    let requests = rig.adapter.requests().unwrap();
    let params = Some(r#"{"a":1}"#.to_owned());
    assert_answer(requests.answer(facts(), "scr/ask".to_owned(), params).await, expected);
}

#[tokio::test]
async fn replies_pass_and_are_checked() {
    // Behind the facts: the method, a mark, the parameters.
    let (method, params) = (argument(56), argument(68));
    check_reply(&store(8, 0), Ok(Reply::Unknown)).await;
    let result = |place: &str| store(8, 1) + &pass(16, place);
    check_reply(&result(&params), Ok(Reply::Result(r#"{"a":1}"#.to_owned()))).await;
    check_reply(&result(&method), Err("result is not JSON")).await;
    let error = |data: &str| {
        store(8, 2) + &store(16, 5) + &pass(24, &method) + &store(32, 1) + &pass(36, data)
    };
    let expected = ResponseError {
        code: 5,
        message: "scr/ask".to_owned(),
        data: Some(r#"{"a":1}"#.to_owned()),
    };
    check_reply(&error(&params), Ok(Reply::Error(expected))).await;
    check_reply(&error(&method), Err("data is not JSON")).await;
    check_reply(&(store(8, 2) + &zeroes(24, 4_097)), Err("message: 4097")).await;
}

#[tokio::test]
async fn documents_are_fetched_by_a_request() {
    // Parameters 14 and 15 are the URI; `scr:a` is no JSON, `[]` is.
    let uri = |offset: u32, at: u32| {
        format!(
            "(call $text (i32.const {}) (local.get {at}) (local.get {}))",
            4_096 + offset,
            at + 1
        )
    };
    let fetch = |answer: String, uri: &'static str| async move {
        let rig = rig("documents.fetch", &answer);
        rig.adapter.documents().unwrap().fetch(facts(), uri.to_owned()).await
    };
    let ask = store(4, 1) + &uri(8, 14) + &uri(16, 14) + &store(24, 1) + &uri(28, 14);
    let expected =
        Ask { id: "[]".to_owned(), method: "[]".to_owned(), params: Some("[]".to_owned()) };
    assert_answer(fetch(ask.clone(), "[]").await, Ok(Some(expected)));
    assert_answer(fetch(ask, "scr:a").await, Err("params is not JSON"));
    assert_answer(fetch(store(4, 1), "scr:a").await, Err("request id: empty"));
}

/// Passes the second of two texts, or one of such a length.
fn second_text() -> String {
    store(4, 1) + "(call $text (i32.const 4104) (local.get 2) (local.get 3))"
}

fn long_text(length: u32) -> String {
    store(4, 1) + &zeroes(8, length)
}

#[tokio::test]
async fn texts_and_titles_pass_and_are_checked() {
    let text = |answer: String| async move {
        let rig = rig("documents.text", &answer);
        let documents = rig.adapter.documents().unwrap();
        documents.text("scr:a".to_owned(), "\"text\"".to_owned()).await
    };
    assert_answer(text(second_text()).await, Ok(Some("\"text\"".to_owned())));
    // There is no room for a text over the limit in a guest of this size.
    let grown = "(drop (memory.grow (i32.const 40)))".to_owned();
    assert_answer(text(grown + &long_text((2 << 20) + 1)).await, Err("text: 2097153"));
    let title = |answer: String| async move {
        let rig = rig("documents.title", &answer);
        rig.adapter.documents().unwrap().title("scr:a".to_owned()).await
    };
    let name = store(4, 1) + "(call $text (i32.const 4104) (local.get 0) (local.get 1))";
    assert_answer(title(name).await, Ok(Some("scr:a".to_owned())));
    assert_answer(title(long_text(0)).await, Err("title: empty"));
    assert_answer(title(long_text(257)).await, Err("title: 257"));
}

#[tokio::test]
async fn hover_texts_pass_and_are_checked() {
    let hover = |answer: String, markdown: String| async move {
        let rig = rig("results.hover", &answer);
        rig.adapter.results().unwrap().hover("scr".to_owned(), markdown).await
    };
    assert_answer(hover(second_text(), "*a*".to_owned()).await, Ok(Some("*a*".to_owned())));
    let over = u32::try_from(HOVER_BYTES).unwrap() + 1;
    let grown = "(drop (memory.grow (i32.const 2)))".to_owned();
    assert_answer(hover(grown + &long_text(over), String::new()).await, Err("hover: 65537"));
    // What is too long is kept, and nobody is asked.
    let long = "x".repeat(HOVER_BYTES + 1);
    assert_answer(hover("unreachable".to_owned(), long).await, Ok(None));
}

async fn refine(answer: &str, places: Vec<Place>) -> Result<Vec<Refined>, HookError> {
    let rig = rig("results.refine", answer);
    let results = rig.adapter.results().unwrap();
    results.refine("scr".to_owned(), Asked::References, places).await
}

fn file(line: u32) -> Place {
    Place::File { path: "a.scr".to_owned(), range: Span { start: (line, 1), end: (line, 2) } }
}

fn other(line: u32) -> Place {
    let range = Span { start: (line, 1), end: (line, 2) };
    Place::Other { uri: "scr:a".to_owned(), range, encoding: Encoding::Utf32 }
}

/// Shows one place, whose index is a number of the first place, or the number
/// of what was asked for.
fn shown(index: &str, read_only: u32) -> String {
    zeroes(4, 1)
        + &format!(
            "(i32.store (i32.const 8192) {index}) (i32.store (i32.const 8196) (i32.const {read_only}))"
        )
}

fn of_first(offset: u32) -> String {
    format!("(i32.load8_u (i32.add (local.get 3) (i32.const {offset})))")
}

#[tokio::test]
async fn the_guest_sees_what_was_asked_and_the_places() {
    // A place: what it is, a text of 8 bytes, a range of 16, an encoding.
    let seen = [
        (file(2), "(local.get 2)".to_owned(), 4),
        (file(2), of_first(0), 0),
        (file(2), of_first(8), 5),
        (file(2), of_first(12), 2),
        (other(3), of_first(0), 1),
        (other(3), of_first(12), 3),
        (other(3), of_first(28), 2),
    ];
    for (first, index, expected) in seen {
        let places = std::iter::once(first).chain((0..5).map(file)).collect();
        let found = refine(&shown(&index, 1), places).await;
        assert_eq!(found, Ok(vec![Refined { index: expected, read_only: true }]), "{index}");
    }
}

#[tokio::test]
async fn what_is_shown_is_checked() {
    let two = || vec![file(0), file(1)];
    assert_eq!(refine(&zeroes(4, 0), two()).await, Ok(Vec::new()), "all are hidden");
    assert_answer(refine(&shown("(i32.const 2)", 0), two()).await, Err("index 2 of 2 places"));
    assert_answer(refine(&zeroes(4, 2), two()).await, Err("index 0 comes twice"));
}

#[tokio::test]
async fn a_long_list_is_shown_as_it_is() {
    let places = |count: usize| vec![file(0); count];
    let trap = refine("unreachable", places(PLACES)).await;
    assert!(matches!(trap, Err(HookError::Trap { .. })), "{trap:?}");
    let all = refine("unreachable", places(PLACES + 1)).await.unwrap();
    assert_eq!((all.len(), all[PLACES].index, all[0].read_only), (PLACES + 1, PLACES, false));
    let long = Place::File { path: "x".repeat(2 << 20), range: Span::default() };
    let large = refine("unreachable", vec![long]).await;
    assert!(matches!(large, Err(HookError::Memory { mib: 4, .. })), "{large:?}");
}
