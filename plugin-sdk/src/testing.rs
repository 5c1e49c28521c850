//! A host made of values, for an adapter's native tests.
//!
//! Theory of operation. Natively the imports of [`crate::host`] land here and
//! answer from a [`Project`] that the test put in place for its own thread.
//! Without one there is an empty project.

mod settling;
mod values;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use crate::log::Level;
use crate::project::{Entry, Refusal};
use crate::{Action, Deadline, Effects, Event, Facts, Readiness, Status};

pub use settling::Settling;
pub use values::{diagnostic, edit, elsewhere, facts, facts_with, moved, opened, place, rename};

thread_local! {
    static CURRENT: RefCell<Project> = RefCell::new(Project::default());
}

/// A project and a search path made of strings.
#[derive(Debug, Clone, Default)]
pub struct Project {
    files: BTreeMap<String, String>,
    programs: BTreeMap<String, String>,
    log: Vec<(Level, String)>,
}

impl Project {
    /// An empty project.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file with its text; its folders come with it.
    #[must_use]
    pub fn file(mut self, path: &str, text: &str) -> Self {
        self.files.insert(path.to_owned(), text.to_owned());
        self
    }

    /// Adds a program to the search path.
    #[must_use]
    pub fn program(mut self, name: &str, path: &str) -> Self {
        self.programs.insert(name.to_owned(), path.to_owned());
        self
    }

    /// Runs something that sees this project, and gives back what it returned
    /// and what it logged.
    pub fn run<T>(self, body: impl FnOnce() -> T) -> (T, Vec<(Level, String)>) {
        let before = CURRENT.with(|current| current.replace(self));
        let value = body();
        let after = CURRENT.with(|current| current.replace(before));
        (value, after.log)
    }
}

/// Runs something that sees a project of these files.
pub fn with_project<T>(files: &[(&str, &str)], body: impl FnOnce() -> T) -> T {
    files.iter().fold(Project::new(), |project, (path, text)| project.file(path, text)).run(body).0
}

/// A readiness reducer and what it has asked for so far. The state goes
/// through its encoding at every event, as it does with the host.
pub struct Reducer<R: Readiness> {
    state: Vec<u8>,
    /// Deadlines that are set, by name, in milliseconds.
    pub deadlines: BTreeMap<String, u32>,
    /// Actions of the last event.
    pub actions: Vec<Action>,
    marker: std::marker::PhantomData<R>,
}

impl<R: Readiness> Reducer<R> {
    /// The reducer before `initialize`.
    ///
    /// # Panics
    /// If the adapter cannot start.
    #[must_use]
    pub fn start(facts: &Facts) -> Self {
        let mut effects = Effects::default();
        let state = R::start(facts, &mut effects).expect("the reducer starts");
        let mut reducer = Self {
            state: serde_json::to_vec(&state).expect("the state can be encoded"),
            deadlines: BTreeMap::new(),
            actions: Vec::new(),
            marker: std::marker::PhantomData,
        };
        reducer.apply(effects);
        reducer
    }

    /// Folds one event and says what holds after it.
    ///
    /// # Panics
    /// If the adapter fails.
    pub fn observe(&mut self, event: Event) -> Status {
        let mut effects = Effects::default();
        let mut state = self.state();
        R::observe(&mut state, event, &mut effects).expect("the reducer takes the event");
        self.state = serde_json::to_vec(&state).expect("the state can be encoded");
        self.apply(effects);
        R::status(&state)
    }

    /// What holds now.
    #[must_use]
    pub fn status(&self) -> Status {
        R::status(&self.state())
    }

    fn state(&self) -> R::State {
        serde_json::from_slice(&self.state).expect("the state can be decoded")
    }

    fn apply(&mut self, effects: Effects) {
        for Deadline { name, after_ms } in effects.deadlines {
            if after_ms == 0 {
                self.deadlines.remove(&name);
            } else {
                self.deadlines.insert(name, after_ms);
            }
        }
        self.actions = effects.actions;
    }
}

pub(crate) fn write(level: Level, message: &str) {
    CURRENT.with(|current| current.borrow_mut().log.push((level, message.to_owned())));
}

pub(crate) fn exists(path: &str) -> bool {
    let folder = format!("{path}/");
    CURRENT.with(|current| {
        let files = &current.borrow().files;
        path.is_empty()
            || files.contains_key(path)
            || files.keys().any(|file| file.starts_with(&folder))
    })
}

pub(crate) fn read(path: &str, max_bytes: u32) -> Result<String, Refusal> {
    let text = CURRENT
        .with(|current| current.borrow().files.get(path).cloned())
        .ok_or(Refusal::NotFound)?;
    if text.len() > max_bytes as usize {
        Err(Refusal::TooLarge(text.len() as u64))
    } else {
        Ok(text)
    }
}

pub(crate) fn list(path: &str, max: u32) -> Result<Vec<Entry>, Refusal> {
    if !exists(path) {
        return Err(Refusal::NotFound);
    }
    let prefix = if path.is_empty() { String::new() } else { format!("{path}/") };
    let names: BTreeSet<(String, bool)> = CURRENT.with(|current| {
        let files = &current.borrow().files;
        let below = files.keys().filter_map(|file| file.strip_prefix(&prefix));
        below
            .map(|rest| match rest.split_once('/') {
                Some((folder, _)) => (folder.to_owned(), true),
                None => (rest.to_owned(), false),
            })
            .collect()
    });
    Ok(names
        .into_iter()
        .take(max as usize)
        .map(|(name, directory)| Entry { name, directory })
        .collect())
}

pub(crate) fn find(suffixes: &[&str], skip: &[&str], max: u32) -> Vec<String> {
    let mut folders = std::collections::VecDeque::from([String::new()]);
    let mut found = Vec::new();
    while let Some(folder) = folders.pop_front() {
        for entry in list(&folder, u32::MAX).unwrap_or_default() {
            let path = if folder.is_empty() {
                entry.name.clone()
            } else {
                format!("{folder}/{}", entry.name)
            };
            if entry.directory {
                if !entry.name.starts_with('.') && !skip.contains(&entry.name.as_str()) {
                    folders.push_back(path);
                }
            } else if suffixes.iter().any(|suffix| entry.name.ends_with(suffix)) {
                found.push(path);
            }
        }
    }
    found.truncate(max as usize);
    found
}

pub(crate) fn program(name: &str) -> Option<String> {
    CURRENT.with(|current| current.borrow().programs.get(name).cloned())
}
