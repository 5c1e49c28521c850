//! The projects that an adapter is checked over: with the files that it looks for, and with
//! things beside them that are none of its business.

use std::io;
use std::path::{Path, PathBuf};

use deixis_base::{Root, RootedPath};
use deixis_hooks::Grant;
use deixis_hooks::info::Descriptor;
use deixis_recording::{Recording, lay_out};
use globset::Glob;

use crate::dice::Dice;

/// What the projects are: without its files, with them, with broken ones.
pub(crate) const PROJECTS: usize = 3;
const BARE: usize = 0;
/// The one in which recorded calls are made.
pub(crate) const DRESSED: usize = 1;

/// Texts of files that are as they should be, and of some that are not.
const GOOD: [&str; 5] =
    ["", "{}", "{\"version\": 1, \"paths\": {\"a\": [\"b\"]}}", "[x]\ny = 1\n", "x y\n"];
const BROKEN: [&[u8]; 8] = [
    b"",
    b"\xff\xfe\0",
    b"{",
    b"[[[[[[",
    b"\"\\ud800\"",
    b"[package\nx",
    b"\xef\xbb\xbf{}",
    b"include ../../x\n/etc/passwd\n",
];
/// A file of this size is larger than the host hands out.
const LARGE: usize = (1 << 20) + 1;

/// Projects in one folder, and programs.
pub(crate) struct Projects {
    folder: tempfile::TempDir,
    pub(crate) roots: Vec<Root>,
    /// Names of the files that the adapter may look for.
    pub(crate) files: Vec<String>,
}

impl Projects {
    /// Makes them.
    ///
    /// # Errors
    /// What the file system says.
    pub(crate) fn new(
        descriptor: &Descriptor,
        grant: &Grant,
        recordings: &[Recording],
        seed: u64,
    ) -> io::Result<Self> {
        let folder = tempfile::tempdir()?;
        let top = folder.path().canonicalize()?;
        let files = names(descriptor, grant);
        let outside = top.join("outside");
        std::fs::create_dir(&outside)?;
        std::fs::write(outside.join("secret.txt"), "a secret")?;
        let mut roots = Vec::new();
        for project in 0..PROJECTS {
            let root = top.join(format!("project-{project}"));
            std::fs::create_dir(&root)?;
            if project == DRESSED {
                for recording in recordings {
                    lay_out(recording, &root)?;
                }
            }
            let mut dice = Dice::new(seed, "files");
            for file in files.iter().filter(|_| project != BARE) {
                fill(&root.join(file), project, &mut dice);
            }
            traps(&root, &outside)?;
            roots.push(Root::open(&root)?);
        }
        programs(&top.join("bin"), &grant.commands)?;
        Ok(Self { folder, roots, files })
    }

    /// The folder around the projects.
    pub(crate) fn top(&self) -> PathBuf {
        self.folder.path().canonicalize().unwrap_or_else(|_| self.folder.path().to_owned())
    }

    /// Where programs are.
    pub(crate) fn search_path(&self) -> Vec<PathBuf> {
        vec![self.top().join("bin")]
    }
}

/// Names of files that the adapter serves, recognises, or asked to read.
fn names(descriptor: &Descriptor, grant: &Grant) -> Vec<String> {
    let mut names = Vec::new();
    for language in &descriptor.languages {
        names.extend(language.suffixes.iter().map(|suffix| format!("src/main{suffix}")));
        names.extend(language.suffixes.iter().map(|suffix| format!("deep/er/é x{suffix}")));
        names.extend(language.file_names.iter().cloned());
        names.extend(language.globs.iter().filter_map(|glob| named(glob)));
    }
    names.extend(descriptor.root_markers.iter().filter_map(|marker| named(marker)));
    names.extend(grant.project_read.iter().filter_map(|glob| named(glob)));
    // What is called like a trap is one.
    let is_trap = |name: &str| ["outside", "private"].iter().any(|trap| name.starts_with(trap));
    names.retain(|name| RootedPath::new(name).is_ok() && !is_trap(name));
    names.sort();
    names.dedup();
    names
}

/// A name that a glob means.
fn named(glob: &str) -> Option<String> {
    let matcher = Glob::new(glob).ok()?.compile_matcher();
    let first = glob.split_once('{').map_or(glob.to_owned(), |(before, rest)| {
        let (list, after) = rest.split_once('}').unwrap_or((rest, ""));
        format!("{before}{}{after}", list.split(',').next().unwrap_or_default())
    });
    let name = first.replace("**", "deep").replace(['*', '?'], "x");
    (matcher.is_match(&name) && !name.starts_with('/')).then_some(name)
}

/// A name may be that of a folder elsewhere in the list: the first one stays.
fn fill(path: &Path, project: usize, dice: &mut Dice) {
    if path.exists() || path.parent().is_some_and(|parent| std::fs::create_dir_all(parent).is_err())
    {
        return;
    }
    let bytes = match (project, dice.below(BROKEN.len() + 1)) {
        (DRESSED, _) => dice.pick(&GOOD).as_bytes().to_vec(),
        (_, at) if at < BROKEN.len() => BROKEN[at].to_vec(),
        _ => vec![b'x'; LARGE],
    };
    // A name that this file system cannot have is one file less.
    let _ = std::fs::write(path, bytes);
}

/// What is none of an adapter's business.
fn traps(root: &Path, outside: &Path) -> io::Result<()> {
    let private = root.join("private");
    std::fs::create_dir_all(&private)?;
    std::fs::write(private.join("secret.env"), "a secret")?;
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(outside, root.join("outside"))?;
        std::os::unix::fs::symlink(outside.join("secret.txt"), root.join("outside.txt"))?;
    }
    // Where links want a privilege, there are none to follow.
    #[cfg(not(unix))]
    let _ = outside;
    Ok(())
}

fn programs(folder: &Path, commands: &[String]) -> io::Result<()> {
    std::fs::create_dir(folder)?;
    for command in commands.iter().filter(|name| RootedPath::new(name).is_ok()) {
        let path = folder.join(command);
        if std::fs::write(&path, "").is_err() {
            continue;
        }
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_glob_becomes_a_name() {
        let check = |glob: &str, name: Option<&str>| {
            assert_eq!(named(glob).as_deref(), name, "{glob}");
        };
        check("Cargo.toml", Some("Cargo.toml"));
        check("**/Cargo.toml", Some("deep/Cargo.toml"));
        check("*.{sln,slnx}", Some("x.sln"));
        check("a/**", Some("a/deep"));
        check("/etc/*", None);
    }
}
