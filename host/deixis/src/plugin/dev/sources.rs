//! Which files changed: the adapter's sources, or what is asked about them.
//!
//! Theory of operation. The operating system only wakes us; what changed is found by comparing
//! the content of all files, so that a file that was written as it is, or that the build wrote,
//! is no change. Each folder is watched before it is read, so that nothing falls in between.
//! Folders that `.gitignore` names, where builds put thousands of files, are neither watched
//! nor read.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use ignore::WalkBuilder;
use notify::{RecommendedWatcher, RecursiveMode, Watcher as _};
use tokio::sync::Notify;

/// How long it must be quiet before files are compared: an editor writes more than once.
const QUIET: Duration = Duration::from_millis(80);
/// The longest that is waited for that.
const RESTLESS: Duration = Duration::from_secs(2);
/// Files that are looked at.
const MOST_FILES: usize = 5_000;
/// What builds and recordings write beside the sources.
const WRITTEN: [&str; 8] = [
    "target",
    "node_modules",
    "__pycache__",
    "recordings",
    "Cargo.lock",
    "package-lock.json",
    "uv.lock",
    "dist",
];

/// What a round is made for.
pub(super) struct Changes {
    /// The adapter must be built.
    pub(super) sources: bool,
    /// The files, relative to the sources' folder where they are in it.
    pub(super) files: Vec<String>,
}

impl Changes {
    /// The first round.
    pub(super) fn all() -> Self {
        Self { sources: true, files: Vec::new() }
    }
}

/// The files that are watched.
pub(super) struct Sources {
    folder: PathBuf,
    sample: PathBuf,
    calls: Option<PathBuf>,
    watcher: RecommendedWatcher,
    watched: BTreeSet<PathBuf>,
    woken: Arc<Notify>,
    known: BTreeMap<PathBuf, u64>,
}

impl Sources {
    /// Begins to watch.
    pub(super) fn watch(
        folder: &Path,
        sample: &Path,
        calls: Option<&Path>,
    ) -> anyhow::Result<Self> {
        let woken = Arc::new(Notify::new());
        let wake = Arc::clone(&woken);
        let watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            // Reading is what the build and we ourselves do.
            if !event.is_ok_and(|event| event.kind.is_access()) {
                wake.notify_one();
            }
        });
        let watcher = watcher.context("files cannot be watched on this machine")?;
        let mut sources = Self {
            folder: folder.to_owned(),
            sample: sample.to_owned(),
            calls: calls.map(Path::to_owned),
            watcher,
            watched: BTreeSet::new(),
            woken,
            known: BTreeMap::new(),
        };
        sources.known = sources.look()?;
        Ok(sources)
    }

    /// Waits until the content of a file is another than at the last look.
    pub(super) async fn changed(&mut self) -> Changes {
        loop {
            self.woken.notified().await;
            let quiet =
                async { while tokio::time::timeout(QUIET, self.woken.notified()).await.is_ok() {} };
            let _ = tokio::time::timeout(RESTLESS, quiet).await;
            // A folder that goes while it is read wakes us again.
            let Ok(now) = self.look() else { continue };
            let paths: BTreeSet<&PathBuf> = self.known.keys().chain(now.keys()).collect();
            let is_other = |path: &&PathBuf| self.known.get(*path) != now.get(*path);
            let changed: Vec<PathBuf> = paths.into_iter().filter(is_other).cloned().collect();
            self.known = now;
            if !changed.is_empty() {
                return self.sorted(&changed);
            }
        }
    }

    fn sorted(&self, changed: &[PathBuf]) -> Changes {
        let asked_about =
            |path: &PathBuf| path.starts_with(&self.sample) || Some(path) == self.calls.as_ref();
        let short = |path: &PathBuf| {
            path.strip_prefix(&self.folder).unwrap_or(path).to_string_lossy().into_owned()
        };
        Changes {
            sources: !changed.iter().all(asked_about),
            files: changed.iter().map(short).collect(),
        }
    }

    /// Watches every folder that is new, and reads every file.
    fn look(&mut self) -> anyhow::Result<BTreeMap<PathBuf, u64>> {
        let mut found = BTreeMap::new();
        let mut tops = vec![self.folder.clone(), self.sample.clone()];
        if let Some(calls) = self.calls.clone() {
            calls.parent().map_or(Ok(()), |folder| self.attend(folder))?;
            tops.push(calls);
        }
        for top in tops {
            let mut walk = WalkBuilder::new(&top);
            walk.require_git(false).parents(false).follow_links(false);
            walk.filter_entry(|entry| {
                entry.depth() == 0 || !WRITTEN.contains(&&*entry.file_name().to_string_lossy())
            });
            for entry in walk.build().flatten() {
                let path = entry.path();
                if entry.file_type().is_some_and(|kind| kind.is_dir()) {
                    self.attend(path)?;
                } else if found.len() < MOST_FILES && !is_component(path) {
                    found.insert(path.to_owned(), fingerprint(path));
                }
            }
        }
        Ok(found)
    }

    fn attend(&mut self, folder: &Path) -> anyhow::Result<()> {
        // Watched again each time: one of the same name may have taken its place.
        let again = !self.watched.insert(folder.to_owned());
        let watched = self.watcher.watch(folder, RecursiveMode::NonRecursive);
        match watched {
            Err(_) if again || !folder.exists() => Ok(()),
            other => other.with_context(|| format!("{} cannot be watched", folder.display())),
        }
    }
}

fn is_component(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "wasm")
}

/// Of a file that cannot be read, nothing.
fn fingerprint(path: &Path) -> u64 {
    let mut hasher = DefaultHasher::new();
    fs::read(path).unwrap_or_default().hash(&mut hasher);
    hasher.finish()
}
