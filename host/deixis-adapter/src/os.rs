//! What differs between systems; the twins have equal functions.

#[cfg(unix)]
mod unix;
#[cfg(unix)]
pub(crate) use unix::{executable, private_directory, private_file, thread_time};

#[cfg(windows)]
mod windows;
#[cfg(windows)]
pub(crate) use windows::{executable, private_directory, private_file, thread_time};
