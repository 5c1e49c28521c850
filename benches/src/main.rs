//! `cargo xtask bench`: what a call costs, in one run, on this machine, now.
//!
//! The yardstick is a direct round trip: a blocking client in this very program, two
//! pipes, and a language server that answers at once. The same server is then asked
//! through the real binary. Both are measured in turns, so that a busy machine slows
//! down both. Only ratios can fail the run; everything else is reported.

#![expect(clippy::print_stdout, reason = "a measurement prints what it measured")]

mod adapter;
mod direct;
mod through;

use std::process::ExitCode;
use std::time::Duration;

use deixis_tests::project::Project;

/// Rounds of direct and forwarded calls in turns.
const ROUNDS: usize = 20;

/// Calls in a round.
const CALLS: usize = 200;

/// Most direct round trips that one warm hover may cost.
const MAX_RATIO: f64 = 8.0;

/// The server: a constant answer, and no log.
const SCRIPT: &str = "[[rule]]\non = \"textDocument/hover\"\n\
                      do = [{ reply = { contents = { kind = \"markdown\", value = \"`fn greet()`\" } } }]\n";

/// What goes wrong here is a broken set-up, and its message is all that is needed.
type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

fn main() -> ExitCode {
    match run() {
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
    let project = Project::new().file("a.toy", "fn greet()\n");
    let script = project.outside().join("script.toml");
    std::fs::write(&script, SCRIPT)?;

    let mut direct = direct::Direct::start(project.root(), &script)?;
    let mut through = through::Through::start(project.root(), &script)?;
    direct.hovers(CALLS)?;
    through.hovers(CALLS)?;
    let (mut plain, mut forwarded) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        plain.extend(direct.hovers(CALLS)?);
        forwarded.extend(through.hovers(CALLS)?);
    }
    direct.stop()?;
    through.stop()?;

    let one = row("direct round trip", &mut plain);
    let other = row("warm hover through Deixis", &mut forwarded);
    let ratio = other.as_secs_f64() / one.as_secs_f64();
    row("handshake, five adapters, nothing compiled", &mut through::handshakes(false)?);
    row("handshake, five adapters, compiled before", &mut through::handshakes(true)?);
    let adapter = adapter::measure()?;
    for (name, mut times) in adapter {
        row(name, &mut times);
    }
    println!(
        "\na warm hover costs {ratio:.1} direct round trips; at most {MAX_RATIO:.0} are allowed"
    );
    Ok(ratio <= MAX_RATIO)
}

/// Prints one line of the table and returns the median.
fn row(name: &str, times: &mut [Duration]) -> Duration {
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
    median
}
