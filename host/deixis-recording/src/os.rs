//! What differs between operating systems.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub(crate) use unix::executable;
#[cfg(windows)]
pub(crate) use windows::executable;
