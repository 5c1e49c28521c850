//! Names and edits of renames, through guests that say what they were sent.

use deixis_hooks::rename::{Edit, Operation, Request, Review, Verdict};
use deixis_hooks::{HookError, Span};

use super::guest::{ANSWER, Guest, store};
use super::{Rig, facts};
use crate::limits::{CHUNK_EDITS, SENTENCES};

/// Where arguments are: seven texts of the facts, then four of the request,
/// each 8 bytes, then the two lists.
const NEW_NAME: u32 = 80;
const EDITS: u32 = 88;
const OPERATIONS: u32 = 96;

fn rig(check: &str, review: &str) -> Rig {
    Rig::new(Guest { groups: &["rename"], check, review, ..Guest::default() }.build())
}

/// Stores an argument at an offset of the answer: two words, a text or a list.
fn pass(offset: u32, argument: u32) -> String {
    format!(
        "(i64.store align=4 (i32.const {}) (i64.load align=4 (i32.add (local.get 0) (i32.const {argument}))))",
        ANSWER + offset
    )
}

fn request() -> Request {
    let owned = str::to_owned;
    Request {
        language: owned("scr"),
        path: owned("a.scr"),
        old_name: owned("old"),
        new_name: owned("fresh"),
    }
}

async fn check_name(answer: &str, expected: Result<Verdict, &str>) {
    let rig = rig(answer, "");
    let found = rig.adapter.rename().unwrap().check(facts(), request()).await;
    assert_answer(found, expected);
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

#[tokio::test]
async fn every_verdict_passes() {
    let answer = |case: u32| store(4, case) + &pass(8, NEW_NAME);
    check_name(&store(4, 0), Ok(Verdict::Unknown)).await;
    check_name(&store(4, 1), Ok(Verdict::Accept)).await;
    check_name(&answer(2), Ok(Verdict::Rewrite("fresh".to_owned()))).await;
    check_name(&answer(3), Ok(Verdict::Refuse("fresh".to_owned()))).await;
}

#[tokio::test]
async fn verdicts_are_checked() {
    let long = |case: u32, length| store(4, case) + &store(8, 8_192) + &store(12, length);
    check_name(&store(4, 2), Err("rewrite: empty")).await;
    check_name(&store(4, 3), Err("refuse: empty")).await;
    check_name(&long(2, 257), Err("rewrite: 257")).await;
    check_name(&long(3, 4_097), Err("refuse: 4097")).await;
}

/// Reviews an edit of so many parts with one operation.
async fn check_review(answer: &str, edits: usize, expected: Result<Review, &str>) {
    let rig = rig("", answer);
    let edit = |index: usize| Edit {
        path: format!("{index}.scr"),
        range: Span { start: (1, 2), end: (3, 4) },
        old_text: format!("old{index}"),
        new_text: format!("new{index}"),
    };
    let operation = Operation {
        kind: "rename".to_owned(),
        path: "a.scr".to_owned(),
        new_path: Some("b.scr".to_owned()),
    };
    let edits = (0..edits).map(edit).collect();
    let rename = rig.adapter.rename().unwrap();
    assert_answer(rename.review(facts(), request(), edits, vec![operation]).await, expected);
}

/// Says a text of the first element of a list as the refusal (4) or, with its
/// place made a list of one, as the only warning (16).
fn first_of(list: u32, text: u32) -> String {
    format!("(i32.add (i32.load (i32.add (local.get 0) (i32.const {list}))) (i32.const {text}))")
}

fn refuse_with(at: &str) -> String {
    store(4, 1) + &format!("(i64.store align=4 (i32.const {}) (i64.load align=4 {at}))", ANSWER + 8)
}

fn warn_with(at: &str) -> String {
    format!("(call $text (i32.const {}) {at} (i32.const 1))", ANSWER + 16)
}

fn said(refusal: Option<&str>, warnings: &[&str]) -> Review {
    Review {
        refusal: refusal.map(str::to_owned),
        warnings: warnings.iter().map(|text| (*text).to_owned()).collect(),
    }
}

#[tokio::test]
async fn the_guest_sees_edits_and_operations() {
    // An edit: path, range of 16 bytes, old text, new text. An operation: kind,
    // path, and a new path behind its own mark.
    for (text, expected) in [(0, "0.scr"), (24, "old0"), (32, "new0")] {
        let refuse = refuse_with(&first_of(EDITS, text));
        check_review(&refuse, 1, Ok(said(Some(expected), &[]))).await;
    }
    for (text, expected) in [(0, "rename"), (8, "a.scr"), (20, "b.scr")] {
        // There may be nothing but operations.
        let warn = warn_with(&first_of(OPERATIONS, text));
        check_review(&warn, 0, Ok(said(None, &[expected]))).await;
    }
}

#[tokio::test]
async fn reviews_of_the_parts_are_put_together() {
    let each = warn_with(&first_of(EDITS, 0));
    let second = format!("{CHUNK_EDITS}.scr");
    check_review(&each, 2 * CHUNK_EDITS, Ok(said(None, &["0.scr", &second]))).await;
    let same = warn_with(&first_of(OPERATIONS, 8));
    check_review(&same, 3 * CHUNK_EDITS, Ok(said(None, &["a.scr"]))).await;
    // The first refusal is the last word.
    let refuse = warn_with(&first_of(EDITS, 0)) + &refuse_with(&first_of(EDITS, 32));
    check_review(&refuse, 2 * CHUNK_EDITS, Ok(said(Some("new0"), &["0.scr"]))).await;
}

#[tokio::test]
async fn warnings_end_at_the_limit() {
    let each = warn_with(&first_of(EDITS, 0));
    let edits = (SENTENCES + 2) * CHUNK_EDITS;
    let expected: Vec<_> =
        (0..SENTENCES).map(|part| format!("{}.scr", part * CHUNK_EDITS)).collect();
    let expected: Vec<_> = expected.iter().map(String::as_str).collect();
    check_review(&each, edits, Ok(said(None, &expected))).await;
}

#[tokio::test]
async fn reviews_are_checked() {
    let refusal = |length| store(4, 1) + &store(8, 8_192) + &store(12, length);
    check_review(&refusal(0), 1, Err("refusal: empty")).await;
    check_review(&refusal(4_097), 1, Err("refusal: 4097")).await;
    check_review(&(store(16, 8_192) + &store(20, 33)), 1, Err("warnings: 33")).await;
}

#[tokio::test]
async fn a_request_that_does_not_fit_is_not_put() {
    let rig = rig("", "");
    let request = Request { new_name: "x".repeat(2 << 20), ..request() };
    let rename = rig.adapter.rename().unwrap();
    let error = rename.check(facts(), request.clone()).await.unwrap_err();
    assert!(matches!(error, HookError::Memory { mib: 4, .. }), "{error:?}");
    let error = rename.review(facts(), request, Vec::new(), Vec::new()).await.unwrap_err();
    assert!(matches!(error, HookError::Memory { mib: 4, .. }), "{error:?}");
}
