//! What there is in the project: build files, and sources to open without one.

use deixis_plugin::project;

/// Files that jdtls imports a project from, by the end of their name.
const BUILD_FILES: &[&str] = &[
    "pom.xml",
    "build.gradle",
    "build.gradle.kts",
    "settings.gradle",
    "settings.gradle.kts",
    ".classpath",
];
/// Folders of others' files and of build results.
const SKIPPED: &[&str] = &["node_modules", "target", "build", "out", "bin", "dist"];
/// Folders that sources are usually below, the longest first.
const SOURCE_FOLDERS: &[&str] = &["src/main/java", "src/test/java", "src", "test", "tests", "java"];
/// Files looked at.
const MAX_FILES: u32 = 1_000;

/// Whether a change of this file changes what the project is.
pub(crate) fn is_build_file(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    BUILD_FILES.contains(&name) || name == ".project" || name == "gradle.properties"
}

/// Whether there is something to import a project from.
pub(crate) fn has_build_file() -> bool {
    project::find(BUILD_FILES, SKIPPED, MAX_FILES).iter().any(|path| is_build_file(path))
}

/// The first source below each folder that sources are usually below, and one
/// of those that are elsewhere.
pub(crate) fn seeds() -> Vec<String> {
    let sources = project::find(&[".java"], SKIPPED, MAX_FILES);
    let mut seen: Vec<Option<&str>> = Vec::new();
    let mut seeds = Vec::new();
    for path in sources {
        let folder = source_folder(&path);
        if !seen.contains(&folder) {
            seen.push(folder);
            seeds.push(path);
        }
    }
    seeds
}

/// The folder of sources that a file lies in, as far as its name says it.
pub(crate) fn source_folder(path: &str) -> Option<&'static str> {
    SOURCE_FOLDERS.iter().copied().find(|folder| is_below(path, folder))
}

fn is_below(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use deixis_plugin::testing;

    fn check(files: &[&str], built: bool, expected: &[&str]) {
        let files: Vec<(&str, &str)> = files.iter().map(|path| (*path, "")).collect();
        testing::with_project(&files, || {
            assert_eq!(has_build_file(), built, "{files:?}");
            assert_eq!(seeds(), expected, "{files:?}");
        });
    }

    #[test]
    fn one_source_of_each_folder_is_a_seed() {
        check(&["src/a/A.java", "src/a/B.java"], false, &["src/a/A.java"]);
        check(
            &["src/main/java/a/A.java", "src/test/java/a/ATest.java", "pom.xml"],
            true,
            &["src/main/java/a/A.java", "src/test/java/a/ATest.java"],
        );
        check(&["A.java", "lib/B.java", "test/C.java"], false, &["A.java", "test/C.java"]);
        check(&["target/A.java"], false, &[]);
    }

    #[test]
    fn build_files_are_known_by_their_whole_names() {
        check(&["sub/build.gradle.kts"], true, &[]);
        check(&["my-pom.xml"], false, &[]);
        assert!(is_build_file("a/pom.xml") && !is_build_file("a/xpom.xml"));
    }
}
