//! The command line: configuration, wiring, and nothing else.
//!
//! The first thing that happens is the guardian: with the hidden subcommand
//! `__guard` this binary is the process that keeps a language server from
//! outliving its host, and must open nothing before.

mod call;
mod cli;
mod dirs;
mod logging;
mod plugin;
mod recover;
mod serve;
mod session;
mod signals;
mod tour;

use std::process::ExitCode;

use clap::Parser as _;

use crate::cli::{Cli, Command, PluginCommand};

/// The hidden subcommand that makes this binary a guardian.
pub(crate) const GUARD: &str = "__guard";

/// The hidden subcommand that makes this binary the scripted language server,
/// for the tour on a machine without any other.
pub(crate) const SCRIPTED: &str = "__scripted";

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next().is_some_and(|first| first == GUARD) {
        let rest: Vec<_> = arguments.collect();
        return deixis_supervisor::guardian_main(&rest);
    }
    if std::env::args_os().nth(1).is_some_and(|first| first == SCRIPTED) {
        return deixis_scripted::run(std::env::args().skip(2));
    }
    let cli = Cli::parse();
    let _log = logging::init(default_log(cli.command.as_ref()));
    // One thread: a hop to another costs as much as a whole round trip.
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            return fail(&anyhow::Error::new(error).context("the runtime could not be started"));
        }
    };
    let outcome = runtime.block_on(run(cli));
    // Whatever a library left running must not hold up the end.
    runtime.shutdown_background();
    outcome.unwrap_or_else(|error| fail(&error))
}

/// What is logged without `RUST_LOG`.
fn default_log(command: Option<&Command>) -> &'static str {
    match command {
        None | Some(Command::Serve) => "deixis=info",
        // What the host refuses to do for an adapter is there.
        Some(Command::Plugin(plugin)) if matches!(plugin.command, PluginCommand::Dev(_)) => {
            "deixis=warn"
        }
        _ => "deixis=error",
    }
}

async fn run(cli: Cli) -> anyhow::Result<ExitCode> {
    match cli.command {
        None | Some(Command::Serve) => serve::run(&cli.common).await,
        Some(Command::Call(arguments)) => call::run(&cli.common, &arguments).await,
        Some(Command::Try(arguments)) => tour::run(&cli.common, &arguments).await,
        Some(Command::Plugin(arguments)) => plugin::run(&cli.common, &arguments).await,
        Some(Command::Recover(arguments)) => recover::run(&cli.common, &arguments),
    }
}

#[expect(clippy::print_stderr, reason = "the command line's own error channel")]
fn fail(error: &anyhow::Error) -> ExitCode {
    eprintln!("deixis: {error:#}");
    ExitCode::FAILURE
}
