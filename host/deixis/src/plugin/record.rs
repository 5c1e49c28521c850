//! `deixis plugin record`.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context as _, bail};
use deixis_adapter::{Component, Library};
use deixis_base::Root;
use deixis_config::{Config, Server};
use deixis_recording::{Recorder, Tape, files};

use super::calls::{self, FirstLines, Maker};
use super::stage;
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
    let component = stage::component(common, name)?;
    let name = &component.name;
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
    let tape = Arc::new(Tape::new(&root, dirs::home().as_deref(), env!("CARGO_PKG_VERSION")));
    tape.files(files(&root, &component.grant.project_read));
    let library = library(&config, component.clone())?.wrapped(around(name, Arc::clone(&tape)));
    let tap = arguments.lsp.then(|| tap(Arc::clone(&tape)));
    let project = session::project_with(root, &config, Arc::new(library), tap)?;
    let options = deixis_mcp::Options {
        allow_mutation: common.allow_mutation,
        ..deixis_mcp::Options::default()
    };
    let maker = Maker { project: &project, options, server: &server, witness: &FirstLines };
    let made = calls::make(&maker, arguments.calls.as_deref()).await;
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

/// The adapters of the configuration, with this component in place of one of the same name.
pub(super) fn library(config: &Config, component: Component) -> anyhow::Result<Library> {
    let mut components = session::components(config)?;
    components.retain(|known| known.name != component.name);
    components.push(component);
    session::library_of(components)
}

/// Puts a recorder around the adapter, wherever it stands among the server's layers.
pub(super) fn around(name: &str, tape: Arc<Tape>) -> deixis_adapter::Wrap {
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
pub(super) fn configure(
    common: &Common,
    name: &str,
    program: &[String],
) -> anyhow::Result<(Config, String)> {
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
