//! What systems with file descriptors, modes and `rename` do. The twin of `windows.rs`.

use std::io;
use std::path::Path;

use cap_std::fs::{Dir, File, OpenOptions, OpenOptionsExt as _};
use rustix::fs::{Access, AtFlags, FileType, Gid, Mode, OFlags, Stat, Uid};

use super::{Found, Identity};

/// Mode of a file that only its owner can use.
const PRIVATE: u32 = 0o600;
/// Mode of a folder that only its owner can use.
const PRIVATE_FOLDER: u32 = 0o700;

/// Creates a folder, and those above it, that only this user can use.
pub(crate) fn create_private_folder(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt as _;
    std::fs::DirBuilder::new().recursive(true).mode(PRIVATE_FOLDER).create(path)
}

/// Opens a file for reading: no symlink is followed, no pipe waited for.
pub(super) fn open(dir: &Dir, name: &str) -> io::Result<File> {
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    Ok(File::from(rustix::fs::openat(dir, name, flags, Mode::empty())?))
}

/// What a name that cannot be opened is, if that is why.
pub(super) fn refused(dir: &Dir, name: &str, error: io::Error) -> io::Result<Found> {
    if super::is_missing(&error) {
        return Ok(Found::Missing);
    }
    match rustix::fs::statat(dir, name, AtFlags::SYMLINK_NOFOLLOW) {
        Ok(stat) => match FileType::from_raw_mode(stat.st_mode) {
            FileType::RegularFile => Err(error),
            FileType::Symlink => Ok(Found::Symlink),
            _ => Ok(Found::Other),
        },
        Err(rustix::io::Errno::NOENT) => Ok(Found::Missing),
        Err(_) => Err(error),
    }
}

/// Which file it is and how many names it has; `None` if it is no regular file.
pub(super) fn identity(file: &File) -> io::Result<Option<(Identity, u64)>> {
    let stat = rustix::fs::fstat(file)?;
    if !FileType::from_raw_mode(stat.st_mode).is_file() {
        return Ok(None);
    }
    let identity = Identity { device: whole(stat.st_dev)?, index: whole(stat.st_ino)? };
    Ok(Some((identity, whole(stat.st_nlink)?)))
}

/// What something that was opened but is no regular file is: a symlink cannot be opened.
pub(super) fn not_a_file(_file: &File) -> Found {
    Found::Other
}

/// Whether the file may be written. Its owner may allow it to themselves.
pub(super) fn may_write(dir: &Dir, name: &str, file: &File) -> io::Result<bool> {
    if rustix::fs::fstat(file)?.st_uid == rustix::process::geteuid().as_raw() {
        return Ok(true);
    }
    match rustix::fs::accessat(dir, name, Access::WRITE_OK, AtFlags::EACCESS) {
        Ok(()) => Ok(true),
        Err(rustix::io::Errno::ACCESS | rustix::io::Errno::PERM | rustix::io::Errno::ROFS) => {
            Ok(false)
        }
        Err(error) => Err(error.into()),
    }
}

/// Creates a private file under a free name.
pub(super) fn create(dir: &Dir, name: &str) -> io::Result<File> {
    dir.open_with(name, OpenOptions::new().write(true).create_new(true).mode(PRIVATE))
}

/// Opens a private file to read and to write over, or creates it.
pub(crate) fn open_number(dir: &Dir, name: &str) -> io::Result<File> {
    let flags =
        OFlags::RDWR | OFlags::CREATE | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    Ok(File::from(rustix::fs::openat(dir, name, flags, Mode::from_raw_mode(PRIVATE))?))
}

/// Reads from the beginning of a file, in one call.
pub(crate) fn read_at_start(file: &std::fs::File, into: &mut [u8]) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, into, 0)
}

/// Gives a new file the owner, the mode and the extended attributes of another.
///
/// The owner first, because changing it takes bits of the mode away; the mode before the
/// attributes, because an access control list decides about the group's bits.
pub(super) fn dress(new: &File, like: &File) -> io::Result<()> {
    let (ours, theirs) = (rustix::fs::fstat(new)?, rustix::fs::fstat(like)?);
    let same_owner = own(new, &ours, &theirs);
    let mut mode = Mode::from_raw_mode(theirs.st_mode);
    if !same_owner {
        // What runs as its owner must not run as another.
        mode.remove(Mode::SUID | Mode::SGID);
    }
    rustix::fs::fchmod(new, mode)?;
    attributes::copy(new, like)
}

/// Gives the file to the owner and the group of another, as far as this user may. Says whether
/// both are the same then.
fn own(new: &File, ours: &Stat, theirs: &Stat) -> bool {
    let (uid, gid) = (Uid::from_raw(theirs.st_uid), Gid::from_raw(theirs.st_gid));
    let mut same = true;
    if ours.st_gid != theirs.st_gid {
        same &= rustix::fs::fchown(new, None, Some(gid)).is_ok();
    }
    if ours.st_uid != theirs.st_uid {
        same &= rustix::fs::fchown(new, Some(uid), None).is_ok();
    }
    same
}

/// Makes a folder's names durable. Opened anew, because the capability may hold the folder by
/// its path alone.
pub(super) fn sync_folder(dir: &Dir) -> io::Result<()> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let folder = std::fs::File::from(rustix::fs::openat(dir, ".", flags, Mode::empty())?);
    match folder.sync_all() {
        // Some file systems over a network have no such notion.
        Err(error) if is_unsupported(&error) => Ok(()),
        result => result,
    }
}

/// Exchanges two names in a folder.
#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
pub(super) fn exchange(dir: &Dir, one: &str, other: &str) -> io::Result<()> {
    let flags = rustix::fs::RenameFlags::EXCHANGE;
    rustix::fs::renameat_with(dir, one, dir, other, flags).map_err(|errno| {
        let error = io::Error::from(errno);
        if is_unsupported(&error) { io::ErrorKind::Unsupported.into() } else { error }
    })
}

/// There is no such system call here.
#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
pub(super) fn exchange(_dir: &Dir, _one: &str, _other: &str) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// What file systems say to an operation that they do not know.
fn is_unsupported(error: &io::Error) -> bool {
    use rustix::io::Errno;
    let known = [Errno::INVAL, Errno::NOSYS, Errno::NOTSUP, Errno::OPNOTSUPP];
    error.raw_os_error().is_some_and(|code| known.iter().any(|errno| errno.raw_os_error() == code))
}

/// A field whose type and sign differ between systems.
fn whole<T: TryInto<u64>>(field: T) -> io::Result<u64> {
    field.try_into().map_err(|_| io::ErrorKind::InvalidData.into())
}

#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
mod attributes;
#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
mod attributes {
    //! Extended attributes are not carried over here.
    use cap_std::fs::File;

    pub(super) fn copy(_new: &File, _like: &File) -> std::io::Result<()> {
        Ok(())
    }
}
