//! `deixis plugin new`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::bail;
use deixis_author::{Language, Names, check_name, files, kit, plant};

use crate::cli::New;

/// Writes a new adapter, and says what can be done with it.
#[expect(clippy::print_stdout, reason = "the answer of a command")]
pub(super) fn run(arguments: &New) -> anyhow::Result<ExitCode> {
    let names = names(arguments)?;
    let language = Language::from(arguments.lang);
    let folder = arguments.dir.clone().unwrap_or_else(|| PathBuf::from(&names.id));
    let own = files(language, &names);
    let kit = kit(language);
    plant(&folder, &[own.clone(), kit.clone()].concat())?;
    println!(
        "{}: a new adapter in {}, for {}, {} files of its own and {} that it is built against",
        folder.display(),
        language.name(),
        names.server,
        own.len(),
        kit.len(),
    );
    println!("\n{}", next(&folder, &names.id));
    Ok(ExitCode::SUCCESS)
}

/// What the files are filled with. All of it stands in sources, so it is checked.
fn names(arguments: &New) -> anyhow::Result<Names> {
    let id = arguments.name.clone();
    check_name(&id)?;
    let server = arguments.server.clone().unwrap_or_else(|| format!("{id}-language-server"));
    let plain = |c: char| c.is_ascii_alphanumeric() || "._+-".contains(c);
    if server.is_empty() || !server.chars().all(plain) {
        bail!(
            "--server {server:?}: the name of a program that is looked for on PATH, like \"zls\""
        );
    }
    let extension = arguments.extension.clone().unwrap_or_else(|| format!(".{id}"));
    if extension.len() < 2 || !extension.starts_with('.') || !extension.chars().all(plain) {
        bail!("--extension {extension:?}: what file names end with, with its dot, like \".zig\"");
    }
    Ok(Names { id, server, extension })
}

fn next(folder: &Path, id: &str) -> String {
    format!(
        "Next:
  cd {}
  deixis plugin build             # makes {id}.wasm
  deixis plugin test {id}.wasm    # makes the recorded calls again, without a server
  deixis plugin check {id}.wasm   # looks for what a host would refuse
  deixis plugin dev               # builds and asks the server whenever a file changes
  deixis plugin add {id}.wasm     # pins it in your configuration",
        folder.display()
    )
}
