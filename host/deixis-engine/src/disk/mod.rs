//! What has changed on disk since a server was last told.
//!
//! Theory of operation. On Linux the kernel queues an event in the very system
//! call that changes a file, so reading the queue without waiting, before each
//! request, sees every change that happened before the call. Elsewhere the
//! tree is compared with what is known of it each time: as exact, and slower.
//!
//! Changes are kept per server until that server is told; several changes of
//! one file become one. What no event announces (writes through a memory map,
//! or through a hard link from outside the tree) is caught for open documents
//! by their stamps, and for others not at all.
//!
//! Folders that a version control system or a cache (`CACHEDIR.TAG`) owns are
//! not looked at.

#[cfg(target_os = "linux")]
mod inotify;
mod pending;
#[cfg(not(target_os = "linux"))]
mod portable;
mod tree;

pub(crate) use tree::VERSION_CONTROL;

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use deixis_base::Root;
use deixis_hooks::Change;

use self::pending::Pending;
use self::tree::Tree;
use crate::answer::ServerName;

#[cfg(target_os = "linux")]
use self::inotify::Source;
#[cfg(not(target_os = "linux"))]
use self::portable::Source;

/// The disk, seen from one project.
pub(crate) struct Disk {
    root: Root,
    /// `None` until the first server needs it.
    watching: Mutex<Option<Watching>>,
}

struct Watching {
    source: Source,
    tree: Tree,
    servers: BTreeMap<ServerName, Pending>,
}

/// What a server is to be told.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Changes {
    pub(crate) list: Vec<Change>,
    /// Changes that could not be followed, as sentences.
    pub(crate) incomplete: Vec<String>,
}

impl Disk {
    pub(crate) fn new(root: Root) -> Self {
        Self { root, watching: Mutex::new(None) }
    }

    /// Begins to keep changes for a server: to be called before it starts to
    /// read files. Blocks while the tree is looked at for the first time.
    pub(crate) fn follow(&self, server: &ServerName) {
        let mut watching = self.lock();
        let watching = watching.get_or_insert_with(|| {
            let mut tree = Tree::default();
            let source = Source::start(&self.root, &mut tree);
            Watching { source, tree, servers: BTreeMap::new() }
        });
        watching.collect(&self.root);
        watching.servers.insert(server.clone(), Pending::default());
    }

    /// Everything that has happened until now and that the server was not told.
    pub(crate) fn take(&self, server: &ServerName) -> Changes {
        let mut watching = self.lock();
        let Some(watching) = watching.as_mut() else { return Changes::default() };
        let compared = watching.collect(&self.root);
        if compared && watching.tree.overfull {
            watching.servers.values_mut().for_each(|pending| pending.unsure = true);
        }
        let unsure = watching.servers.get_mut(server).map(|of| std::mem::take(&mut of.unsure));
        let incomplete = unsure.filter(|unsure| *unsure).map(|_| overfull());
        let incomplete = incomplete.into_iter().collect();
        let list = watching.servers.get_mut(server).map(Pending::take).unwrap_or_default();
        Changes { list, incomplete }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Watching>> {
        self.watching.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Watching {
    /// Reads what has happened, and puts it where servers find it; whether that
    /// was by comparing.
    fn collect(&mut self, root: &Root) -> bool {
        let (changes, compared) = self.source.drain(root, &mut self.tree);
        for change in changes {
            for pending in self.servers.values_mut() {
                pending.put(&change);
            }
        }
        compared
    }
}

fn overfull() -> String {
    format!(
        "the project has more than {} files: changes of some of them may have gone unseen",
        tree::MAX_FILES
    )
}

#[cfg(test)]
mod tests;
