//! `deixis recover`: changes that died half way, for people.
//!
//! Sessions settle by themselves what they find. This shows it without touching anything, and
//! what only a person can decide: journals that are kept, because somebody wrote on top of a
//! change, and stages whose journal is lost.

mod report;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{anyhow, bail};
use deixis_base::Root;
use deixis_edit::{Pending, PendingState, RecoverError};

use crate::cli::{Common, Recover};
use crate::{dirs, session};
use report::Report;

/// Shows what is there after it did what was asked for. Fails if something is left to be
/// settled, looked at or cleaned up.
#[expect(clippy::print_stdout, reason = "the answer of a command")]
pub(crate) fn run(common: &Common, arguments: &Recover) -> anyhow::Result<ExitCode> {
    let root = session::root(common)?;
    let journals = journals()?;
    let failed = |error: RecoverError| explain(&error, &journals);
    if let Some(id) = &arguments.discard {
        discard(&root, &journals, id)?;
    }
    let done = if arguments.settle { settle(&root, &journals)? } else { Vec::new() };
    let report = Report {
        root: root.path(),
        discarded: arguments.discard.as_deref(),
        done,
        pending: deixis_edit::pending(&root, &journals).map_err(failed)?,
        strays: deixis_edit::strays(&root, &journals).map_err(failed)?,
    };
    if arguments.json {
        println!("{}", serde_json::to_string_pretty(&report.json())?);
    } else {
        println!("{}", report.text());
    }
    Ok(if report.is_clear() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Settles what is unfinished. What was kept before is not settled again.
fn settle(root: &Root, journals: &Path) -> anyhow::Result<Vec<deixis_edit::Settled>> {
    let failed = |error: RecoverError| explain(&error, journals);
    let before = deixis_edit::pending(root, journals).map_err(failed)?;
    let mut settled = deixis_edit::recover(root, journals).map_err(failed)?;
    settled.retain(|settled| !before.iter().any(|one| is_kept(one) && one.id == settled.id));
    Ok(settled)
}

fn discard(root: &Root, journals: &Path, id: &str) -> anyhow::Result<()> {
    match deixis_edit::discard(root, journals, id) {
        Ok(()) => Ok(()),
        Err(RecoverError::Unknown) => {
            let failed = |error: RecoverError| explain(&error, journals);
            let pending = deixis_edit::pending(root, journals).map_err(failed)?;
            if pending.iter().any(|one| one.id == id) {
                bail!(
                    "--discard {id}: this change is unfinished; say deixis recover --settle first"
                );
            }
            let kept: Vec<&str> =
                pending.iter().filter(|one| is_kept(one)).map(|one| &*one.id).collect();
            match kept.first() {
                None => bail!("--discard {id}: no journal of this project is kept"),
                Some(first) => bail!(
                    "--discard {id}: no journal that is kept has this name; kept are {}; for \
                     example deixis recover --discard {first}",
                    kept.join(", ")
                ),
            }
        }
        Err(error) => Err(explain(&error, journals)),
    }
}

fn is_kept(pending: &Pending) -> bool {
    matches!(pending.state, PendingState::Kept { .. })
}

/// The folder of journals, or what to say to the environment.
fn journals() -> anyhow::Result<PathBuf> {
    dirs::journals().ok_or_else(|| {
        let home = if cfg!(windows) { "LOCALAPPDATA" } else { "HOME" };
        let said = |name: &str| match std::env::var_os(name) {
            None => format!("{name} is not set"),
            Some(value) => format!("{name} is {}, which is no absolute path", value.display()),
        };
        let example = if cfg!(windows) { r"C:\state" } else { "/home/me/.local/state" };
        anyhow!(
            "it is not known where journals are: {}, and {}; set one of them, for example \
             XDG_STATE_HOME={example}",
            said("XDG_STATE_HOME"),
            said(home)
        )
    })
}

fn explain(error: &RecoverError, journals: &Path) -> anyhow::Error {
    let hint = match error {
        RecoverError::Held { .. } => "it ends what it began; try again then".to_owned(),
        RecoverError::Io(_) => format!(
            "this is {}; XDG_STATE_HOME=DIR makes it DIR/deixis/journals",
            journals.display()
        ),
        _ => "try again with --root DIR".to_owned(),
    };
    anyhow!("{error}: {hint}")
}
