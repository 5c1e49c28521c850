//! The right to change files of one root: one holder at a time, on this machine.
//!
//! It is a lock on a file in the root's own folder of journals. The system gives it back when its
//! holder ends, in whatever way, so that a lock that is held means a holder that lives. The file
//! is never removed: whoever removed it would take the lock from those who wait for it.

use std::fs::TryLockError;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use cap_std::ambient_authority;
use cap_std::fs::{Dir, OpenOptions};
use deixis_base::Root;
use sha2::{Digest as _, Sha256};

use crate::error::{ApplyError, Step};
use crate::files::{Disk, Files as _, create_private_folder};

/// The file that is locked.
const LOCK: &str = "lock";
/// The file that says which process holds the lock; only for messages.
const OWNER: &str = "owner";
/// Most bytes of it that are read.
const OWNER_MAX: u64 = 32;

/// The right to change files of one root, and the folder of its journals. Ends when dropped.
#[derive(Debug)]
pub(crate) struct Lease {
    pub(crate) root: Root,
    /// Where the journals of this root are.
    pub(crate) folder: Dir,
    /// The same, for messages.
    pub(crate) path: PathBuf,
    _lock: std::fs::File,
}

/// Why there is no lease.
#[derive(Debug)]
pub(crate) enum LeaseError {
    Held { pid: Option<u32> },
    RootMoved,
    Io(io::Error),
}

impl Lease {
    /// Takes the lease, or says who has it; never waits.
    pub(crate) fn acquire(root: &Root, journals: &Path) -> Result<Self, LeaseError> {
        if !root.is_in_place() {
            return Err(LeaseError::RootMoved);
        }
        let path = folder(root, journals);
        let folder = open_folder(&path).map_err(LeaseError::Io)?;
        Self::lock(root, folder, path)
    }

    /// As [`acquire`](Self::acquire), but `None` if the root has no folder of journals, which
    /// then has no journals either.
    pub(crate) fn acquire_existing(
        root: &Root,
        journals: &Path,
    ) -> Result<Option<Self>, LeaseError> {
        if !root.is_in_place() {
            return Err(LeaseError::RootMoved);
        }
        let path = folder(root, journals);
        match Dir::open_ambient_dir(&path, ambient_authority()) {
            Ok(folder) => Self::lock(root, folder, path).map(Some),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(LeaseError::Io(error)),
        }
    }

    fn lock(root: &Root, folder: Dir, path: PathBuf) -> Result<Self, LeaseError> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true);
        let lock = folder.open_with(LOCK, &options).map_err(LeaseError::Io)?.into_std();
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(LeaseError::Held { pid: owner(&folder) }),
            Err(TryLockError::Error(error)) => return Err(LeaseError::Io(error)),
        }
        // A message without the process is a fine message.
        let _ = sign(&folder);
        Ok(Self { root: root.clone(), folder, path, _lock: lock })
    }
}

/// Where the journals of a root are.
pub(crate) fn folder(root: &Root, journals: &Path) -> PathBuf {
    journals.join(key(root.path()))
}

/// Opens the folder of a root's journals; if it is new, its name is durable before anything in
/// it counts.
pub(crate) fn open_folder(path: &Path) -> io::Result<Dir> {
    if !path.is_dir() {
        create_private_folder(path)?;
        let above: Vec<&Path> = path.ancestors().skip(1).take(2).collect();
        for folder in above {
            Disk.sync_folder(&Dir::open_ambient_dir(folder, ambient_authority())?)?;
        }
    }
    Dir::open_ambient_dir(path, ambient_authority())
}

/// The name of the folder for a root: the same for every host that opens it.
fn key(root: &Path) -> String {
    let digest = Sha256::digest(root.as_os_str().as_encoded_bytes());
    digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

fn sign(folder: &Dir) -> io::Result<()> {
    folder.create(OWNER)?.write_all(std::process::id().to_string().as_bytes())
}

fn owner(folder: &Dir) -> Option<u32> {
    let mut text = String::new();
    folder.open(OWNER).ok()?.take(OWNER_MAX).read_to_string(&mut text).ok()?;
    text.parse().ok()
}

impl From<LeaseError> for ApplyError {
    fn from(error: LeaseError) -> Self {
        match error {
            LeaseError::Held { pid } => Self::Held { pid },
            LeaseError::RootMoved => Self::RootMoved,
            LeaseError::Io(source) => Self::Failed { step: Step::Lease, path: None, source },
        }
    }
}
