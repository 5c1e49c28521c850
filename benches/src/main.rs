//! `cargo xtask bench`: what a call costs, in one run, on this machine, now.
//!
//! The yardstick is a direct round trip: a blocking client in this very program, two
//! pipes, and a language server that answers at once. The same server is then asked
//! through the real binary. Both are measured in turns, so that a busy machine slows
//! down both. Only ratios can fail the run; everything else is reported.

#![expect(clippy::print_stdout, reason = "a measurement prints what it measured")]

mod adapter;
mod affinity;
mod direct;
mod guest;
mod instant;
mod large;
mod refining;
mod through;

use std::process::ExitCode;
use std::time::Duration;

use deixis_tests::project::Project;

/// Rounds of direct and forwarded calls in turns.
const ROUNDS: usize = 40;

/// Calls in a round.
const CALLS: usize = 100;

/// Most direct round trips that one warm hover may cost.
const MAX_RATIO: f64 = 6.0;

/// The server: a constant answer, and no log.
const SCRIPT: &str = "[[rule]]\non = \"textDocument/hover\"\n\
                      do = [{ reply = { contents = { kind = \"markdown\", value = \"`fn greet()`\" } } }]\n";

/// What goes wrong here is a broken set-up, and its message is all that is needed.
type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let outcome = match arguments.next() {
        Some(instant) if instant == "--instant" => {
            let answer = arguments.next().unwrap_or_default();
            instant::serve(answer.as_ref()).map(|()| true)
        }
        _ => run(),
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("deixis-bench: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Measures and prints; whether the ratio holds.
fn run() -> Outcome<bool> {
    row("handshake, six adapters, nothing compiled", &mut through::handshakes(false)?);
    row("handshake, six adapters, compiled before", &mut through::handshakes(true)?);
    for (name, mut times) in adapter::measure()? {
        row(name, &mut times);
    }
    println!();
    let mut good = guest::measure()?;
    println!();
    good &= refining::measure()?;
    println!();
    large::flood()?;
    compare("all cores", || Ok(()))?;
    // Where the system puts the processes then decides what is measured: a wake-up on
    // another core costs more than all the work of a call. So they are put down.
    if affinity::stay_on(1) {
        let quiet = compare("asked from another core", || {
            affinity::stay_on(0);
            Ok(())
        })?;
        good &= allowed("from another core", quiet);
    }
    let place = if affinity::stay_on(0) { "one core" } else { "all cores again" };
    let quiet = compare(place, || Ok(()))?;
    good &= allowed(place, quiet);
    println!();
    good &= large::measure()?;
    Ok(good)
}

fn allowed(place: &str, quiet: f64) -> bool {
    println!("{place}, in quiet rounds, at most {MAX_RATIO:.0} are allowed");
    quiet <= MAX_RATIO
}

/// Asks directly and through Deixis in turns; returns the ratio of the quiet rounds.
/// `started` is called once both servers run.
fn compare(place: &str, started: impl FnOnce() -> Outcome<()>) -> Outcome<f64> {
    let project = Project::new().file("a.toy", "fn greet()\n");
    let script = project.outside().join("script.toml");
    std::fs::write(&script, SCRIPT)?;
    let mut direct = direct::Direct::start(project.root(), &script)?;
    let mut through = through::Through::start(project.root(), &script)?;
    // The first call starts the server.
    through.hovers(1)?;
    started()?;
    direct.hovers(CALLS)?;
    through.hovers(CALLS)?;
    let (mut plain, mut forwarded, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let mut one = direct.hovers(CALLS)?;
        let mut other = through.hovers(CALLS)?;
        ratios.push(median(&mut other).as_secs_f64() / median(&mut one).as_secs_f64());
        plain.append(&mut one);
        forwarded.append(&mut other);
    }
    direct.stop()?;
    through.stop()?;
    row(&format!("{place}: direct round trip"), &mut plain);
    row(&format!("{place}: warm hover through Deixis"), &mut forwarded);
    // Other work on this machine makes rounds slower, never faster: the quiet quarter counts.
    ratios.sort_unstable_by(f64::total_cmp);
    let at = |percent: usize| ratios[ratios.len() * percent / 100];
    let (quiet, usual) = (at(25), at(50));
    println!(
        "{place}: a warm hover costs {quiet:.1} direct round trips in quiet rounds, {usual:.1} in the median one"
    );
    Ok(quiet)
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

/// Prints one line of the table.
fn row(name: &str, times: &mut [Duration]) {
    times.sort_unstable();
    let at = |percent: usize| times.get(times.len() * percent / 100).copied().unwrap_or_default();
    let micros = |time: Duration| time.as_secs_f64() * 1e6;
    let (median, late) = (at(50), at(95));
    println!(
        "{name:44} median {:10.1} µs   95 % {:10.1} µs   n {}",
        micros(median),
        micros(late),
        times.len()
    );
}
