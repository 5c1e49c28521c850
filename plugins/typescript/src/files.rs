//! Which files to open so that each project of the root is loaded.
//!
//! Theory of operation. A project is what a `tsconfig.json` or `jsconfig.json`
//! describes; where there is none, the root is one. Configuration files of
//! tools and declarations often lie beside a project without being part of it,
//! so a seed is looked for in its source folders first. A project may have
//! parts that no configuration joins (`src`, `test`): up to three folders of
//! each get a seed.

use deixis_plugin::project;

/// Projects that get seeds.
const MAX_PROJECTS: usize = 16;
/// Seeds of one project.
const SEEDS_PER_PROJECT: usize = 3;
/// Seeds of the whole root: the host keeps a bounded number of documents open.
const MAX_SEEDS: usize = 24;
/// Files looked at to find seeds.
const MAX_FILES: u32 = 1_000;

const SOURCES: &[&str] = &[".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"];
const PROJECT_FILES: &[&str] = &["tsconfig.json", "jsconfig.json"];
const SKIPPED: &[&str] = &[
    "node_modules",
    "bower_components",
    "dist",
    "build",
    "out",
    "coverage",
    "target",
    "vendor",
    "__snapshots__",
];

/// The seed files of the whole root.
pub(crate) fn seeds() -> Vec<String> {
    let mut files = project::find(SOURCES, SKIPPED, MAX_FILES);
    // A stable sort: the breadth-first order stays among equals.
    files.sort_by_key(|path| rank(path));
    let mut folders: Vec<String> = project::find(PROJECT_FILES, SKIPPED, MAX_PROJECTS as u32)
        .iter()
        .filter(|path| PROJECT_FILES.contains(&file_name(path)))
        .map(|path| path.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned())
        .collect();
    folders.dedup();
    if folders.is_empty() {
        folders.push(String::new());
    }
    folders.iter().flat_map(|folder| seeds_of(folder, &folders, &files)).take(MAX_SEEDS).collect()
}

/// Seeds of one project: the best file of each of its first folders.
fn seeds_of(folder: &str, folders: &[String], files: &[String]) -> Vec<String> {
    let mut seeds = Vec::new();
    let mut parts: Vec<&str> = Vec::new();
    for file in files.iter().filter(|file| innermost(file, folders) == Some(folder)) {
        let part =
            below(file, folder).and_then(|rest| rest.split_once('/')).map_or("", |(part, _)| part);
        if seeds.len() < SEEDS_PER_PROJECT && !parts.contains(&part) {
            parts.push(part);
            seeds.push(file.clone());
        }
    }
    seeds
}

/// The innermost project folder that a file is in.
fn innermost<'a>(file: &str, folders: &'a [String]) -> Option<&'a str> {
    folders
        .iter()
        .map(String::as_str)
        .filter(|folder| below(file, folder).is_some())
        .max_by_key(|folder| folder.len())
}

/// A path relative to a folder, if it is within.
fn below<'a>(path: &'a str, folder: &str) -> Option<&'a str> {
    if folder.is_empty() { Some(path) } else { path.strip_prefix(folder)?.strip_prefix('/') }
}

/// Lower is more surely part of its project.
fn rank(path: &str) -> u8 {
    let name = file_name(path);
    let has_folder = |names: &[&str]| path.split('/').any(|part| names.contains(&part));
    if name.ends_with(".d.ts") || name.contains(".config.") || name.starts_with('.') {
        3
    } else if has_folder(&["src", "lib", "app", "source"]) {
        0
    } else if path.contains('/') && !has_folder(&["scripts", "tools", "config"]) {
        1
    } else {
        2
    }
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Whether a changed file is a source of the project.
pub(crate) fn is_ours(path: &str) -> bool {
    SOURCES.iter().any(|suffix| path.ends_with(suffix))
        && !path.split('/').any(|part| SKIPPED.contains(&part))
}

#[cfg(test)]
mod tests {
    use super::*;
    use deixis_plugin::testing;

    fn check(files: &[&str], expected: &[&str]) {
        let files: Vec<(&str, &str)> = files.iter().map(|path| (*path, "")).collect();
        assert_eq!(testing::with_project(&files, seeds), expected, "{files:?}");
    }

    #[test]
    fn every_project_gets_seeds() {
        check(&["src/a.ts", "src/b.ts"], &["src/a.ts"]);
        check(
            &["tsconfig.json", "vite.config.ts", "src/a.ts", "test/a.ts"],
            &["src/a.ts", "test/a.ts", "vite.config.ts"],
        );
        check(
            &[
                "tsconfig.json",
                "packages/a/tsconfig.json",
                "packages/a/src/a.ts",
                "packages/b/jsconfig.json",
                "packages/b/b.js",
            ],
            &["packages/a/src/a.ts", "packages/b/b.js"],
        );
        check(&["node_modules/x/a.ts", "dist/a.js", "a.js"], &["a.js"]);
        check(&["types.d.ts", "a.ts"], &["a.ts"]);
        check(&["README.md"], &[]);
    }
}
