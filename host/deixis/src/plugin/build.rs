//! `deixis plugin build`.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use deixis_author::{Language, Shape, name_of, private_path, shape};
use sha2::{Digest as _, Sha256};

/// What the contract's interfaces begin with.
const CONTRACT: &str = "deixis:adapter/";

/// Builds the adapter in a folder, and says what came of it.
#[expect(clippy::print_stdout, reason = "the answer of a command")]
pub(super) fn run(folder: Option<&Path>, output: Option<&Path>) -> anyhow::Result<ExitCode> {
    let folder = open(folder)?;
    let name = name_of(&folder)?;
    let output = output.map_or_else(|| component_of(&folder, &name), Path::to_owned);
    let wasm = deixis_author::build(&folder)?;
    let shape = shape(&wasm)?;
    if !shape.exports.iter().any(|export| export.starts_with("deixis:adapter/info@")) {
        bail!(
            "{name} exports no deixis:adapter/info, so it is no adapter; it exports {}",
            list(&shape.exports)
        );
    }
    write(&output, &wasm)?;
    println!("{}", report(&output, &wasm, &shape));
    if Language::of(&folder) == Some(Language::Rust)
        && let Some(path) = private_path(&wasm, &[&folder])
    {
        println!("note     it holds the private path {path}");
    }
    Ok(ExitCode::SUCCESS)
}

/// A folder of sources, as the commands take it: without links and detours.
pub(super) fn open(folder: Option<&Path>) -> anyhow::Result<PathBuf> {
    let folder = folder.unwrap_or(Path::new("."));
    folder.canonicalize().with_context(|| format!("{}: no such folder", folder.display()))
}

/// Where the component of the sources in a folder goes.
pub(super) fn component_of(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.wasm"))
}

/// Replaces the file as a whole: somebody may be about to load it.
fn write(output: &Path, wasm: &[u8]) -> anyhow::Result<()> {
    let folder = output.parent().filter(|folder| !folder.as_os_str().is_empty());
    let cannot = || format!("{} cannot be written", output.display());
    let mut new =
        tempfile::NamedTempFile::new_in(folder.unwrap_or(Path::new("."))).with_context(cannot)?;
    new.write_all(wasm).with_context(cannot)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        new.as_file().set_permissions(std::fs::Permissions::from_mode(0o644))?;
    }
    new.persist(output).with_context(cannot)?;
    Ok(())
}

fn report(output: &Path, wasm: &[u8], shape: &Shape) -> String {
    let sha256: String = Sha256::digest(wasm).iter().map(|byte| format!("{byte:02x}")).collect();
    let name = output.file_name().unwrap_or_default().to_string_lossy();
    format!(
        "{name}: {} bytes\nsha256   {sha256}\nexports  {}\nimports  {}",
        wasm.len(),
        list(&shape.exports),
        list(&shape.imports),
    )
}

/// Interfaces of the contract by their short names, those of WASI as one, others in full.
fn list(interfaces: &[String]) -> String {
    let short = |name: &String| {
        let own = name.strip_prefix(CONTRACT).and_then(|name| name.split('@').next());
        own.unwrap_or(if name.starts_with("wasi:") { "WASI" } else { name }).to_owned()
    };
    let mut names: Vec<String> = interfaces.iter().map(short).collect();
    // They are sorted, so those of WASI stand side by side.
    names.dedup();
    if names.is_empty() { "nothing".to_owned() } else { names.join(", ") }
}
