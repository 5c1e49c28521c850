//! Who is right: errors, renames, readiness, changes on disk.

use deixis_hooks::errors::{Context, Errors as _, Verdict};
use deixis_hooks::readiness::{Readiness as _, Step};
use deixis_hooks::rename::{self, Rename as _, Review};
use deixis_hooks::watch::{Translation, Watch as _};
use deixis_hooks::{Change, ChangeKind, HookError, ResponseError};

use super::{Fake, does, facts, hear, ids, layers, refusal, trap};

type Outcome<T> = Result<T, HookError>;

async fn check_errors(
    answers: Vec<Outcome<Verdict>>,
    expected: Outcome<Verdict>,
    left_out: &[&str],
) {
    let fakes = answers.into_iter().enumerate().map(|(at, answer)| Fake {
        classify: does(move |_| answer.clone()),
        ..Fake::new(&at.to_string())
    });
    let whole = layers(fakes);
    let context = Context { method: "m".to_owned(), path: None, attempt: 1 };
    let error = ResponseError { code: 1, message: "e".to_owned(), data: None };
    assert_eq!(hear(whole.classify(context, error)).await, (expected, ids(left_out)));
}

#[tokio::test]
async fn the_highest_layer_that_knows_an_error_is_right() {
    use Verdict::{NoResult, RetryNow, Unknown};
    check_errors(vec![Ok(NoResult), Ok(RetryNow)], Ok(RetryNow), &[]).await;
    check_errors(vec![Ok(NoResult), Ok(Unknown)], Ok(NoResult), &[]).await;
    check_errors(vec![Ok(Unknown), Ok(Unknown)], Ok(Unknown), &[]).await;
    check_errors(vec![Ok(NoResult), Err(trap("1"))], Ok(NoResult), &["1"]).await;
    check_errors(vec![Err(trap("0")), Ok(RetryNow)], Ok(RetryNow), &[]).await;
    check_errors(vec![Err(trap("0")), Ok(Unknown)], Ok(Unknown), &["0"]).await;
    check_errors(vec![Err(trap("0")), Err(trap("1"))], Err(trap("0")), &["1", "0"]).await;
    check_errors(vec![Ok(NoResult), Err(refusal("1"))], Err(refusal("1")), &["1"]).await;
}

async fn check_name(
    answers: Vec<Outcome<rename::Verdict>>,
    expected: Outcome<rename::Verdict>,
    left_out: &[&str],
) {
    let fakes = answers.into_iter().enumerate().map(|(at, answer)| Fake {
        check: does(move |_| answer.clone()),
        ..Fake::new(&at.to_string())
    });
    let whole = layers(fakes);
    let answer = hear(whole.check(facts("{}"), rename::Request::default())).await;
    assert_eq!(answer, (expected, ids(left_out)));
}

#[tokio::test]
async fn the_highest_layer_that_knows_a_name_is_right() {
    use rename::Verdict::{Accept, Refuse, Unknown};
    let no = || Refuse("no".to_owned());
    check_name(vec![Ok(Accept), Ok(no())], Ok(no()), &[]).await;
    check_name(vec![Ok(Accept), Ok(Unknown)], Ok(Accept), &[]).await;
    check_name(vec![Ok(no()), Err(trap("1"))], Ok(no()), &["1"]).await;
    check_name(vec![Err(trap("0"))], Err(trap("0")), &["0"]).await;
}

async fn check_review(answers: Vec<Outcome<Review>>, expected: Outcome<Review>, left_out: &[&str]) {
    let fakes = answers.into_iter().enumerate().map(|(at, answer)| Fake {
        review: does(move |_| answer.clone()),
        ..Fake::new(&at.to_string())
    });
    let whole = layers(fakes);
    let request = rename::Request::default();
    let answer = hear(whole.review(facts("{}"), request, Vec::new(), Vec::new())).await;
    assert_eq!(answer, (expected, ids(left_out)));
}

#[tokio::test]
async fn every_layer_reviews_until_one_refuses() {
    let said = |refusal: Option<&str>, warnings: &[&str]| Review {
        refusal: refusal.map(str::to_owned),
        warnings: ids(warnings),
    };
    let (a, b) = (said(None, &["a", "both"]), said(None, &["b", "both"]));
    check_review(vec![Ok(a.clone()), Ok(b)], Ok(said(None, &["a", "both", "b"])), &[]).await;
    let no = said(Some("no"), &["b"]);
    let expected = said(Some("no"), &["a", "both", "b"]);
    let never = Err(trap("never asked"));
    check_review(vec![Ok(a.clone()), Ok(no), never], Ok(expected), &[]).await;
    check_review(vec![Err(trap("0")), Ok(a.clone())], Ok(a), &["0"]).await;
    check_review(vec![Err(trap("0"))], Err(trap("0")), &["0"]).await;
}

#[tokio::test]
async fn the_highest_reducer_is_alone() {
    let reducing = |id: &str| {
        let own = id.to_owned();
        let step = move |state: Vec<u8>| {
            let state = [state.as_slice(), own.as_bytes()].concat();
            Ok(Step { state, ..Step::default() })
        };
        Fake { step: does(step), ..Fake::new(id) }
    };
    let failing = Fake { step: does(|_| Err(trap("f"))), ..Fake::new("f") };
    let whole = layers([reducing("a"), reducing("b"), Fake::new("mute")]);
    assert_eq!(whole.interests().await, Ok(ids(&["b"])));
    assert_eq!(whole.start(facts("{}")).await.unwrap().state, b"{}b");
    assert_eq!(whole.step(b"x".to_vec(), Vec::new()).await.unwrap().state, b"xb");
    // The lower one has not seen what came before.
    let whole = layers([reducing("a"), failing]);
    let answer = hear(whole.step(b"x".to_vec(), Vec::new())).await;
    assert_eq!(answer, (Err(trap("f")), ids(&["f"])));
}

#[tokio::test]
async fn the_highest_layer_translates_changes() {
    let change = || Change { path: "a".into(), kind: ChangeKind::Changed };
    let translating = |id: &str| {
        let word = id.to_owned();
        let translate =
            move |_| Ok(Translation { incomplete: vec![word.clone()], ..Translation::default() });
        Fake { translate: does(translate), ..Fake::new(id) }
    };
    let failing = || Fake { translate: does(|_| Err(trap("f"))), ..Fake::new("f") };
    for (fakes, expected, left_out) in [
        (vec![translating("a"), translating("b")], Ok(ids(&["b"])), ids(&[])),
        (vec![translating("a"), failing()], Ok(ids(&["a"])), ids(&["f"])),
        (vec![failing()], Err(trap("f")), ids(&["f"])),
    ] {
        let whole = layers(fakes);
        let (answer, bypassed) =
            hear(whole.translate(facts("{}"), vec![change()], Vec::new())).await;
        assert_eq!((answer.map(|answer| answer.incomplete), bypassed), (expected, left_out));
    }
}
