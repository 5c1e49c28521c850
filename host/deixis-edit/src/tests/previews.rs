//! Previews that are used, grow old, or make room.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::previews::{MAX_PREVIEW_BYTES, MAX_PREVIEWS, PREVIEW_LIFETIME, StoreError};
use crate::{Gone, Previews};

/// A store, and its clock.
fn store() -> (Previews<usize>, Arc<Mutex<Instant>>) {
    let now = Arc::new(Mutex::new(Instant::now()));
    let clock = Arc::clone(&now);
    (Previews::with_clock(move || *clock.lock().expect("the clock")), now)
}

fn advance(clock: &Mutex<Instant>, by: Duration) {
    *clock.lock().expect("the clock") += by;
}

#[test]
fn good_for_any_number_of_looks_and_one_attempt() {
    let (mut previews, _) = store();
    let id = previews.store(7, 1).expect("an id").to_string();
    assert_eq!(previews.look(&id), Ok(&7));
    assert_eq!(previews.look(&id), Ok(&7));
    assert_eq!(previews.take(&id), Ok(7));
    assert_eq!(previews.take(&id), Err(Gone::Used));
    assert_eq!(previews.look(&id), Err(Gone::Used));
}

#[test]
fn valid_for_ten_minutes() {
    let (mut previews, clock) = store();
    let first = previews.store(1, 1).expect("an id").to_string();
    advance(&clock, Duration::from_secs(1));
    let second = previews.store(2, 1).expect("an id").to_string();
    advance(&clock, PREVIEW_LIFETIME - Duration::from_secs(1));
    assert_eq!(previews.take(&first), Err(Gone::Expired));
    assert_eq!(previews.take(&second), Ok(2));
    assert_eq!(PREVIEW_LIFETIME, Duration::from_secs(600));
}

#[test]
fn the_oldest_make_room() {
    let (mut previews, _) = store();
    let ids: Vec<_> =
        (0..=MAX_PREVIEWS).map(|n| previews.store(n, 1).expect("an id").to_string()).collect();
    assert_eq!(previews.look(&ids[0]), Err(Gone::Displaced));
    for (n, id) in ids.iter().enumerate().skip(1) {
        assert_eq!(previews.look(id), Ok(&n));
    }
    let large = previews.store(99, MAX_PREVIEW_BYTES - 2).expect("an id").to_string();
    assert_eq!(previews.look(&ids[MAX_PREVIEWS - 2]), Err(Gone::Displaced));
    assert_eq!(previews.look(&ids[MAX_PREVIEWS - 1]), Ok(&(MAX_PREVIEWS - 1)));
    assert_eq!(previews.look(&large), Ok(&99));
    let refused = previews.store(0, MAX_PREVIEW_BYTES + 1);
    assert!(matches!(refused, Err(StoreError::TooLarge { .. })), "{refused:?}");
    assert_eq!(previews.look(&large), Ok(&99), "what is refused displaces nothing");
}

/// An attempt frees what it held.
#[test]
fn bytes_are_given_back() {
    let (mut previews, _) = store();
    let small = previews.store(0, 1).expect("an id").to_string();
    for n in 1..100 {
        let id = previews.store(n, MAX_PREVIEW_BYTES - 1).expect("an id").to_string();
        assert_eq!(previews.take(&id), Ok(n));
    }
    assert_eq!(previews.look(&small), Ok(&0));
}

#[test]
fn what_is_no_id() {
    let (mut previews, _) = store();
    let id = previews.store(0, 1).expect("an id").to_string();
    let upper = id.to_uppercase();
    for wrong in ["", "0", "é", &id[1..], &format!("{id}0"), &"0".repeat(32), &"g".repeat(32)] {
        assert_eq!(previews.take(wrong), Err(Gone::Unknown), "{wrong}");
    }
    if upper != id {
        assert_eq!(previews.take(&upper), Err(Gone::Unknown));
    }
    assert_eq!(previews.take(&id), Ok(0));
}
