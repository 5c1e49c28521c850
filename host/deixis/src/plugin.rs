//! `deixis plugin`: looking at adapters, and which ones the configuration holds.
//!
//! - `new` writes an adapter to begin with, `build` makes its component, and `dev` does so
//!   whenever a file changes, and shows what the adapter is asked;
//! - `inspect` prints what a component is;
//! - `add`, `update` and `remove` change the configuration, by `file`; what a component asks
//!   for is shown and granted by `grants`;
//! - `list` prints what there is and whether it can be used;
//! - `record` writes down what an adapter is asked by a session with its server, with the tool
//!   calls of `calls`;
//! - `check` asks hostile things and says which rules are kept;
//! - `test` and `replay` make recorded calls again, without a server, on a `stage`.

mod add;
mod build;
mod calls;
mod check;
mod dev;
mod file;
mod grants;
mod inspect;
mod list;
mod new;
mod record;
mod replay;
mod stage;
mod test;

use std::process::ExitCode;

use crate::cli::{Common, Plugin, PluginCommand};

/// Runs a plugin subcommand.
pub(crate) async fn run(common: &Common, arguments: &Plugin) -> anyhow::Result<ExitCode> {
    match &arguments.command {
        PluginCommand::New(arguments) => new::run(arguments),
        PluginCommand::Build { dir, output } => build::run(dir.as_deref(), output.as_deref()),
        PluginCommand::Dev(arguments) => dev::run(common, arguments).await,
        PluginCommand::Inspect { what, json } => inspect::run(common, what, *json),
        PluginCommand::Add { file, name, yes } => add::add(common, file, name.as_deref(), *yes),
        PluginCommand::Update { name, file, yes } => {
            add::update(common, name, file.as_deref(), *yes)
        }
        PluginCommand::Remove { name } => add::remove(common, name),
        PluginCommand::List { json } => list::run(common, *json),
        PluginCommand::Record(arguments) => record::run(common, arguments).await,
        PluginCommand::Test { what, recordings, update, json } => {
            test::run(common, what, recordings, *update, *json).await
        }
        PluginCommand::Check(arguments) => check::run(common, arguments).await,
        PluginCommand::Replay { case, with } => replay::run(common, case, with.as_deref()).await,
    }
}
