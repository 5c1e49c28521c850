//! Renames on real servers, the first thing that a fresh process is asked: every place in every
//! file, a project that its own compiler still accepts, and references that know at once.

use std::path::PathBuf;
use std::process::Command;

use deixis_tests::binary::{checkout, path, wanted};
use deixis_tests::config::Config;
use deixis_tests::project::Sample;
use deixis_tests::start::Start;
use serde_json::json;

/// Renames the function, asked at its declaration and, in another copy of the project, at a use.
fn check(sample: fn() -> Sample, program: &str, recipe: Option<&str>, new_name: &str) {
    if !wanted(program) {
        return;
    }
    for at_use in [false, true] {
        renamed(&sample(), recipe, new_name, at_use);
    }
}

fn renamed(sample: &Sample, recipe: Option<&str>, new_name: &str, at_use: bool) {
    let (project, adapter) = (&sample.project, sample.adapter);
    compile(sample);
    let mut config = Config::new().adapter(adapter);
    if let Some(recipe) = recipe {
        config = config.set(&format!("servers.{adapter}.options.recipe"), recipe);
    }
    let before = sample.everywhere();
    let place = if at_use { sample.a_use() } else { sample.declaration() };
    let mut deixis = Start::new(project.root(), config).argument("--allow-mutation").start();
    let preview =
        deixis.call("preview_rename", &json!({"path": place, "newName": new_name, "limit": 500}));
    let preview = &preview;
    let id = &preview.structured()["previewId"];
    assert!(id.is_string(), "{place}: {}", preview.0);
    assert_eq!(project.occurrences(sample.function, sample.endings), before, "nothing is written");

    let applied = deixis.call("apply_rename", &json!({"previewId": id}));
    assert!(!applied.is_error(), "{}", applied.0);
    let old = project.occurrences(sample.function, sample.endings);
    assert_eq!(old, Vec::<String>::new(), "{place}: {}", preview.text());
    let new = project.occurrences(new_name, sample.endings);
    assert_eq!(new.len(), before.len(), "{place}: {}", preview.text());
    compile(sample);

    let declared = format!("{}:", sample.declared_in);
    let declaration = new.iter().find(|at| at.starts_with(&declared)).expect("a declaration");
    let arguments = json!({"path": declaration, "includeDeclaration": true});
    let found = deixis.call("references", &arguments);
    assert_eq!(found.places("locations"), new, "{place}: {}", found.text());
}

/// The project's own compiler accepts it.
fn compile(sample: &Sample) {
    let deps = checkout().join(".deps");
    let tool = |path: &str| deps.join(path).into_os_string();
    let commands: Vec<(std::ffi::OsString, Vec<String>)> = match sample.adapter {
        "rust" => vec![("cargo".into(), words("check --quiet --offline --all-targets"))],
        "cpp" => ["src/main.cpp", "src/inner/one.cpp", "src/outer/two.cpp"]
            .map(|file| {
                ("c++".into(), words(&format!("-std=c++17 -fsyntax-only -Iinclude {file}")))
            })
            .into(),
        "go" => vec![("go".into(), words("vet ./..."))],
        "typescript" => {
            vec![(tool("npm/node_modules/.bin/tsc"), words("--project ."))]
        }
        "python" => vec![(tool("bin/pyright"), words("."))],
        other => panic!("no compiler is known for {other}"),
    };
    let target = tempfile::tempdir().expect("a folder");
    for (program, arguments) in commands {
        let output = Command::new(&program)
            .args(&arguments)
            .current_dir(sample.project.root())
            .env("PATH", path())
            .env("CARGO_TARGET_DIR", target.path())
            .env("GOFLAGS", "-mod=mod")
            .env("GOPROXY", "off")
            .env("GOTOOLCHAIN", "local")
            .output()
            .unwrap_or_else(|error| panic!("{}: {error}", PathBuf::from(&program).display()));
        assert!(
            output.status.success(),
            "{} {arguments:?}: {}{}",
            PathBuf::from(&program).display(),
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
    }
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(ToOwned::to_owned).collect()
}

#[test]
fn rust_analyzer() {
    check(Sample::rust, "rust-analyzer", None, "compose_salute");
}

#[test]
fn clangd() {
    check(Sample::cpp, Sample::cpp().program, None, "compose_salute");
}

#[test]
fn gopls() {
    check(Sample::go, "gopls", None, "ComposeSalute");
}

#[test]
fn typescript_language_server() {
    check(Sample::typescript, "typescript-language-server", None, "composeSalute");
}

#[test]
fn vtsls() {
    check(Sample::typescript, "vtsls", Some("vtsls"), "composeSalute");
}

#[test]
fn pyright() {
    check(Sample::python, "pyright-langserver", None, "compose_salute");
}

#[test]
fn basedpyright() {
    check(Sample::python, "basedpyright-langserver", Some("basedpyright"), "compose_salute");
}
