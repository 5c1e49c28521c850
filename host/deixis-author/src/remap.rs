//! Names for folders that differ between machines.
//!
//! Paths get into a component through panic messages. With such names its bytes can be
//! published, and made again elsewhere.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::{Toolchain, cargo_home};

/// `--remap-path-prefix` for cargo's registry, for these folders with their names, and for the
/// compiler's own files: the most special ones last, since the last one that fits is taken.
pub fn remaps(toolchain: &Toolchain, folders: &[(&Path, &str)]) -> Result<Vec<String>> {
    let mut pairs: Vec<(PathBuf, String)> = Vec::new();
    let home = cargo_home()?;
    pairs.push((home.clone(), "/cargo".to_owned()));
    let registry = home.join("registry/src");
    if let Ok(sources) = std::fs::read_dir(&registry) {
        for source in sources {
            pairs.push((source?.path(), "/registry".to_owned()));
        }
    }
    pairs.extend(folders.iter().map(|(folder, name)| ((*folder).to_owned(), (*name).to_owned())));
    pairs.push((toolchain.sysroot.clone(), "/sysroot".to_owned()));
    let library = toolchain.sysroot.join("lib/rustlib/src/rust");
    pairs.push((library, format!("/rustc/{}", toolchain.commit)));
    Ok(pairs.iter().map(|(from, to)| remap(from, to)).collect())
}

/// The flag for one folder.
pub(crate) fn remap(from: &Path, to: &str) -> String {
    format!("--remap-path-prefix={}={to}", from.display())
}
