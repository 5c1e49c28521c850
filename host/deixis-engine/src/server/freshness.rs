//! Whether what the server was told of an open document is what is on disk.
//!
//! A stamp (length, times, inode) that has not changed means that the content
//! has not changed, with one exception: a file written again within the
//! granularity of its time stamps. So a stamp is trusted only if the file was
//! already at rest when it was taken; until then its content is compared.

use std::time::{SystemTime, UNIX_EPOCH};

use deixis_base::root::ReadError;
use deixis_base::{Root, RootedPath, Stat, Text};

/// How long a file must have been at rest before its stamp is trusted; longer
/// than the coarsest time stamps in use (two seconds, on FAT).
const AT_REST_NS: i128 = 2_100_000_000;
/// Largest document that is sent to a server, in bytes.
pub(crate) const MAX_DOCUMENT: u64 = 32 * 1024 * 1024;

/// What was on disk when a document was last read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stamp {
    stat: Stat,
    trusted: bool,
}

/// What has become of an open document.
#[derive(Debug)]
pub(crate) enum Fate {
    /// Nothing.
    Same,
    /// It has another text.
    Changed(Text),
    /// It is no file any more, or none that can be sent.
    Gone(String),
}

/// A document as it is on disk, with the stamp for later checks.
///
/// # Errors
/// A sentence, if the file is none that can be sent.
pub(crate) fn read(root: &Root, path: &RootedPath) -> Result<(Text, Stamp), String> {
    // The stamp is taken before the content: a write in between changes the
    // next stamp and is seen then.
    let stat = root.stat(path).map_err(|error| format!("{path}: {error}"))?;
    let stamp = Stamp::new(stat);
    let text = root.read_text(path, MAX_DOCUMENT).map_err(|error| describe(path, &error))?;
    Ok((text, stamp))
}

impl Stamp {
    fn new(stat: Stat) -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos());
        let now = i128::try_from(now).unwrap_or(i128::MAX);
        let changed = stat.ctime_ns.max(stat.mtime_ns);
        Self { stat, trusted: now.saturating_sub(changed) > AT_REST_NS }
    }

    /// Compares with the disk, reading the content only when in doubt.
    pub(crate) fn check(&mut self, root: &Root, path: &RootedPath, told: &Text) -> Fate {
        if self.trusted && root.is_unchanged(path, &self.stat) {
            return Fate::Same;
        }
        match root.stat(path) {
            Ok(stat) if self.trusted && stat == self.stat => Fate::Same,
            Ok(_) => match read(root, path) {
                Ok((text, stamp)) => {
                    *self = stamp;
                    if text.as_str() == told.as_str() { Fate::Same } else { Fate::Changed(text) }
                }
                Err(message) => Fate::Gone(message),
            },
            Err(error) => Fate::Gone(format!("{path}: {error}")),
        }
    }
}

fn describe(path: &RootedPath, error: &ReadError) -> String {
    format!("{path} cannot be sent to a language server: {error}")
}
