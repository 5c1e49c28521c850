//! A file system of which one operation, by its number, goes wrong.
//!
//! It does not wait for the disk: the process that a test pretends to kill goes on living, and
//! with it everything in the page cache. `order.rs` looks at what is made durable when.

use std::cell::{Cell, RefCell};
use std::fmt::Display;
use std::io;

use cap_std::fs::{Dir, File};
use deixis_base::RootedPath;

use crate::files::{Disk, Files, Found, Seen};

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The operation does nothing and fails.
    Fail,
    /// The operation is done, and fails all the same.
    FailAfter,
    /// A write is half done, then fails; anything else does nothing and fails.
    FailHalf,
    /// The process is killed before the operation.
    Crash,
    /// The process is killed in the middle of a write.
    CrashHalf,
    /// Nothing can be written from now on; renaming and removing still work.
    Full,
}

impl Fault {
    /// Whether this fault at an operation leads to what no other fault or operation leads to.
    /// Sweeps leave the others out. `trace` is what is done up to that operation at least.
    pub(super) fn is_distinct(self, trace: &[String], at: usize) -> bool {
        let is = |number: usize, starts: &[&str]| {
            let line = number.checked_sub(1).and_then(|index| trace.get(index));
            line.is_some_and(|line| starts.iter().any(|start| line.starts_with(start)))
        };
        match self {
            // Every operation has its own way to deal with a failure.
            Self::Fail => true,
            // What only looks is not more done by being done.
            Self::FailAfter => !is(at, &LOOKS),
            Self::FailHalf | Self::CrashHalf => is(at, &["write", "put"]),
            // Else the same is found as after a kill one operation before.
            Self::Crash => at == 1 || !(is(at - 1, &LOOKS) || is(at - 1, &["sync"])),
            // Else the disk is full at the next operation as well.
            Self::Full => is(at, &["create", "write", "put", "sync"]),
        }
    }
}

/// How operations begin, in the trace, that change nothing.
pub(super) const LOOKS: [&str; 4] = ["folder of", "read", "may write", "names"];

pub(super) struct Faulty<'a> {
    faults: Vec<(usize, Fault)>,
    exchange: bool,
    done: Cell<usize>,
    dead: Cell<bool>,
    trace: RefCell<Vec<String>>,
    /// Called with the number of each operation before it is done.
    before: Option<Box<dyn Fn(usize) + 'a>>,
}

impl<'a> Faulty<'a> {
    /// Nothing goes wrong.
    pub(super) fn none() -> Self {
        Self::new(Vec::new())
    }

    /// These operations go wrong, counted from 1.
    pub(super) fn new(faults: Vec<(usize, Fault)>) -> Self {
        Self {
            faults,
            exchange: true,
            done: Cell::new(0),
            dead: Cell::new(false),
            trace: RefCell::default(),
            before: None,
        }
    }

    pub(super) fn crash(at: usize) -> Self {
        Self::new(vec![(at, Fault::Crash)])
    }

    /// Names cannot be exchanged.
    pub(super) fn without_exchange(mut self) -> Self {
        self.exchange = false;
        self
    }

    /// Somebody else comes first.
    pub(super) fn with_meddler(mut self, before: impl Fn(usize) + 'a) -> Self {
        self.before = Some(Box::new(before));
        self
    }

    /// How many operations there were.
    pub(super) fn done(&self) -> usize {
        self.done.get()
    }

    /// Every operation, one a line.
    pub(super) fn trace(&self) -> Vec<String> {
        self.trace.borrow().clone()
    }

    fn run<T>(
        &self,
        what: impl Display,
        writes: bool,
        half: impl FnOnce(),
        whole: impl FnOnce() -> io::Result<T>,
    ) -> io::Result<T> {
        let number = self.done.get() + 1;
        self.done.set(number);
        self.trace.borrow_mut().push(what.to_string());
        if self.dead.get() {
            return Err(io::Error::other("killed"));
        }
        if let Some(before) = &self.before {
            before(number);
        }
        for (at, fault) in &self.faults {
            match fault {
                Fault::Full if writes && number >= *at => {
                    return Err(io::ErrorKind::StorageFull.into());
                }
                _ if number != *at => {}
                Fault::Full => {}
                Fault::Fail => return Err(io::Error::other("failed")),
                Fault::FailAfter => {
                    whole()?;
                    return Err(io::Error::other("failed, though done"));
                }
                Fault::FailHalf => {
                    half();
                    return Err(io::Error::other("half done"));
                }
                Fault::Crash | Fault::CrashHalf => {
                    if *fault == Fault::CrashHalf {
                        half();
                    }
                    self.dead.set(true);
                    return Err(io::Error::other("killed"));
                }
            }
        }
        whole()
    }
}

impl Files for Faulty<'_> {
    fn folder(&self, root: &Dir, path: &RootedPath) -> io::Result<Dir> {
        self.run(format!("folder of {path}"), false, || (), || Disk.folder(root, path))
    }

    fn read(&self, dir: &Dir, name: &str, max: u64) -> io::Result<Found> {
        self.run(format!("read {name}"), false, || (), || Disk.read(dir, name, max))
    }

    fn may_write(&self, dir: &Dir, name: &str, seen: &Seen) -> io::Result<bool> {
        self.run(format!("may write {name}"), false, || (), || Disk.may_write(dir, name, seen))
    }

    fn create(&self, dir: &Dir, name: &str) -> io::Result<File> {
        self.run(format!("create {name}"), true, || (), || Disk.create(dir, name))
    }

    fn dress(&self, new: &File, like: &File) -> io::Result<()> {
        self.run("dress", false, || (), || Disk.dress(new, like))
    }

    fn write(&self, file: &File, bytes: &[u8]) -> io::Result<()> {
        let half = || Disk.write(file, &bytes[..bytes.len() / 2]).expect("half a write");
        self.run("write", true, half, || Disk.write(file, bytes))
    }

    fn put(&self, dir: &Dir, name: &str, bytes: &[u8]) -> io::Result<()> {
        let half = || Disk.put(dir, name, &bytes[..bytes.len() / 2]).expect("half a write");
        self.run(format!("put {name}"), true, half, || Disk.put(dir, name, bytes))
    }

    fn sync(&self, _file: &File) -> io::Result<()> {
        self.run("sync", true, || (), || Ok(()))
    }

    fn sync_folder(&self, _dir: &Dir) -> io::Result<()> {
        self.run("sync folder", false, || (), || Ok(()))
    }

    fn exchange(&self, dir: &Dir, one: &str, other: &str) -> io::Result<()> {
        self.run(
            format!("exchange {one} {other}"),
            false,
            || (),
            || {
                if self.exchange {
                    Disk.exchange(dir, one, other)
                } else {
                    Err(io::ErrorKind::Unsupported.into())
                }
            },
        )
    }

    fn rename(&self, dir: &Dir, from: &str, to: &str) -> io::Result<()> {
        self.run(format!("rename {from} {to}"), false, || (), || Disk.rename(dir, from, to))
    }

    fn remove(&self, dir: &Dir, name: &str) -> io::Result<()> {
        self.run(format!("remove {name}"), false, || (), || Disk.remove(dir, name))
    }

    fn names(&self, dir: &Dir) -> io::Result<Vec<String>> {
        self.run("names", false, || (), || Disk.names(dir))
    }
}
