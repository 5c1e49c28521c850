//! A project of many files that is renamed to and fro, and what must hold of it whenever nobody
//! is changing it: all files have one name or all have the other, to the byte, and nothing else
//! is there.

use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;

use deixis_tests::answer::Answer;
use deixis_tests::client::Deixis;
use deixis_tests::config::Config;
use deixis_tests::project::Project;
use deixis_tests::scripted::Scripted;
use deixis_tests::start::Start;
use serde_json::{Value, json};

/// What the one symbol is called.
pub(super) const NAMES: [&str; 3] = ["greet", "hail", "salute"];
/// Modes of the files, in turn.
const MODES: [u32; 3] = [0o644, 0o600, 0o755];
/// Places of the name in each file.
const PLACES: usize = 2;

pub(super) struct Many {
    pub(super) project: Project,
    pub(super) files: usize,
    lines: usize,
    /// Apart from that of other tests, so that its journals are this project's.
    state: tempfile::TempDir,
}

impl Many {
    pub(super) fn new(files: usize, lines: usize) -> Self {
        let state = tempfile::tempdir().expect("a folder for state");
        let many = Self { project: Project::new(), files, lines, state };
        for number in 0..files {
            many.project.write(&Self::path(number), &many.text(number, NAMES[0]));
            let mode = std::fs::Permissions::from_mode(MODES[number % MODES.len()]);
            std::fs::set_permissions(many.file(number), mode).expect("a mode");
        }
        many
    }

    /// Some in the root, some below it.
    pub(super) fn path(number: usize) -> String {
        format!("{}f{number}.toy", ["", "src/"][number % 2])
    }

    pub(super) fn file(&self, number: usize) -> PathBuf {
        self.project.root().join(Self::path(number))
    }

    /// Two kinds of line end, a character of four bytes, no final newline.
    pub(super) fn text(&self, number: usize, name: &str) -> String {
        let first = if number == 0 { "fn" } else { "on" };
        let between = (0..self.lines).map(|line| format!("line {line} of file {number}\r\n"));
        format!("{first} {name}\r\n{}🦀 {name}\nend", between.collect::<String>())
    }

    pub(super) fn start(&self, script: &Scripted) -> Deixis {
        self.prepare(script).start()
    }

    pub(super) fn prepare(&self, script: &Scripted) -> Start {
        Start::new(self.project.root(), Config::new().scripted("toy", script))
            .argument("--allow-mutation")
            .environment("XDG_STATE_HOME", self.state.path())
    }

    /// Asserts that the project is whole and gives the name in it.
    pub(super) fn name(&self, context: &str) -> &'static str {
        let first = self.read(0, context);
        let name = NAMES.into_iter().find(|name| first == self.text(0, name).as_bytes());
        let name = name.unwrap_or_else(|| panic!("{context}: f0.toy is torn"));
        for number in 0..self.files {
            let right = self.read(number, context) == self.text(number, name).as_bytes();
            assert!(right, "{context}: {} is not as `{name}`", Self::path(number));
            let mode = std::fs::metadata(self.file(number)).expect("a file").permissions().mode();
            assert_eq!(mode & 0o7777, MODES[number % MODES.len()], "{context}: {number}");
        }
        let mut expected: Vec<String> = (0..self.files).map(Self::path).collect();
        expected.sort();
        assert_eq!(self.all_files(), expected, "{context}: what is there");
        name
    }

    /// As [`Self::name`], after recovery: no journal waits either.
    pub(super) fn settled_name(&self, context: &str) -> &'static str {
        assert_eq!(self.journals(), Vec::<String>::new(), "{context}: journals");
        self.name(context)
    }

    fn read(&self, number: usize, context: &str) -> Vec<u8> {
        let bytes = std::fs::read(self.file(number));
        bytes.unwrap_or_else(|error| panic!("{context}: {}: {error}", Self::path(number)))
    }

    /// Everything below the root, hidden files too.
    pub(super) fn all_files(&self) -> Vec<String> {
        let mut found = Vec::new();
        let mut folders = vec![self.project.root().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                let path = path.strip_prefix(self.project.root()).expect("below the root");
                found.push(path.to_string_lossy().into_owned());
            }
        }
        found.sort();
        found
    }

    /// Journals of the project, open and kept.
    pub(super) fn journals(&self) -> Vec<String> {
        let all = self.state.path().join("deixis/journals");
        let of_roots = std::fs::read_dir(all).into_iter().flatten().flatten();
        let files = of_roots.flat_map(|root| std::fs::read_dir(root.path()).into_iter().flatten());
        let names = files.flatten().map(|file| file.file_name().to_string_lossy().into_owned());
        names.filter(|name| name.ends_with(".journal") || name.ends_with(".kept")).collect()
    }

    /// Asks for all places of a name.
    pub(super) fn ask(deixis: &mut Deixis, name: &str) -> u64 {
        let arguments = json!({
            "path": "f0.toy", "line": 1, "symbol": name, "includeDeclaration": true,
        });
        deixis.begin("references", &arguments)
    }

    /// Whether an answer to [`Self::ask`] says that the project has this name: in every place,
    /// or in none.
    pub(super) fn has(&self, answer: &Answer, name: &str, context: &str) -> bool {
        if answer.error_code() == "symbol_not_found" {
            return false;
        }
        assert!(!answer.is_error(), "{context}: {}", answer.0);
        let places = answer.places("locations");
        assert_eq!(places.len(), PLACES * self.files, "{context}: of {name}: {places:?}");
        true
    }

    /// Asserts that one call is about the tree as it is now, and gives the name in it.
    pub(super) fn check_call(&self, deixis: &mut Deixis, context: &str) -> &'static str {
        let id = Self::ask(deixis, NAMES[0]);
        let answer = deixis.finish(id);
        let name = self.settled_name(context);
        assert_eq!(self.has(&answer, NAMES[0], context), name == NAMES[0], "{context}");
        name
    }
}

/// Another name than this one.
pub(super) fn other(name: &str) -> &'static str {
    if name == NAMES[0] { NAMES[1] } else { NAMES[0] }
}

/// Previews a rename of the symbol and gives its id.
pub(super) fn preview(deixis: &mut Deixis, name: &str) -> Value {
    let arguments = json!({"path": "f0.toy:1:4", "newName": name, "limit": 1});
    super::id(&deixis.call("preview_rename", &arguments))
}

/// Begins to make a rename that was previewed.
pub(super) fn begin(deixis: &mut Deixis, id: &Value) -> u64 {
    deixis.begin("apply_rename", &json!({"previewId": id, "diagnosticsWaitMs": 0}))
}
