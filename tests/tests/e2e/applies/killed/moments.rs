//! Kills at random moments of a change. `DEIXIS_KILL_SEED` repeats a run.

use std::sync::mpsc::sync_channel;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use deixis_tests::processes::{Signal, signal};

use super::super::many::{begin, other, preview};
use super::{Sweep, is_long, say};

/// How many kills may come too late for each that comes in time.
const LATE_MAX: usize = 20;

#[test]
fn at_random_moments() {
    let kills = if is_long() { 200 } else { 8 };
    let seed = std::env::var("DEIXIS_KILL_SEED").ok().and_then(|seed| seed.parse().ok());
    let seed: u64 = seed.unwrap_or_else(a_seed);
    say(&format!("applies::killed::moments: DEIXIS_KILL_SEED={seed}"));
    let mut random = seed;
    let mut sweep = Sweep::new(40, 2_000);
    let mut whole = Duration::MAX;
    for _ in 0..3 {
        let (took, died) = one(&mut sweep, None);
        assert!(!died, "the change was made");
        whole = whole.min(took);
    }
    let (mut killed, mut late, mut new) = (0, 0, 0);
    while killed < kills {
        let part = f64::from(u32::try_from(draw(&mut random) % 1_000).unwrap_or(0)) / 1_000.0;
        let after = whole.mul_f64(part);
        let context = format!("seed {seed}, kill {killed}, after {after:?} of {whole:?}");
        let before = sweep.many.settled_name(&context);
        let (_, died) = one(&mut sweep, Some(after));
        let ended_new = sweep.next(&context) != before;
        // A kill that comes after the answer must be harmless, but is not counted.
        *(if died { &mut killed } else { &mut late }) += 1;
        new += usize::from(died && ended_new);
        assert!(late < LATE_MAX * kills, "{late} kills came too late, {killed} in time");
    }
    say(&format!("{killed} kills at random moments, {new} ended new; {late} came too late"));
}

/// Makes a rename, and kills the host so long after it was asked for. Says how long it took, and
/// whether the host died before it answered.
fn one(sweep: &mut Sweep, kill_after: Option<Duration>) -> (Duration, bool) {
    let id = preview(&mut sweep.deixis, other(sweep.many.name("before")));
    let started = Instant::now();
    let applied = begin(&mut sweep.deixis, &id);
    if let Some(after) = kill_after {
        // The moment is drawn, and nothing is awaited: nobody ever sends.
        let (_sender, receiver) = sync_channel::<()>(1);
        let _ = receiver.recv_timeout(after);
        signal(sweep.deixis.pid(), Signal::Kill);
    }
    let answer = sweep.deixis.finish_or_die(applied);
    (started.elapsed(), answer.is_none())
}

fn a_seed() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| u64::from(now.subsec_nanos()))
}

/// The next number of SplitMix64.
fn draw(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}
