//! Chores of this repository, run as `cargo xtask <chore>`.
//!
//! One file per chore. A chore prints what it does in whole lines on standard
//! output, streams the programs it runs, and ends with a non-zero status when
//! anything failed. Deixis itself never installs a thing; `setup` here does, for
//! its tests and the demonstration only.

mod adapters;
mod bench;
mod ci;
mod demo;
mod fuzz;
mod record;
mod reference;
mod setup;
mod shell;
mod soak;
mod test;
mod tidy;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// The command line of `cargo xtask`.
#[derive(Parser)]
#[command(name = "cargo xtask", about = "Chores of the Deixis repository", version)]
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

/// One chore per variant.
#[derive(Subcommand)]
enum Chore {
    /// Get rust-analyzer if missing, build Deixis and try it on this repository.
    Demo {
        /// More arguments for `deixis try`.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        more: Vec<String>,
    },
    /// Install what the tests need, build, and run every test.
    Test {
        /// More arguments for `cargo test`; `--` and test names included.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        more: Vec<String>,
    },
    /// Build the adapters into `plugins/dist`.
    Adapters {
        /// Write nothing; fail if the committed components are not what the sources give.
        #[arg(long, conflicts_with = "guests")]
        check: bool,
        /// Build the misbehaving guests of the tests instead.
        #[arg(long)]
        guests: bool,
    },
    /// Make the recordings of the built-in adapters anew, with their real servers.
    Record {
        /// Adapters or recordings; all if none is named.
        names: Vec<String>,
    },
    /// Write `docs/adapters/reference.md` from the comments of the contract.
    Reference {
        /// Write nothing; fail if the committed document is not what the comments give.
        #[arg(long)]
        check: bool,
    },
    /// Install what the tests need and is missing: language servers and clients.
    Setup,
    /// Make twenty thousand calls to a server that misbehaves, and look for what piles up.
    Soak,
    /// Check what the compiler does not: imports, sizes, lost files, documents.
    Tidy,
    /// Measure what a call costs, against a direct round trip.
    Bench {
        /// More arguments for the program that measures.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        more: Vec<String>,
    },
    /// Look for inputs that break a promise, with libFuzzer.
    Fuzz {
        /// One target: codec, uri, edits or answers. Each in turn if none is named.
        target: Option<String>,
        /// How long each target runs.
        #[arg(long, default_value_t = 60)]
        seconds: u32,
        /// Run nothing; take what earlier runs found into the corpus that is kept.
        #[arg(long, conflicts_with = "seconds")]
        merge: bool,
    },
    /// Run everything that CI runs.
    Ci,
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().chore {
        Chore::Demo { more } => demo::run_demo(&more),
        Chore::Test { more } => test::run_tests(&more),
        Chore::Adapters { guests: true, .. } => adapters::run_guests(),
        Chore::Adapters { check, .. } => adapters::run_adapters(check),
        Chore::Record { names } => record::run_record(&names),
        Chore::Reference { check } => reference::run_reference(check),
        Chore::Setup => setup::run(),
        Chore::Soak => soak::run_soak(),
        Chore::Tidy => tidy::run_tidy(),
        Chore::Bench { more } => bench::run_bench(&more),
        Chore::Fuzz { target, seconds, merge } => fuzz::run_fuzz(target.as_deref(), seconds, merge),
        Chore::Ci => ci::run_ci(),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}
