//! `project`: what a guest may see of the project.
//!
//! Names are no secret to an adapter, which is sent every path anyway: `exists`
//! and `find` need no grant. Contents are: `read` wants the path, and where the
//! path leads through symlinks, to be named by the grant's globs. `list` shows
//! folders and the files that the globs name. Nothing leads out of the root.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::Arc;

use deixis_base::root::Entry;
use deixis_base::{ReadError, Root, RootedPath};
use globset::{GlobBuilder, GlobSet, GlobSetBuilder};

use crate::limits::{FIND_ENTRIES, FIND_FILES, LIST_NAMES, READ_BYTES};
use crate::v1::check;
use crate::witness::Why;

/// The project as one adapter sees it. Cloning shares it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Project {
    /// `None` while an adapter only describes itself.
    root: Option<Root>,
    granted: Arc<GlobSet>,
}

/// Why something is not handed out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Refusal {
    NotGranted,
    NotFound,
    TooLarge(u64),
    NotUtf8,
    Other(String),
}

impl Project {
    /// A project of which these files may be read.
    pub(crate) fn new(root: Root, granted: GlobSet) -> Self {
        Self { root: Some(root), granted: Arc::new(granted) }
    }

    /// The project itself.
    pub(crate) fn root(&self) -> Option<&Root> {
        self.root.as_ref()
    }

    /// Whether a file or folder is there.
    pub(crate) fn exists(&self, path: &str) -> bool {
        match (&self.root, rooted(path)) {
            (Some(root), Ok(path)) => root.exists(&path),
            _ => false,
        }
    }

    /// A text file of at most so many bytes.
    pub(crate) fn read(&self, path: &str, max_bytes: u32) -> Result<String, Refusal> {
        let root = self.root.as_ref().ok_or(Refusal::NotFound)?;
        let path = rooted(path)?;
        if !self.granted.is_match(path.as_str()) {
            return Err(Refusal::NotGranted);
        }
        // A granted name may be a link to something that is not granted.
        let real = root.dir().canonicalize(path.as_str()).map_err(|_| Refusal::NotFound)?;
        if !self.granted.is_match(&real) {
            return Err(Refusal::NotGranted);
        }
        let bytes = root.read(&path, u64::from(max_bytes.min(READ_BYTES))).map_err(unreadable)?;
        String::from_utf8(bytes).map_err(|_| Refusal::NotUtf8)
    }

    /// The folders, and the granted files, in a folder; `""` is the root.
    pub(crate) fn list(&self, path: &str, max: u32) -> Result<Vec<Entry>, Refusal> {
        let root = self.root.as_ref().ok_or(Refusal::NotFound)?;
        if self.granted.is_empty() {
            return Err(Refusal::NotGranted);
        }
        let folder = if path.is_empty() { None } else { Some(rooted(path)?) };
        let listing = root.list(folder.as_ref(), FIND_ENTRIES).map_err(|error| {
            if error.kind() == std::io::ErrorKind::NotFound {
                Refusal::NotFound
            } else {
                Refusal::Other(format!("the folder cannot be listed: {error}"))
            }
        })?;
        let visible = |entry: &Entry| {
            entry.is_dir || self.granted.is_match(join(folder.as_ref(), &entry.name))
        };
        let max = usize::try_from(max.min(LIST_NAMES)).unwrap_or(usize::MAX);
        Ok(listing.entries.into_iter().filter(visible).take(max).collect())
    }

    /// The first files, breadth first, whose names end with one of the
    /// suffixes. Folders that start with a dot or are to be skipped are not
    /// entered, nor are links to folders.
    pub(crate) fn find(&self, suffixes: &[String], skip: &[String], max: u32) -> Vec<String> {
        let max = usize::try_from(max.min(FIND_FILES)).unwrap_or(usize::MAX);
        let mut found = Vec::new();
        let Some(root) = &self.root else { return found };
        let mut folders = VecDeque::from([None]);
        let mut left = FIND_ENTRIES;
        while let Some(folder) = folders.pop_front() {
            let Ok(listing) = root.list(folder.as_ref(), left) else { continue };
            left -= listing.entries.len();
            for entry in listing.entries {
                if found.len() == max {
                    return found;
                }
                let path = join(folder.as_ref(), &entry.name);
                if entry.is_dir {
                    let entered = !entry.name.starts_with('.') && !skip.contains(&entry.name);
                    if entered && !is_link(root, &path) {
                        folders.extend(RootedPath::new(&path).ok().map(Some));
                    }
                } else if suffixes.iter().any(|suffix| entry.name.ends_with(suffix.as_str())) {
                    found.push(path);
                }
            }
            if left == 0 {
                break;
            }
        }
        found
    }
}

impl Project {
    /// Why a path is none of the adapter's business, if that is so. Of what is inside the root
    /// only the content needs a grant.
    pub(crate) fn trespass(&self, path: &str, content: bool) -> Option<Why> {
        let root = self.root.as_ref()?;
        let absolute = path.starts_with('/') || (cfg!(windows) && Path::new(path).has_root());
        if absolute || path.split(['/', '\\']).any(|part| part == "..") {
            return Some(Why::Outside);
        }
        let path = rooted(path).ok()?;
        if matches!(root.read(&path, 0), Err(ReadError::Outside)) {
            return Some(Why::Outside);
        }
        (content && !self.granted.is_match(path.as_str())).then_some(Why::NotGranted)
    }

    /// The same of a folder whose names are asked for: some grant to read is needed.
    pub(crate) fn trespass_of_list(&self, path: &str) -> Option<Why> {
        let outside = self.trespass(path, false);
        outside.or_else(|| self.granted.is_empty().then_some(Why::NotGranted))
    }
}

/// The globs of a grant, in which `*` stays within one folder.
///
/// # Errors
/// A sentence that names the glob and what is wrong with it.
pub(crate) fn globs(patterns: &[String]) -> Result<GlobSet, String> {
    let mut set = GlobSetBuilder::new();
    for pattern in patterns {
        let glob = GlobBuilder::new(pattern).literal_separator(true).build();
        set.add(glob.map_err(|error| format!("the glob {pattern:?} is wrong: {}", error.kind()))?);
    }
    set.build().map_err(|error| format!("the globs are too large together: {}", error.kind()))
}

fn rooted(path: &str) -> Result<RootedPath, Refusal> {
    check::path(path).map_err(Refusal::Other)?;
    RootedPath::new(path).map_err(|error| Refusal::Other(error.to_string()))
}

fn join(folder: Option<&RootedPath>, name: &str) -> String {
    folder.map_or_else(|| name.to_owned(), |folder| format!("{folder}/{name}"))
}

fn is_link(root: &Root, path: &str) -> bool {
    root.dir().symlink_metadata(path).is_ok_and(|found| found.is_symlink())
}

fn unreadable(error: ReadError) -> Refusal {
    match error {
        ReadError::NotFound | ReadError::Outside => Refusal::NotFound,
        ReadError::TooLarge { len, .. } => Refusal::TooLarge(len),
        ReadError::NotUtf8 { .. } => Refusal::NotUtf8,
        other => Refusal::Other(other.to_string()),
    }
}
