//! Extended attributes, where access control lists live as well.
//!
//! A user's attributes and access control lists must come along or the change is refused: losing
//! a list would show a file to others. What the system itself attaches (labels, provenance) is
//! tried and let go, since a new file gets its own.

use std::ffi::CStr;
use std::io;

use cap_std::fs::File;
use rustix::fs::{XattrFlags, fgetxattr, flistxattr, fsetxattr};
use rustix::io::Errno;

/// Longest list of names; the kernel's own limit.
const MAX_NAMES: usize = 64 * 1024;
/// Longest value; the kernel's own limit.
const MAX_VALUE: usize = 64 * 1024;

/// Copies every attribute.
pub(super) fn copy(new: &File, like: &File) -> io::Result<()> {
    let mut names = vec![0; MAX_NAMES];
    let len = match flistxattr(like, &mut names[..]) {
        Ok(len) => len,
        // A file system without attributes, or none on this kind of file.
        Err(Errno::NOTSUP | Errno::NOSYS) => return Ok(()),
        Err(error) => return Err(error.into()),
    };
    names.truncate(len);
    let mut value = vec![0; if len == 0 { 0 } else { MAX_VALUE }];
    for name in names.split_inclusive(|byte| *byte == 0) {
        let name = CStr::from_bytes_with_nul(name).map_err(io::Error::other)?;
        let copied = fgetxattr(like, name, &mut value[..])
            .and_then(|len| fsetxattr(new, name, &value[..len], XattrFlags::empty()));
        match copied {
            Ok(()) => {}
            Err(_) if !must_come_along(name) => {}
            // It was removed since it was listed.
            Err(Errno::NODATA) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

#[cfg(not(target_vendor = "apple"))]
fn must_come_along(name: &CStr) -> bool {
    let name = name.to_bytes();
    name.starts_with(b"user.") || name.starts_with(b"system.posix_acl")
}

#[cfg(target_vendor = "apple")]
fn must_come_along(name: &CStr) -> bool {
    !name.to_bytes().starts_with(b"com.apple.")
}
