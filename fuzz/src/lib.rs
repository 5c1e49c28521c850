//! Fuzz targets: what a server or a caller says, however odd, must be survived.
//!
//! Each target is one function over bytes that panics when a promise is broken. The
//! functions know no fuzzer: `fuzz_targets/` hands them to libFuzzer, `tests/replay.rs`
//! runs them over the corpus that is kept in git, on any toolchain.
//!
//! What a target checks against is written here a second time, as plainly as possible
//! and from the specification ([`mirror`], the module of each target): a check that
//! called the code under test would agree with its mistakes. Memory is measured by
//! [`meter`], so that a bound is a number and not a feeling, and no check looks at a clock.

mod answers;
mod codec;
mod edits;
mod meter;
mod mirror;
#[cfg(unix)]
mod renames;
mod uri;

pub use answers::answers;
pub use codec::codec;
pub use edits::edits;
#[cfg(unix)]
pub use renames::renames;
pub use uri::uri;

/// One target: bytes in, a panic if a promise is broken.
pub type Target = fn(&[u8]);

/// Every target by its name, which is also that of its corpus.
pub const TARGETS: [(&str, Target); 5] =
    [("codec", codec), ("uri", uri), ("edits", edits), ("answers", answers), ("renames", renames)];

/// The traps are links, which only Unix lets everybody make: nothing is tried elsewhere.
#[cfg(not(unix))]
pub fn renames(_: &[u8]) {}

/// Ends a part of an input: no byte of any UTF-8 text.
const SEPARATOR: u8 = 0xFF;

/// The parts of an input as text; what is no UTF-8 is replaced.
fn parts(data: &[u8]) -> Vec<String> {
    let texts = data.split(|byte| *byte == SEPARATOR);
    texts.map(|text| String::from_utf8_lossy(text).into_owned()).collect()
}
