//! Texts of files that answers point into. A bounded cache keyed by what the
//! file system says of the file, so that a page of references reads each file
//! once and the next page none.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use deixis_base::{Root, RootedPath, Stat, Text};

/// Bytes of text that are kept.
const MAX_BYTES: usize = 32 * 1024 * 1024;
/// Largest file whose positions are converted.
const MAX_FILE: u64 = 32 * 1024 * 1024;

/// The cache.
#[derive(Debug)]
pub(crate) struct Texts {
    root: Root,
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    files: HashMap<RootedPath, (Stat, Text, u64)>,
    bytes: usize,
    clock: u64,
}

impl Texts {
    pub(crate) fn new(root: Root) -> Self {
        Self { root, kept: Mutex::default() }
    }

    /// The text as it is on disk, if it is one.
    pub(crate) fn get(&self, path: &RootedPath) -> Option<Text> {
        let stat = self.root.stat(path).ok()?;
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.clock += 1;
        let clock = kept.clock;
        if let Some((known, text, used)) = kept.files.get_mut(path)
            && *known == stat
        {
            *used = clock;
            return Some(text.clone());
        }
        let text = self.root.read_text(path, MAX_FILE).ok()?;
        kept.put(path.clone(), stat, text.clone(), clock);
        Some(text)
    }
}

impl Kept {
    fn put(&mut self, path: RootedPath, stat: Stat, text: Text, clock: u64) {
        self.bytes += text.len();
        if let Some((_, old, _)) = self.files.insert(path, (stat, text, clock)) {
            self.bytes -= old.len();
        }
        while self.bytes > MAX_BYTES && self.files.len() > 1 {
            let oldest =
                self.files.iter().min_by_key(|(_, (.., used))| *used).map(|(path, _)| path.clone());
            let Some((_, text, _)) = oldest.and_then(|path| self.files.remove(&path)) else {
                return;
            };
            self.bytes -= text.len();
        }
    }
}
