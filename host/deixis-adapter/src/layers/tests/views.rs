//! Diagnostics, requests, documents and results through layers.

use deixis_hooks::diagnostics::{Diagnostic, Diagnostics, Fate, Fetched, Judgement, Settled};
use deixis_hooks::documents::Documents;
use deixis_hooks::requests::{Reply, Requests as _};
use deixis_hooks::results::{Asked, Refined, Results as _};
use deixis_hooks::{Place, Span};

use super::{Fake, does, facts, hear, ids, layers, trap};

fn diagnostic(message: &str) -> Diagnostic {
    Diagnostic { message: message.to_owned(), ..Diagnostic::default() }
}

/// Drops what has this message, and marks the rest with its id.
fn dropping(id: &'static str, message: &'static str) -> Fake {
    let fate = move |one: &Diagnostic| {
        if one.message.starts_with(message) {
            Fate::Drop
        } else {
            Fate::Change(diagnostic(&format!("{} {id}", one.message)))
        }
    };
    let fates = does(move |list: Vec<Diagnostic>| Ok(list.iter().map(fate).collect()));
    Fake { fates, ..Fake::new(id) }
}

#[tokio::test]
async fn what_a_layer_drops_those_above_do_not_see() {
    let whole = layers([dropping("one", "a"), dropping("two", "b")]);
    let list = ["a", "b", "c"].map(diagnostic).to_vec();
    let (fates, bypassed) = hear(whole.normalise("l".to_owned(), "p".to_owned(), list)).await;
    let expected = vec![Fate::Drop, Fate::Drop, Fate::Change(diagnostic("c one two"))];
    assert_eq!((fates, bypassed), (Ok(expected), Vec::new()));
    let (plan, _) = hear(whole.plan(facts("{}"))).await;
    assert_eq!(plan.unwrap().incomplete, ids(&["one", "two"]));
}

#[tokio::test]
async fn fates_stand_without_the_layer_that_fails() {
    let short = Fake { fates: does(|_| Ok(Vec::new())), ..Fake::new("short") };
    let failing = Fake { fates: does(|_| Err(trap("f"))), ..Fake::new("f") };
    let whole = layers([dropping("one", "a"), short, failing]);
    let list = ["a", "c"].map(diagnostic).to_vec();
    let (fates, bypassed) = hear(whole.normalise("l".to_owned(), "p".to_owned(), list)).await;
    let expected = vec![Fate::Drop, Fate::Change(diagnostic("c one"))];
    assert_eq!((fates, bypassed), (Ok(expected), ids(&["short", "f"])));
}

#[tokio::test]
async fn the_highest_layer_settles() {
    let settling = |id: &str, settled: Settled| Fake {
        settling: does(move |state| Ok(Judgement { state, settled, ..Judgement::default() })),
        ..Fake::new(id)
    };
    let whole = layers([settling("one", Settled::NotYet), settling("two", Settled::Yes)]);
    let call = whole.settle(facts("{}"), "p".to_owned(), vec![7], Vec::new());
    let judgement = hear(call).await.0.unwrap();
    assert_eq!((judgement.settled, judgement.state), (Settled::Yes, vec![7]));
    assert_eq!(hear(whole.interests()).await.0, Ok(ids(&["two"])));
}

#[tokio::test]
async fn the_highest_layer_fetches() {
    let settles = |id| Fake { settling: does(|_| Ok(Judgement::default())), ..Fake::new(id) };
    let whole = layers([settles("one"), settles("two"), Fake::new("three")]);
    let fetch = Diagnostics::fetch(&whole, facts("{}"), "a".to_owned(), "u".to_owned());
    let asks = hear(fetch).await.0.unwrap();
    assert_eq!(asks.len(), 1);
    assert_eq!((asks[0].id.as_str(), asks[0].method.as_str()), ("two", "a"));
    let fetched = hear(whole.fetched(facts("{}"), "a".to_owned(), Vec::new())).await.0;
    assert_eq!(fetched, Ok(Fetched("[\"two\"]".to_owned())));
}

#[tokio::test]
async fn the_highest_layer_that_knows_answers() {
    let replying =
        |id: &str, reply: Reply| Fake { reply: does(move |_| Ok(reply.clone())), ..Fake::new(id) };
    let one = || replying("one", Reply::Result("1".to_owned()));
    let failing = Fake { reply: does(|_| Err(trap("f"))), ..Fake::new("f") };
    let whole = layers([one(), replying("two", Reply::Unknown), failing]);
    let call = whole.answer(facts("{}"), "m".to_owned(), None);
    assert_eq!(hear(call).await, (Ok(Reply::Result("1".to_owned())), ids(&["f"])));

    let titled = |id: &str, title: Option<&'static str>| Fake {
        title: does(move |_| Ok(title.map(ToOwned::to_owned))),
        ..Fake::new(id)
    };
    let whole = layers([titled("one", Some("1")), titled("two", Some("2")), titled("three", None)]);
    assert_eq!(hear(whole.title("u".to_owned())).await.0, Ok(Some("2".to_owned())));
    assert_eq!(hear(whole.text("u".to_owned(), "{}".to_owned())).await.0, Ok(Some("2".to_owned())));
    let ask = hear(Documents::fetch(&whole, facts("{}"), "u".to_owned())).await.0.unwrap();
    assert_eq!(ask.map(|ask| ask.id), Some("two".to_owned()));
}

fn place(path: &str) -> Place {
    Place::File { path: path.to_owned(), range: Span::default() }
}

/// Leaves out this path, turns the rest round, and marks it if asked to.
fn without(id: &str, path: &'static str, read_only: bool) -> Fake {
    let refined = does(move |places: Vec<Place>| {
        let left = places.iter().enumerate().rev().filter(|(_, one)| **one != place(path));
        Ok(left.map(|(index, _)| Refined { index, read_only }).collect())
    });
    Fake { refined, ..Fake::new(id) }
}

#[tokio::test]
async fn places_are_chosen_in_turn() {
    let whole = layers([without("one", "b", true), without("two", "d", false)]);
    let places = ["a", "b", "c", "d"].map(place).to_vec();
    let (shown, bypassed) = hear(whole.refine("l".to_owned(), Asked::References, places)).await;
    let expected = [0, 2].map(|index| Refined { index, read_only: true }).to_vec();
    assert_eq!((shown, bypassed), (Ok(expected), Vec::new()));

    let cleaning = |id: &'static str| Fake {
        hover: does(move |text: String| Ok(Some(text + id))),
        ..Fake::new(id)
    };
    let silent = Fake { hover: does(|_| Ok(None)), ..Fake::new("silent") };
    let whole = layers([cleaning("1"), silent, cleaning("2")]);
    let text = hear(whole.hover("l".to_owned(), "x".to_owned())).await.0;
    assert_eq!(text, Ok(Some("x12".to_owned())));
}
