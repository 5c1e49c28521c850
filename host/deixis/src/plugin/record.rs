//! `deixis plugin record`.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context as _, bail};
use deixis_base::Root;
use deixis_config::{Config, Server};
use deixis_recording::{Recorder, Tape, files};

use super::calls;
use crate::cli::{Common, Record};
use crate::{dirs, session};

/// Starts a session with one server, makes the tool calls, and writes down what its adapter was
/// asked.
#[expect(clippy::print_stdout, reason = "the answer of a command")]
pub(super) async fn run(common: &Common, arguments: &Record) -> anyhow::Result<ExitCode> {
    let name = &arguments.name;
    let root = match &arguments.project {
        Some(project) => Root::open(project)
            .with_context(|| format!("--project {}: no such folder", project.display()))?,
        None => session::root(common)?,
    };
    let output = match &arguments.output {
        Some(output) => output.clone(),
        None => PathBuf::from("recordings").join(format!("{name}.jsonl")),
    };
    if output.exists() && !arguments.force {
        bail!(
            "{} is there already: -o FILE writes another one, --force replaces it",
            output.display()
        );
    }
    let (config, server) = configure(common, name, &arguments.server)?;
    let components = session::components(&config)?;
    let component = components.into_iter().find(|component| component.name == *name);
    let Some(component) = component else {
        bail!("{name:?} is no adapter; deixis plugin list shows which there are");
    };
    let tape = Arc::new(Tape::new(&root, dirs::home().as_deref(), env!("CARGO_PKG_VERSION")));
    tape.files(files(&root, &component.grant.project_read));
    let library = session::library(&config)?.wrapped(around(name, Arc::clone(&tape)));
    let tap = arguments.lsp.then(|| tap(Arc::clone(&tape)));
    let project = session::project_with(root, &config, Arc::new(library), tap)?;
    let options = deixis_mcp::Options {
        allow_mutation: common.allow_mutation,
        ..deixis_mcp::Options::default()
    };
    let made = calls::make(&project, &options, &server, arguments.calls.as_deref()).await;
    project.shutdown().await;
    made?;
    let Some((recording, dropped)) = tape.finish() else {
        bail!("no call reached the server {server}, so there is nothing to record");
    };
    if let Some(folder) = output.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let text = recording.to_text();
    std::fs::write(&output, &text)
        .with_context(|| format!("{} cannot be written", output.display()))?;
    println!("{}: {} lines, {} bytes", output.display(), text.lines().count(), text.len());
    if dropped > 0 {
        println!("{dropped} lines more were left out: the recording would be too large");
    }
    Ok(ExitCode::SUCCESS)
}

/// Puts a recorder around the adapter, wherever it stands among the server's layers.
fn around(name: &str, tape: Arc<Tape>) -> deixis_adapter::Wrap {
    let name = name.to_owned();
    Arc::new(move |wrapped, adapter| {
        if wrapped.name != name {
            return adapter;
        }
        tape.programs(&wrapped.programs);
        Arc::new(Recorder::new(adapter, Arc::clone(&tape)))
    })
}

/// Writes the messages on the tape.
fn tap(tape: Arc<Tape>) -> deixis_engine::Tap {
    use deixis_engine::Way;
    Arc::new(move |way, message| {
        let way = match way {
            Way::ToServer => deixis_recording::Way::ToServer,
            Way::FromServer => deixis_recording::Way::FromServer,
        };
        tape.traffic(way, message);
    })
}

/// A configuration with the one server that uses the adapter, and that server's name.
fn configure(common: &Common, name: &str, program: &[String]) -> anyhow::Result<(Config, String)> {
    let mut config = session::config(common)?;
    let uses = |server: &Server| server.adapters.iter().any(|adapter| adapter == name);
    let known = config.servers.iter().find(|(_, server)| uses(server));
    let (server_name, mut server) = match known {
        Some((server_name, server)) => (server_name.clone(), server.clone()),
        None => {
            let server = Server { adapters: vec![name.to_owned()], ..Server::default() };
            (name.to_owned(), server)
        }
    };
    if let [command, arguments @ ..] = program {
        server.command = Some(command.clone());
        server.args = Some(arguments.to_vec());
    }
    config.servers = [(server_name.clone(), server)].into();
    Ok((config, server_name))
}
