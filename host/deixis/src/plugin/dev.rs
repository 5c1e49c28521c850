//! `deixis plugin dev`: an adapter at work, again whenever a file changes.
//!
//! Theory of operation. A round builds the adapter, opens a session over a sample project with
//! its real server, and makes tool calls; every call of a hook is shown as it is answered. Then
//! the files are watched. A change of the sources builds and begins a new session; a change of
//! the sample project only makes the calls again, in the session as it is: so the hooks that
//! translate changes are asked, too. What fails is shown, and the watch goes on.
//!
//! - `compile` builds in a process of its own, which can be ended;
//! - `session` is the component, attached to its server;
//! - `sources` says which files changed;
//! - `show` is all that is printed.

mod compile;
mod session;
mod show;
mod sources;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::bail;
use deixis_author::name_of;

use super::build;
use crate::cli::{Common, Dev};
use crate::signals;
use compile::Compiled;
use session::Session;
use show::Show;
use sources::{Changes, Sources};

/// What is being worked on.
struct Desk {
    /// The adapter's sources.
    folder: PathBuf,
    /// The project that is asked about.
    sample: PathBuf,
    /// The tool calls to make.
    calls: Option<PathBuf>,
}

/// Builds, calls and watches until a signal comes.
pub(super) async fn run(common: &Common, arguments: &Dev) -> anyhow::Result<ExitCode> {
    let desk = Desk::of(arguments)?;
    let component = build::component_of(&desk.folder, &name_of(&desk.folder)?);
    let show = Arc::new(Show::new(arguments.json));
    let mut sources = Sources::watch(&desk.folder, &desk.sample, desk.calls.as_deref())?;
    let stop = signals::stop();
    let mut session = None;
    let mut changes = Changes::all();
    loop {
        if changes.sources {
            end(session.take()).await;
            let begun = std::time::Instant::now();
            match compile::compile(&desk.folder, &stop).await {
                Ok(Compiled::Stopped) => break,
                Ok(Compiled::Failed) => show.not_built(begun.elapsed()),
                Ok(Compiled::Good) => {
                    let opened = Session::open(common, &component, &desk, &arguments.server, &show);
                    match opened {
                        Ok(opened) => {
                            show.built(&component, &opened.inspected(), begun.elapsed());
                            session = Some(opened);
                        }
                        Err(error) => show.problem(&error),
                    }
                }
                Err(error) => show.problem(&error),
            }
        }
        if let Some(session) = &session {
            let made = tokio::select! {
                biased;
                () = stop.cancelled() => break,
                made = session.calls(desk.calls.as_deref(), common.allow_mutation) => made,
            };
            if let Err(error) = made {
                show.problem(&error);
            }
        }
        show.waiting();
        changes = tokio::select! {
            () = stop.cancelled() => break,
            changes = sources.changed() => changes,
        };
        show.changed(&changes);
    }
    end(session).await;
    Ok(ExitCode::SUCCESS)
}

async fn end(session: Option<Session>) {
    if let Some(session) = session {
        session.end().await;
    }
}

impl Desk {
    fn of(arguments: &Dev) -> anyhow::Result<Self> {
        let folder = build::open(arguments.dir.as_deref())?;
        let sample = arguments.project.clone().unwrap_or_else(|| folder.join("sample"));
        if !sample.is_dir() {
            bail!(
                "{}: no such folder; name a small project: --project samples/zig",
                sample.display()
            );
        }
        let calls = match &arguments.calls {
            Some(file) if !file.is_file() => bail!("--calls {}: no such file", file.display()),
            Some(file) => Some(file.clone()),
            None => Some(folder.join("calls.json")).filter(|file| file.is_file()),
        };
        let full = |path: &Path| path.canonicalize();
        Ok(Self { sample: full(&sample)?, calls: calls.as_deref().map(full).transpose()?, folder })
    }
}
