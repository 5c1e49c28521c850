//! What there is in the project: a compilation database, and files to open.

use deixis_plugin::project;

use crate::options::Options;

/// A project of at most so many files is opened as a whole. Parsing takes
/// about a second each; clangd keeps few syntax trees, so memory is no matter.
pub(crate) const SMALL_PROJECT: u32 = 32;

const SOURCES: &[&str] = &[".c", ".cpp", ".cc", ".cxx", ".c++", ".m", ".mm", ".cu"];
const HEADERS: &[&str] = &[".h", ".hh", ".hpp", ".hxx", ".h++", ".inl", ".ipp", ".tpp", ".cuh"];
/// Folders of others' files and of build results.
const SKIPPED: &[&str] = &[
    "node_modules",
    "target",
    "third_party",
    "third-party",
    "external",
    "vendor",
    "build",
    "builddir",
    "out",
    "dist",
    "CMakeFiles",
    "_deps",
    "bazel-bin",
    "bazel-out",
];
/// Where a database is looked for; clangd itself looks in the first two.
const DATABASE_FOLDERS: &[&str] = &[
    "",
    "build",
    "builddir",
    "_build",
    "out",
    "cmake-build-debug",
    "cmake-build-release",
    "build/debug",
    "build/release",
    "out/Default",
    "out/Debug",
    "out/Release",
];

/// Where the compile commands come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Database {
    /// clangd finds it.
    Found,
    /// It must be told of this folder.
    In(String),
    /// `compile_flags.txt`: flags, but no list of files.
    Flags,
    /// There is none.
    Missing,
}

impl Database {
    pub(crate) fn find(options: &Options) -> Self {
        if let Some(folder) = &options.compile_commands_dir {
            return Self::In(folder.clone());
        }
        let holds = |folder: &&&str| {
            let slash = if folder.is_empty() { "" } else { "/" };
            project::exists(&format!("{folder}{slash}compile_commands.json"))
        };
        match DATABASE_FOLDERS.iter().find(holds) {
            Some(&"" | &"build") => Self::Found,
            Some(folder) => Self::In((*folder).to_owned()),
            None if project::exists("compile_flags.txt") => Self::Flags,
            None => Self::Missing,
        }
    }

    /// Whether it lists the files of the project, so that they get indexed.
    pub(crate) fn lists_files(&self) -> bool {
        matches!(self, Self::Found | Self::In(_))
    }
}

/// The files to open at the start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Seeds {
    pub(crate) paths: Vec<String>,
    /// These are all files of the project.
    pub(crate) all: bool,
}

impl Seeds {
    pub(crate) fn find() -> Self {
        let suffixes: Vec<&str> = SOURCES.iter().chain(HEADERS).copied().collect();
        let files = project::find(&suffixes, SKIPPED, SMALL_PROJECT + 1);
        if files.len() <= SMALL_PROJECT as usize {
            return Self { paths: files, all: true };
        }
        let source = files.iter().find(|path| is_source(path)).cloned();
        Self {
            paths: source
                .or_else(|| project::find(SOURCES, SKIPPED, 1).pop())
                .into_iter()
                .collect(),
            all: false,
        }
    }
}

fn is_source(path: &str) -> bool {
    SOURCES.iter().any(|suffix| path.ends_with(suffix))
}

/// Whether a changed file is one that clangd reads.
pub(crate) fn is_ours(path: &str) -> bool {
    is_source(path) || is_header(path)
}

/// Whether a file is one that others include.
pub(crate) fn is_header(path: &str) -> bool {
    HEADERS.iter().any(|suffix| path.ends_with(suffix))
}

/// Folders that usually hold headers, for projects that do not say so.
pub(crate) fn include_folders() -> Vec<&'static str> {
    ["include", "src", "inc"].into_iter().filter(|folder| project::exists(folder)).collect()
}
