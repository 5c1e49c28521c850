//! Linux: the kernel's queue of changes.
//!
//! Every folder has a watch. A new folder is watched first and read after, so
//! that nothing falls in between. When the queue overflows, or the kernel has
//! no more watches, the tree is compared instead.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::mem::MaybeUninit;
use std::os::fd::OwnedFd;
use std::path::PathBuf;

use deixis_base::{Root, RootedPath};
use deixis_hooks::Change;
use rustix::fs::inotify::{self, CreateFlags, ReadFlags, Reader, WatchFlags};
use rustix::io::Errno;

use super::tree::{Tree, child, is_version_control};

/// Bytes read from the queue at a time.
const BUFFER: usize = 64 * 1024;
/// Events handled in one drain; beyond that the tree is compared.
const MAX_EVENTS: usize = 100_000;

/// The queue.
pub(super) struct Source {
    queue: Option<OwnedFd>,
    /// Folder of each watch; `None` is the root.
    folders: HashMap<i32, Option<RootedPath>>,
    watches: BTreeMap<Option<RootedPath>, i32>,
    /// Set when some folder could not be watched: then every drain compares.
    blind: bool,
}

/// What a drain has seen.
#[derive(Default)]
struct Seen {
    /// Files, and whether their content was written.
    files: BTreeMap<RootedPath, bool>,
    /// Folders that came.
    came: BTreeSet<RootedPath>,
    /// Folders that went.
    went: BTreeSet<RootedPath>,
    lost: bool,
}

impl Source {
    pub(super) fn start(root: &Root, tree: &mut Tree) -> Self {
        let queue = inotify::init(CreateFlags::CLOEXEC | CreateFlags::NONBLOCK);
        if let Err(error) = &queue {
            tracing::warn!(target: "deixis::engine", %error, "no watches: the tree is compared before each request");
        }
        let blind = queue.is_err();
        let mut source =
            Self { queue: queue.ok(), folders: HashMap::new(), watches: BTreeMap::new(), blind };
        drop(source.compare(root, tree, None));
        source
    }

    /// Changes that have happened until now, and whether they were found by
    /// comparing, which sees only files that are remembered.
    pub(super) fn drain(&mut self, root: &Root, tree: &mut Tree) -> (Vec<Change>, bool) {
        let seen = self.read();
        if seen.lost || self.blind {
            return (self.compare(root, tree, None), true);
        }
        let mut changes = Vec::new();
        for folder in seen.went {
            self.forget(&folder);
            for path in tree.below(&folder) {
                changes.extend(tree.look(root, &path, false));
            }
        }
        for folder in seen.came {
            changes.extend(self.compare(root, tree, Some(&folder)));
        }
        for (path, written) in seen.files {
            changes.extend(tree.look(root, &path, written));
        }
        (changes, false)
    }

    fn read(&mut self) -> Seen {
        let mut seen = Seen::default();
        let Some(queue) = &self.queue else { return seen };
        let mut buffer = [MaybeUninit::uninit(); BUFFER];
        let mut reader = Reader::new(queue, &mut buffer);
        for _ in 0..MAX_EVENTS {
            match reader.next() {
                Ok(event) => {
                    let name = event.file_name().and_then(|name| name.to_str().ok());
                    note(
                        &mut self.folders,
                        &mut self.watches,
                        &mut seen,
                        event.wd(),
                        event.events(),
                        name,
                    );
                }
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return seen,
                Err(error) => {
                    tracing::warn!(target: "deixis::engine", %error, "the queue of changes cannot be read");
                    break;
                }
            }
        }
        seen.lost = true;
        seen
    }

    /// Compares a part of the tree, watching each folder before it is read.
    fn compare(&mut self, root: &Root, tree: &mut Tree, from: Option<&RootedPath>) -> Vec<Change> {
        tree.compare(root, from, |folder| self.watch(root, folder))
    }

    fn watch(&mut self, root: &Root, folder: Option<&RootedPath>) {
        let Some(queue) = &self.queue else { return };
        let place: PathBuf =
            folder.map_or_else(|| root.path().to_owned(), |folder| root.absolute(folder));
        let flags = WatchFlags::CREATE
            | WatchFlags::MODIFY
            | WatchFlags::CLOSE_WRITE
            | WatchFlags::ATTRIB
            | WatchFlags::DELETE
            | WatchFlags::MOVED_FROM
            | WatchFlags::MOVED_TO
            | WatchFlags::ONLYDIR
            | WatchFlags::DONT_FOLLOW;
        match inotify::add_watch(queue, &place, flags) {
            Ok(watch) => {
                self.folders.insert(watch, folder.cloned());
                self.watches.insert(folder.cloned(), watch);
            }
            // It went while it was looked at.
            Err(Errno::NOENT | Errno::NOTDIR) => {}
            Err(error) => {
                if !self.blind {
                    tracing::warn!(target: "deixis::engine", %error, folder = %place.display(), "a folder cannot be watched: the tree is compared before each request");
                }
                self.blind = true;
            }
        }
    }

    /// Takes away the watches of a folder and of what is below it. A folder
    /// that moved within the tree keeps its watch descriptors, which would
    /// then report under its old name.
    fn forget(&mut self, gone: &RootedPath) {
        let below: Vec<(Option<RootedPath>, i32)> = self
            .watches
            .iter()
            .filter(|(folder, _)| {
                folder.as_ref().is_some_and(|folder| folder == gone || folder.is_within(gone))
            })
            .map(|(folder, watch)| (folder.clone(), *watch))
            .collect();
        for (folder, watch) in below {
            self.watches.remove(&folder);
            self.folders.remove(&watch);
            if let Some(queue) = &self.queue {
                // Already gone with its folder, or removed now.
                let _ = inotify::remove_watch(queue, watch);
            }
        }
    }
}

/// Notes one event.
fn note(
    folders: &mut HashMap<i32, Option<RootedPath>>,
    watches: &mut BTreeMap<Option<RootedPath>, i32>,
    seen: &mut Seen,
    watch: i32,
    events: ReadFlags,
    name: Option<&str>,
) {
    if events.contains(ReadFlags::QUEUE_OVERFLOW) {
        seen.lost = true;
        return;
    }
    if events.contains(ReadFlags::IGNORED) {
        if let Some(folder) = folders.remove(&watch)
            && watches.get(&folder) == Some(&watch)
        {
            watches.remove(&folder);
        }
        return;
    }
    let Some(folder) = folders.get(&watch) else { return };
    let Some(path) = name.and_then(|name| child(folder.as_ref(), name)) else { return };
    if events.contains(ReadFlags::ISDIR) {
        if name.is_some_and(is_version_control) {
            return;
        }
        if events.intersects(ReadFlags::CREATE | ReadFlags::MOVED_TO) {
            seen.came.insert(path);
        } else if events.intersects(ReadFlags::DELETE | ReadFlags::MOVED_FROM) {
            seen.went.insert(path.clone());
            seen.came.remove(&path);
        }
        return;
    }
    let written = events.intersects(
        ReadFlags::MODIFY | ReadFlags::CLOSE_WRITE | ReadFlags::MOVED_TO | ReadFlags::CREATE,
    );
    *seen.files.entry(path).or_default() |= written;
}
