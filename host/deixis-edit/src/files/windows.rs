//! What Windows does. The twin of `unix.rs`.
//!
//! Names are replaced by the rename that replaces (what `MoveFileEx` does); there is no exchange
//! and no way to make a folder's names durable. A new file gets the folder's inherited access
//! control list; of the old one's attributes, read-only is kept.

use std::io;
use std::mem::MaybeUninit;
use std::os::windows::io::AsRawHandle as _;
use std::path::Path;

use cap_std::fs::{Dir, File, OpenOptions, OpenOptionsExt as _};
use windows_sys::Win32::Storage::FileSystem::{
    BY_HANDLE_FILE_INFORMATION, FILE_ATTRIBUTE_DIRECTORY, FILE_ATTRIBUTE_REPARSE_POINT,
    FILE_FLAG_OPEN_REPARSE_POINT, GetFileInformationByHandle,
};

use super::{Found, Identity};

/// Creates a folder and those above it. They inherit the profile's access control list, which
/// is private.
pub(crate) fn create_private_folder(path: &Path) -> io::Result<()> {
    std::fs::create_dir_all(path)
}

/// Opens a file for reading; of a symlink, the link itself.
pub(super) fn open(dir: &Dir, name: &str) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).custom_flags(FILE_FLAG_OPEN_REPARSE_POINT);
    dir.open_with(name, &options)
}

/// What a name that cannot be opened is, if that is why.
pub(super) fn refused(dir: &Dir, name: &str, error: io::Error) -> io::Result<Found> {
    if super::is_missing(&error) {
        return Ok(Found::Missing);
    }
    match dir.symlink_metadata(name) {
        Ok(metadata) if metadata.is_file() => Err(error),
        Ok(metadata) if metadata.is_symlink() => Ok(Found::Symlink),
        Ok(_) => Ok(Found::Other),
        Err(looked) if super::is_missing(&looked) => Ok(Found::Missing),
        Err(_) => Err(error),
    }
}

/// Which file it is and how many names it has; `None` if it is no regular file.
pub(super) fn identity(file: &File) -> io::Result<Option<(Identity, u64)>> {
    let information = information(file)?;
    let special = FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_REPARSE_POINT;
    if information.dwFileAttributes & special != 0 {
        return Ok(None);
    }
    let index = u64::from(information.nFileIndexHigh) << 32 | u64::from(information.nFileIndexLow);
    let identity = Identity { device: u64::from(information.dwVolumeSerialNumber), index };
    Ok(Some((identity, u64::from(information.nNumberOfLinks))))
}

/// What something that was opened but is no regular file is.
pub(super) fn not_a_file(file: &File) -> Found {
    match information(file) {
        Ok(found) if found.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT != 0 => Found::Symlink,
        _ => Found::Other,
    }
}

fn information(file: &File) -> io::Result<BY_HANDLE_FILE_INFORMATION> {
    let mut information = MaybeUninit::uninit();
    // SAFETY: the handle is open as long as `file` is borrowed, and the pointer is to memory of
    // the size that the function fills.
    let done =
        unsafe { GetFileInformationByHandle(file.as_raw_handle(), information.as_mut_ptr()) };
    if done == 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the function filled it, as it said.
    Ok(unsafe { information.assume_init() })
}

/// Whether the file may be written: asked by opening it so, which changes nothing. A read-only
/// file cannot even be replaced here.
pub(super) fn may_write(dir: &Dir, name: &str, _file: &File) -> io::Result<bool> {
    let mut options = OpenOptions::new();
    options.write(true).custom_flags(FILE_FLAG_OPEN_REPARSE_POINT);
    match dir.open_with(name, &options) {
        Ok(_) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(false),
        Err(error) => Err(error),
    }
}

/// Creates a file under a free name.
pub(super) fn create(dir: &Dir, name: &str) -> io::Result<File> {
    dir.open_with(name, OpenOptions::new().write(true).create_new(true))
}

/// Opens a file to read and to write over, or creates it.
pub(crate) fn open_number(dir: &Dir, name: &str) -> io::Result<File> {
    dir.open_with(name, OpenOptions::new().read(true).write(true).create(true))
}

/// Reads from the beginning of a file, in one call.
pub(crate) fn read_at_start(file: &std::fs::File, into: &mut [u8]) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, into, 0)
}

/// Gives a new file the permissions of another.
pub(super) fn dress(new: &File, like: &File) -> io::Result<()> {
    new.set_permissions(like.metadata()?.permissions())
}

/// Names are durable when the journal of the file system is; nothing can be asked for.
pub(super) fn sync_folder(_dir: &Dir) -> io::Result<()> {
    Ok(())
}

/// There is no such system call here.
pub(super) fn exchange(_dir: &Dir, _one: &str, _other: &str) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
