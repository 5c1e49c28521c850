//! What guests do with their imports, seen by whoever judges them.
//!
//! The host refuses and bounds, and a guest that asks for what it may not have costs nobody
//! anything; so in ordinary use nobody keeps a list. A conformance check does.

use std::sync::{Arc, Mutex, PoisonError};

/// Trespasses that are kept between two looks; a guest may try without end.
const KEPT: usize = 64;

/// Sees what guests do. Cloning shares it; [`Witness::default`] sees nothing.
#[derive(Debug, Clone, Default)]
pub struct Witness(Option<Arc<Mutex<Seen>>>);

/// What was seen.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Seen {
    /// What was asked for and refused as none of the guest's business; the first few.
    pub trespasses: Vec<Trespass>,
    /// Lines that were written to the log, before any were dropped.
    pub log_lines: u64,
    /// Their bytes.
    pub log_bytes: u64,
}

/// One question that a guest should not have put.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trespass {
    /// `interface.function` of the import.
    pub import: &'static str,
    /// The path or the program.
    pub what: String,
    /// Why it is not the guest's.
    pub why: Why,
}

/// Why something is none of a guest's business.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// Its grant does not name it.
    NotGranted,
    /// It leads out of the project: an absolute path, `..`, or a link.
    Outside,
}

impl Witness {
    /// One that sees.
    #[must_use]
    pub fn new() -> Self {
        Self(Some(Arc::default()))
    }

    /// What was seen since the last look.
    #[must_use]
    pub fn take(&self) -> Seen {
        let mut seen = Seen::default();
        self.note(|noted| seen = std::mem::take(noted));
        seen
    }

    pub(crate) fn logged(&self, line: &str) {
        self.note(|seen| {
            seen.log_lines += 1;
            seen.log_bytes = seen.log_bytes.saturating_add(line.len() as u64);
        });
    }

    /// Takes note of a question, if `judge` says that it is a trespass. Not asked without need:
    /// it may look at the disk.
    pub(crate) fn judged(
        &self,
        import: &'static str,
        what: &str,
        judge: impl FnOnce() -> Option<Why>,
    ) {
        if self.0.is_none() {
            return;
        }
        let Some(why) = judge() else { return };
        let what = crate::host::log::cut(what, crate::limits::NAME_BYTES).to_owned();
        self.note(|seen| {
            let trespass = Trespass { import, what, why };
            if seen.trespasses.len() < KEPT && !seen.trespasses.contains(&trespass) {
                seen.trespasses.push(trespass);
            }
        });
    }

    fn note(&self, note: impl FnOnce(&mut Seen)) {
        if let Some(seen) = &self.0 {
            note(&mut seen.lock().unwrap_or_else(PoisonError::into_inner));
        }
    }
}
