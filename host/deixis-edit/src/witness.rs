//! A number by which readers notice that several files were being replaced while they read.
//!
//! It stands in the file `generation` in the root's folder of journals. It is *odd* from before
//! the first target is replaced until all are, durably, or until everything was put back; then it
//! is even again, and greater. Who reads several files between two equal, even numbers has seen
//! all of a change or nothing of it. An odd number says that files are being replaced right now,
//! or that whoever did so died: then nobody holds the lease, and [`recover`](crate::recover)
//! makes it even.
//!
//! Only the holder of the lease writes, so that there is one writer. The file is written over and
//! never replaced, so that readers can keep it open. Whoever removes the folder of journals under
//! a living session takes the witness from it, as they take the lock.
//!
//! Nothing here is made durable. Readers on this machine see a write as soon as it is made, and
//! no reader of before a cut of power is there after it. Then the number may be any earlier one,
//! even while files are mixed: the journal, which is durable, says so, and a session that begins
//! recovers before it answers.

use std::io;
use std::path::Path;

use cap_std::fs::Dir;
use deixis_base::Root;

use crate::files::{self, Files, Found};
use crate::lease;

/// The file with the number.
pub(crate) const FILE: &str = "generation";
/// Its length: the number and its complement, eight bytes each, little endian.
const LEN: usize = 16;
/// How often a number is read that does not fit its complement, because it is being written.
const READS_MAX: usize = 8;

/// Sees whether files of one root are being replaced, by whatever process.
#[derive(Debug)]
pub struct Witness {
    file: std::fs::File,
}

/// How often files of a root have begun, and ended, to be replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Generation {
    /// Odd while files are being replaced.
    pub number: u64,
}

impl Witness {
    /// Opens the number of a root, and creates it if need be. `journals` is the folder that is
    /// given to [`apply`](crate::apply). No lease is needed.
    ///
    /// # Errors
    /// If the folder or the file can be neither opened nor created.
    pub fn open(root: &Root, journals: &Path) -> io::Result<Self> {
        let folder = lease::open_folder(&lease::folder(root, journals))?;
        Ok(Self { file: files::open_number(&folder, FILE)?.into_std() })
    }

    /// The number as it is now: one positioned read, far below a microsecond.
    ///
    /// # Errors
    /// If the file system fails.
    pub fn read(&self) -> io::Result<Generation> {
        let mut bytes = [0; LEN];
        for _ in 0..READS_MAX {
            let len = files::read_at_start(&self.file, &mut bytes)?;
            if let Some(generation) = Generation::parse(&bytes[..len]) {
                return Ok(generation);
            }
            if len < LEN {
                break;
            }
        }
        Ok(Generation::DAMAGED)
    }
}

impl Generation {
    /// What a file counts as that is missing, short or damaged. The next writer repairs it.
    const DAMAGED: Self = Self { number: 0 };

    /// Whether nobody was replacing files when this was read.
    #[must_use]
    pub fn is_at_rest(self) -> bool {
        self.number.is_multiple_of(2)
    }

    fn next(self) -> Self {
        Self { number: self.number.wrapping_add(1) }
    }

    fn parse(bytes: &[u8]) -> Option<Self> {
        let (number, rest) = bytes.split_first_chunk()?;
        let number = u64::from_le_bytes(*number);
        (*rest == (!number).to_le_bytes()).then_some(Self { number })
    }

    fn bytes(self) -> [u8; LEN] {
        let mut bytes = [0; LEN];
        bytes[..LEN / 2].copy_from_slice(&self.number.to_le_bytes());
        bytes[LEN / 2..].copy_from_slice(&(!self.number).to_le_bytes());
        bytes
    }
}

/// Makes the number odd. Done before the first target is replaced.
pub(crate) fn begin(files: &dyn Files, folder: &Dir) -> io::Result<()> {
    let now = current(files, folder)?;
    if now.is_at_rest() { files.put(folder, FILE, &now.next().bytes()) } else { Ok(()) }
}

/// Makes the number even. Done when no target will be replaced any more. If it fails the number
/// stays odd, which is never wrong: readers find nobody changing the root, and recover.
pub(crate) fn end(files: &dyn Files, folder: &Dir) -> io::Result<()> {
    let now = current(files, folder)?;
    if now.is_at_rest() { Ok(()) } else { files.put(folder, FILE, &now.next().bytes()) }
}

/// The number as the next writer sees it.
fn current(files: &dyn Files, folder: &Dir) -> io::Result<Generation> {
    let found = files.read(folder, FILE, LEN as u64)?;
    let Found::File(seen) = found else { return Ok(Generation::DAMAGED) };
    let head = &seen.bytes[..seen.bytes.len().min(LEN)];
    Ok(Generation::parse(head).unwrap_or(Generation::DAMAGED))
}
