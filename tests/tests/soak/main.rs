//! Thousands of calls from eight callers at once, to a server that crashes, stalls and
//! floods at random while files change underneath.
//!
//! Every call must be answered or refused exactly once, and in bounded time; what is
//! answered must be about what was asked. Afterwards nothing may have piled up: memory,
//! threads and file handles of the host at the end are compared with those after a
//! quarter of the calls, and no process but one server and its guardian is left.
//!
//! Everything random comes from a seed, so a run can be repeated; how calls and crashes
//! interleave depends on the machine all the same. The long run is `cargo xtask soak`.

mod calls;
mod dice;
mod files;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use deixis_tests::client::{Deixis, PATIENCE};
use deixis_tests::config::Config;
use deixis_tests::figures::Figures;
use deixis_tests::processes::marked;
use deixis_tests::project::Project;
use deixis_tests::scripted::Scripted;
use deixis_tests::start::Start;
use serde_json::json;

use crate::calls::Call;
use crate::dice::Dice;

/// Callers at once; each has one call open.
const CALLERS: usize = 8;

/// Bounds that the host is given for one request and for one start, in milliseconds.
const REQUEST_MS: i64 = 1_000;
const STARTUP_MS: i64 = 5_000;

/// No call may take longer: a start and a request that both use up their bounds, and
/// three times that for a machine that does other things.
const LONGEST: Duration = Duration::from_secs(24);

/// Of a hundred calls, so many are given up by their caller.
const ABANDONED: u64 = 1;

/// Of a hundred calls, so many come with a change of a file.
const CHANGES: u64 = 20;

/// Memory that the host may gain between a quarter and the end, in KiB. A leak of a
/// whole kilobyte per call would show in the long run.
const GAIN: u64 = 12 * 1024;

/// File handles that may be open for a moment more than before.
const MORE_HANDLES: usize = 4;

/// The host, the guardian and the server.
const PROCESSES: usize = 3;

#[test]
fn two_thousand_calls() {
    soak(2_000, 1);
}

#[test]
#[ignore = "takes minutes: run by `cargo xtask soak`"]
fn twenty_thousand_calls() {
    soak(20_000, 2);
}

/// A call that waits for its answer.
struct Open {
    call: Call,
    begun: Instant,
}

/// What came of all calls.
#[derive(Default)]
struct Tally {
    /// Answers by error code; an empty code is a success.
    codes: BTreeMap<String, u64>,
    abandoned: u64,
    changes: u64,
    slowest: Duration,
}

fn soak(calls: u64, seed: u64) {
    let project = Project::new();
    files::make(&project);
    let script = Scripted::new(&format!(
        "[server]\nquiet = true\nwatch = [\"**/*.toy\"]\ndiagnostics = \"push\"\n\
         [server.chaos]\nseed = {seed}\ncrash = 8\nignore = 2\nlate = 30\nstall = 3\nflood = 5\n\
         refuse = 20\nms = 40\n"
    ));
    let config = Config::new()
        .scripted("toy", &script)
        .set("servers.toy.timeouts.request_ms", REQUEST_MS)
        .set("servers.toy.timeouts.startup_ms", STARTUP_MS)
        .set("servers.toy.restart.max_restarts", 1_000_000);
    let mut deixis = Start::new(project.root(), config).start();
    let mut dice = Dice::new(seed);
    let mut tally = Tally::default();

    let began = Instant::now();
    run(&mut deixis, &project, &mut dice, &mut tally, calls / 4);
    let quarter = settle(&mut deixis, None);
    run(&mut deixis, &project, &mut dice, &mut tally, calls - calls / 4);
    let end = settle(&mut deixis, quarter);
    let took = began.elapsed();

    files::check(&mut deixis, &project);
    let starts = script.starts();
    eprintln!("soak of {calls} calls, seed {seed}, in {:.1} s", took.as_secs_f32());
    eprintln!("  answers by error code: {:?}", tally.codes);
    eprintln!("  given up: {}, changes of files: {}", tally.abandoned, tally.changes);
    eprintln!("  servers started: {starts}; slowest call: {} ms", tally.slowest.as_millis());
    assert!(starts > 1, "no crash in the whole run");
    let answered: u64 = tally.codes.values().sum();
    assert_eq!(answered + tally.abandoned, calls, "{:?}", tally.codes);
    assert!(tally.codes.get("").is_some_and(|good| *good > calls / 2), "{:?}", tally.codes);
    let (Some(quarter), Some(end)) = (quarter, end) else { return };
    eprintln!("  host after a quarter: {quarter}\n  host at the end:      {end}");
    assert!(end.memory <= quarter.memory + GAIN, "memory: {quarter}, then {end}");
    assert!(end.threads <= quarter.threads, "threads: {quarter}, then {end}");
}

/// Makes so many calls, [`CALLERS`] at a time, and waits for every answer.
fn run(deixis: &mut Deixis, project: &Project, dice: &mut Dice, tally: &mut Tally, calls: u64) {
    let mut open: BTreeMap<u64, Open> = BTreeMap::new();
    let mut left = calls;
    while left > 0 || !open.is_empty() {
        while left > 0 && open.len() < CALLERS {
            left -= 1;
            if dice.percent(CHANGES) {
                files::change(project, dice);
                tally.changes += 1;
            }
            let call = Call::random(dice);
            let id = deixis.begin(call.tool, &call.arguments);
            if dice.percent(ABANDONED) {
                deixis.abandon(id);
                tally.abandoned += 1;
            } else {
                open.insert(id, Open { call, begun: Instant::now() });
            }
        }
        if open.is_empty() {
            continue;
        }
        let (id, answer) = deixis.wait_any();
        let Open { call, begun } = open.remove(&id).expect("an answer to an open call");
        let took = begun.elapsed();
        assert!(took <= LONGEST, "{took:?} for {} {}", call.tool, call.arguments);
        tally.slowest = tally.slowest.max(took);
        *tally.codes.entry(call.check(&answer)).or_default() += 1;
    }
}

/// Waits until one server runs and nothing is left of those before; gives the figures.
///
/// Each look comes after another call, so that the host has had a turn.
fn settle(deixis: &mut Deixis, before: Option<Figures>) -> Option<Figures> {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let hover = deixis.call("hover", &json!({"path": "f0.toy:1:4"}));
        let processes = marked(deixis.mark());
        let figures = Figures::of(deixis.pid());
        let many = figures
            .zip(before)
            .is_some_and(|(now, before)| now.handles > before.handles + MORE_HANDLES);
        if !hover.is_error() && processes.len() <= PROCESSES && !many {
            return figures;
        }
        assert!(
            Instant::now() < deadline,
            "never quiet: {figures:?} after {before:?}, processes {processes:#?}, {}",
            hover.text()
        );
    }
}
