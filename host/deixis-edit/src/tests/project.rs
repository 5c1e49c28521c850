//! A project on disk with a change that could be made to it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use deixis_base::{Root, RootedPath};

use super::faulty::Faulty;
use crate::files::Files;
use crate::recovery::{Outcome, Settled, recover_on};
use crate::transaction::apply_on;
use crate::{Applied, ApplyError, FileChange, Generation, Plan, Witness};

/// A project with some files, in folders, and a plan for all of them.
pub(super) struct Project {
    folder: tempfile::TempDir,
    pub(super) root: Root,
    pub(super) plan: Plan,
}

/// What all files of a project hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Old,
    New,
}

impl Project {
    /// One with so many files, where temporary files are, which is a real disk as a rule.
    pub(super) fn new(files: usize) -> Self {
        Self::within(tempfile::tempdir().expect("a folder"), files)
    }

    /// One in memory where the system has a place for that, for those who make thousands of
    /// changes: a disk holds them up, because it begins to write a replaced file at once.
    pub(super) fn in_memory(files: usize) -> Self {
        let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir());
        Self::within(folder.expect("a folder"), files)
    }

    fn within(folder: tempfile::TempDir, files: usize) -> Self {
        fs::create_dir_all(folder.path().join("project/src/deep")).expect("folders");
        let root = Root::open(&folder.path().join("project")).expect("a root");
        let change = |number| {
            let below = ["", "src/", "src/deep/"][number % 3];
            FileChange {
                path: rooted(&format!("{below}f{number}.toy")),
                old: Arc::from(format!("\u{feff}fn run {number}\r\nrun").into_bytes()),
                new: Arc::from(format!("\u{feff}fn longer {number}\r\nlonger").into_bytes()),
            }
        };
        let plan = Plan::new((0..files).map(change).collect()).expect("a plan");
        let project = Self { folder, root, plan };
        project.reset();
        project
    }

    /// Writes the old bytes where they are not.
    pub(super) fn reset(&self) {
        for file in self.plan.files() {
            let path = self.path(&file.path);
            if fs::read(&path).ok().as_deref() != Some(&*file.old) {
                fs::write(path, &file.old).expect("an old file");
            }
        }
    }

    /// A folder beside the root, on the same file system.
    pub(super) fn outside(&self) -> PathBuf {
        let outside = self.folder.path().join("outside");
        fs::create_dir_all(&outside).expect("a folder");
        outside
    }

    pub(super) fn journals(&self) -> PathBuf {
        self.folder.path().join("state/journals")
    }

    /// The folder of this root's journals.
    pub(super) fn journals_of_root(&self) -> PathBuf {
        drop(Witness::open(&self.root, &self.journals()).expect("a folder"));
        crate::lease::folder(&self.root, &self.journals())
    }

    pub(super) fn path(&self, path: &RootedPath) -> PathBuf {
        self.root.absolute(path)
    }

    /// The absolute path of the file with this number.
    pub(super) fn file(&self, number: usize) -> PathBuf {
        self.path(&self.plan.files()[number].path)
    }

    pub(super) fn apply(&self, files: &dyn Files) -> Result<Applied, ApplyError> {
        apply_on(files, &self.root, &self.journals(), &self.plan, &|| false)
    }

    pub(super) fn recover(&self, files: &dyn Files) -> Vec<Settled> {
        recover_on(files, &self.root, &self.journals()).expect("a recovery")
    }

    /// Stops a change before the operation with this number, as `kill -9` would.
    pub(super) fn kill_at(&self, at: usize) {
        self.apply(&Faulty::crash(at)).expect_err("it was killed");
    }

    /// What every file holds; a test that finds a mixture has failed.
    pub(super) fn state(&self, context: &str) -> State {
        let states: BTreeMap<&str, Option<State>> = self
            .plan
            .files()
            .iter()
            .map(|file| {
                let bytes = fs::read(self.path(&file.path)).ok();
                let state = match bytes.as_deref() {
                    Some(bytes) if *bytes == *file.old => Some(State::Old),
                    Some(bytes) if *bytes == *file.new => Some(State::New),
                    _ => None,
                };
                (file.path.as_str(), state)
            })
            .collect();
        let first = states.values().next().copied().flatten();
        assert!(states.values().all(|state| *state == first), "{context}: mixed: {states:?}");
        first.unwrap_or_else(|| panic!("{context}: neither: {states:?}"))
    }

    /// Whether some files are old and others are not, or some are new and others are not.
    pub(super) fn is_mixed(&self) -> bool {
        let states = self.plan.files().iter().map(|file| {
            let bytes = fs::read(self.path(&file.path)).unwrap_or_default();
            (bytes == *file.old, bytes == *file.new)
        });
        let states: Vec<(bool, bool)> = states.collect();
        !states.iter().all(|(old, _)| *old) && !states.iter().all(|(_, new)| *new)
    }

    /// The number for readers, as a reader of another process would see it.
    pub(super) fn generation(&self) -> Generation {
        let witness = Witness::open(&self.root, &self.journals()).expect("a witness");
        witness.read().expect("a number")
    }

    /// Readers are never left to believe that a mixture is whole.
    pub(super) fn check_generation(&self, context: &str) {
        let told = !self.generation().is_at_rest();
        assert!(told || !self.is_mixed(), "{context}: mixed, and readers are not told");
    }

    /// Everything in the project and among the journals that should not be there.
    pub(super) fn litter(&self) -> Vec<String> {
        let mut names = Vec::new();
        walk(self.root.path(), &mut names);
        names.retain(|name| !self.plan.files().iter().any(|file| self.path(&file.path) == *name));
        let mut journals = Vec::new();
        walk(&self.journals(), &mut journals);
        let lasting = ["lock", "owner", "generation"];
        journals.retain(|path| !lasting.iter().any(|name| path.ends_with(name)));
        names.append(&mut journals);
        names.iter().map(|path| path.display().to_string()).collect()
    }

    /// Recovers, and asserts that all is settled and nothing is left.
    pub(super) fn recover_cleanly(&self, context: &str) -> State {
        for settled in self.recover(&Faulty::none()) {
            let fine = matches!(settled.outcome, Outcome::Undone | Outcome::Completed);
            assert!(fine && settled.left.is_empty(), "{context}: {settled:?}");
        }
        assert_eq!(self.litter(), [] as [&str; 0], "{context}");
        assert!(self.generation().is_at_rest(), "{context}: {:?}", self.generation());
        self.state(context)
    }
}

pub(super) fn rooted(path: &str) -> RootedPath {
    RootedPath::new(path).expect("a path")
}

fn walk(folder: &Path, into: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries {
        let path = entry.expect("an entry").path();
        if path.is_dir() && !path.is_symlink() { walk(&path, into) } else { into.push(path) }
    }
}
