//! A project on disk, whose old and new texts follow from its size, so that the process that
//! changes it and the one that looks at it agree.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use deixis_base::{Root, RootedPath};
use deixis_edit::{FileChange, Generation, Outcome, Plan, Witness, recover};

pub(crate) struct Project {
    pub(crate) folder: PathBuf,
    pub(crate) files: usize,
    pub(crate) lines: usize,
}

impl Project {
    /// A new one, with the old texts.
    pub(crate) fn create(folder: &Path, files: usize, lines: usize) -> Self {
        let project = Self { folder: folder.to_owned(), files, lines };
        fs::create_dir_all(project.root_path().join("src")).expect("folders");
        project.reset();
        project
    }

    /// What a child is told, and what it makes of that.
    pub(crate) fn to_args(&self) -> Vec<OsString> {
        vec![
            self.folder.clone().into(),
            self.files.to_string().into(),
            self.lines.to_string().into(),
        ]
    }

    pub(crate) fn from_args(args: &[OsString]) -> Option<Self> {
        let number = |at: usize| args.get(at)?.to_str()?.parse().ok();
        Some(Self { folder: args.first()?.into(), files: number(1)?, lines: number(2)? })
    }

    fn root_path(&self) -> PathBuf {
        self.folder.join("project")
    }

    pub(crate) fn root(&self) -> Root {
        Root::open(&self.root_path()).expect("a root")
    }

    pub(crate) fn journals(&self) -> PathBuf {
        self.folder.join("state/journals")
    }

    pub(crate) fn plan(&self) -> Plan {
        let text = |number: usize, name: &str| -> Arc<[u8]> {
            let line = |line| format!("fn {name}_{number}_{line}() {{ {name}() }}\r\n");
            Arc::from((0..self.lines).map(line).collect::<String>().into_bytes())
        };
        let change = |number| {
            let below = ["", "src/"][number % 2];
            let path = RootedPath::new(&format!("{below}f{number}.toy")).expect("a path");
            FileChange { path, old: text(number, "old"), new: text(number, "a_new_name") }
        };
        Plan::new((0..self.files).map(change).collect()).expect("a plan")
    }

    /// Writes the old texts where they are not.
    pub(crate) fn reset(&self) {
        for file in self.plan().files() {
            let path = self.root_path().join(file.path.as_str());
            if fs::read(&path).ok().as_deref() != Some(&*file.old) {
                fs::write(path, &file.old).expect("an old file");
            }
        }
    }

    /// Recovers as the next start would, and asserts that every file is old, or every file is
    /// new, and that there is nothing else. Says whether they are new.
    pub(crate) fn recover_and_check(&self, context: &str) -> bool {
        self.check_told(context);
        for settled in recover(&self.root(), &self.journals()).expect("a recovery") {
            let fine = matches!(settled.outcome, Outcome::Undone | Outcome::Completed);
            assert!(fine && settled.left.is_empty(), "{context}: {settled:?}");
        }
        assert!(self.generation().is_at_rest(), "{context}: readers would wait");
        let plan = self.plan();
        let mut new = 0;
        for file in plan.files() {
            let bytes = fs::read(self.root_path().join(file.path.as_str()));
            let bytes = bytes.unwrap_or_else(|error| panic!("{context}: {}: {error}", file.path));
            new += usize::from(*bytes == *file.new);
            assert!(*bytes == *file.new || *bytes == *file.old, "{context}: {} is torn", file.path);
        }
        assert!(new == 0 || new == self.files, "{context}: {new} of {} are new", self.files);
        let mut names = Vec::new();
        walk(&self.folder, &mut names);
        let expected = |name: &PathBuf| {
            plan.files().iter().any(|file| self.root_path().join(file.path.as_str()) == *name)
                || name.ends_with("lock")
                || name.ends_with("owner")
                || name.ends_with("generation")
        };
        names.retain(|name| !expected(name));
        assert!(names.is_empty(), "{context}: left behind: {names:?}");
        new > 0
    }

    fn generation(&self) -> Generation {
        let witness = Witness::open(&self.root(), &self.journals()).expect("a witness");
        witness.read().expect("a number")
    }

    /// Asserts that readers are told if the change is neither made nor undone.
    fn check_told(&self, context: &str) {
        let told = !self.generation().is_at_rest();
        let plan = self.plan();
        let bytes = |file: &FileChange| fs::read(self.root_path().join(file.path.as_str())).ok();
        let new = plan.files().iter().filter(|file| bytes(file).as_deref() == Some(&*file.new));
        let new = new.count();
        let mixed = new != 0 && new != self.files;
        assert!(
            told || !mixed,
            "{context}: {new} of {} are new, and readers are not told",
            self.files
        );
    }
}

fn walk(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() { walk(&path, into) } else { into.push(path) }
    }
}
