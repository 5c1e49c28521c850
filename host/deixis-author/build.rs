//! Lists the files of the author's kit and of the contract, so that none can be forgotten.
//!
//! `kit/src` and `kit/wit` are links to the sources outside of this package. `cargo package`
//! puts the files themselves in their place; a checkout without links has files that hold
//! the target's path.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let package = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let kit = package.join("kit");
    let mut text = String::new();
    for (name, constant) in [("src", "SOURCES"), ("wit", "WIT")] {
        let folder = follow(&kit, name)?;
        println!("cargo:rerun-if-changed={}", folder.display());
        let mut files = Vec::new();
        collect(&folder, "", &mut files)?;
        files.sort();
        let _ = writeln!(text, "const {constant}: &[(&str, &str)] = &[");
        for (path, file) in files {
            let _ =
                writeln!(text, "    ({path:?}, include_str!({:?})),", file.display().to_string());
        }
        text.push_str("];\n");
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("kit.rs"), text)
}

/// The folder that a link names, whatever the link became at the checkout.
fn follow(kit: &Path, name: &str) -> io::Result<PathBuf> {
    let link = kit.join(name);
    let is_text = fs::metadata(&link)?.is_file();
    let folder = if is_text { kit.join(fs::read_to_string(&link)?.trim()) } else { link };
    folder.canonicalize()
}

/// The files below a folder: path with `/`, and place.
fn collect(folder: &Path, prefix: &str, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let inside = format!("{prefix}{name}");
        if path.is_dir() {
            collect(&path, &format!("{inside}/"), files)?;
        } else if !name.starts_with('.') && !name.ends_with('~') {
            // All but what an editor puts beside a file.
            files.push((inside, path));
        }
    }
    Ok(())
}
