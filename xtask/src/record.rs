//! `cargo xtask record`: the recordings of the built-in adapters, made anew.
//!
//! Theory of operation. Beside each adapter lie a small project (`sample`), the tool calls to
//! make (`calls.json`) and what came of them (`recordings`). The project is copied to a folder
//! of its own, since servers leave things behind. What changed in a recording is for a person
//! to look at, before it is committed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::setup::Deps;
use crate::shell::{root, run, say};
use crate::test::{build, with_path};

/// Adapter, recording, and the server if it is not the adapter's first one.
const RECORDINGS: &[(&str, &str, &[&str])] = &[
    ("rust", "rust-analyzer", &[]),
    ("cpp", "clangd", &[]),
    ("go", "gopls", &[]),
    ("typescript", "typescript-language-server", &["typescript-language-server", "--stdio"]),
    ("typescript", "vtsls", &["vtsls", "--stdio"]),
    ("python", "pyright", &["pyright-langserver", "--stdio"]),
    ("python", "basedpyright", &["basedpyright-langserver", "--stdio"]),
    ("python", "ty", &["ty", "server"]),
];

/// Records the named adapters or recordings; all if none is named.
pub(crate) fn run_record(names: &[String]) -> Result<()> {
    let chosen = |adapter: &str, recording: &str| {
        names.is_empty() || names.iter().any(|name| name == adapter || name == recording)
    };
    let deixis = build()?;
    let path = with_path(&Deps::here().path()?)?;
    let mut count = 0;
    for (adapter, recording, server) in RECORDINGS {
        if !chosen(adapter, recording) {
            continue;
        }
        count += 1;
        let plugin = root().join("plugins").join(adapter);
        let top = fresh_folder()?;
        let project = top.join("sample");
        copy(&plugin.join("sample"), &project, &project)?;
        say(format!("record: {adapter} with {recording}"));
        let mut command = Command::new(&deixis);
        command.args(["--allow-mutation", "plugin", "record", adapter, "--force", "--project"]);
        command.arg(&project).arg("--calls").arg(plugin.join("calls.json")).arg("-o");
        command.arg(plugin.join("recordings").join(format!("{recording}.jsonl")));
        if !server.is_empty() {
            command.arg("--").args(*server);
        }
        // Neither a configuration of the user nor a state of earlier sessions is asked.
        for (name, folder) in [("XDG_CONFIG_HOME", "config"), ("XDG_STATE_HOME", "state")] {
            command.env(name, top.join(folder));
        }
        run(command.env("PATH", &path).current_dir(&top))?;
        fs::remove_dir_all(&top)?;
    }
    if count == 0 {
        let known: Vec<&str> = RECORDINGS.iter().map(|(_, recording, _)| *recording).collect();
        bail!("no recording is called {}: there are {}", names.join(" or "), known.join(", "));
    }
    Ok(())
}

/// A folder that nobody else uses, outside the checkout: servers look for projects above theirs.
fn fresh_folder() -> Result<PathBuf> {
    let folder = std::env::temp_dir().join(format!("deixis-record-{}", std::process::id()));
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// Copies a folder. `$ROOT` in a file is where the project comes to lie.
fn copy(from: &Path, to: &Path, project: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from).with_context(|| format!("reading {}", from.display()))? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target, project)?;
        } else {
            let text = fs::read_to_string(entry.path())?;
            fs::write(target, text.replace("$ROOT", &project.to_string_lossy()))?;
        }
    }
    Ok(())
}
