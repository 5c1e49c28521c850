//! What is on disk when the question is asked is what the answer is about.

use deixis_tests::client::Deixis;
use deixis_tests::config::Config;
use deixis_tests::project::Project;
use deixis_tests::scripted::Scripted;
use deixis_tests::start::Start;
use serde_json::json;

/// Asks for references of `greet` by its declaration and compares with the scan.
fn check(deixis: &mut Deixis, project: &Project, what: &str) {
    let declared = project.occurrences("greet", &[".toy"]);
    let declared = declared.iter().find(|at| at.starts_with("a.toy")).expect("a declaration");
    let answer = deixis.call("references", &json!({"path": declared, "includeDeclaration": true}));
    assert_eq!(
        answer.places("locations"),
        project.occurrences("greet", &[".toy"]),
        "{what}: {}",
        answer.text()
    );
}

#[test]
fn changes_on_disk_are_seen_at_the_next_call() {
    let project = Project::new()
        .file("a.toy", "fn greet\n")
        .file("b.toy", "greet\n")
        .file("c.toy", "nothing\n");
    let script = Scripted::new("[server]\nwatch = [\"**/*.toy\"]\n");
    let mut deixis = Start::new(project.root(), Config::new().scripted("toy", &script)).start();
    check(&mut deixis, &project, "at first");

    project.write("a.toy", "// a line before\nfn greet greet\n");
    check(&mut deixis, &project, "an open document changed");
    project.write("b.toy", "greet greet greet\n");
    check(&mut deixis, &project, "an unopened file changed");
    project.write("deep/new/d.toy", "greet\n");
    check(&mut deixis, &project, "a file in a new folder");
    project.remove("b.toy");
    check(&mut deixis, &project, "a file removed");
    let replaced = project.root().join("c.toy");
    let beside = project.root().join("c.toy.part");
    std::fs::write(&beside, "greet\n").expect("a file beside");
    std::fs::rename(&beside, &replaced).expect("a rename over a file");
    check(&mut deixis, &project, "a file replaced by a rename");
    for number in 0..300 {
        project.write(&format!("many/{number}.toy"), "greet\n");
    }
    let answer = deixis.call(
        "references",
        &json!({"path": "a.toy", "line": 2, "symbol": "greet", "limit": 1, "includeDeclaration": true}),
    );
    // Two on a line: the candidates settle it.
    assert_eq!(answer.error_code(), "ambiguous_symbol", "{}", answer.0);
    let answer = deixis.call(
        "references",
        &json!({"path": "a.toy:2:4", "limit": 500, "includeDeclaration": true}),
    );
    assert_eq!(
        answer.structured()["pagination"]["total"],
        project.occurrences("greet", &[".toy"]).len()
    );
}

#[test]
fn the_same_size_and_time_stamp_hide_nothing() {
    let project = Project::new().file("a.toy", "fn greet\nfn other\n");
    let script = Scripted::new("");
    let mut deixis = Start::new(project.root(), Config::new().scripted("toy", &script)).start();
    check(&mut deixis, &project, "at first");
    let path = project.root().join("a.toy");
    let stamp = std::fs::metadata(&path).and_then(|data| data.modified()).expect("a time stamp");
    std::fs::write(&path, "fn other\nfn greet\n").expect("the file can be written");
    let file = std::fs::File::options().write(true).open(&path).expect("the file");
    file.set_modified(stamp).expect("the old time stamp");
    drop(file);
    check(&mut deixis, &project, "same size, same time stamp");
}

#[test]
fn line_ends_marks_and_empty_files_keep_their_places() {
    let texts = [
        "fn greet\r\nx greet\r\ny greet",
        "\u{feff}fn greet\ngreet\n",
        "fn greet\rgreet\rgreet",
        "é🦀 fn greet é🦀 x\n🦀🦀 greet\n",
    ];
    for sync in ["full", "strict"] {
        for encoding in ["utf-8", "utf-16", "utf-32"] {
            let project = Project::new().file("a.toy", "fn greet\n").file("e.toy", "");
            let script = Scripted::new(&format!(
                "[server]\nsync = \"{sync}\"\nencodings = [\"{encoding}\"]\n"
            ));
            let mut deixis =
                Start::new(project.root(), Config::new().scripted("toy", &script)).start();
            for text in texts {
                project.write("a.toy", text);
                let what = format!("{sync} {encoding} {text:?}");
                // The scan of the harness knows `\n` only; ask by what the server says instead.
                let answer = deixis.call(
                    "references",
                    &json!({"path": "a.toy", "symbol": "greet", "includeDeclaration": true}),
                );
                assert_eq!(
                    answer.places("locations").len(),
                    text.matches("greet").count(),
                    "{what}: {}",
                    answer.text()
                );
                for place in answer.places("locations") {
                    let hover = deixis.call("hover", &json!({"path": place}));
                    assert!(
                        hover.text().contains("`greet`"),
                        "{what}: {place} gives {}",
                        hover.text()
                    );
                }
            }
        }
    }
}

/// Runs a command in the project.
#[cfg(unix)]
fn shell(project: &Project, command: &str) {
    let mut sh = std::process::Command::new("sh");
    sh.args(["-ec", command]).current_dir(project.root());
    sh.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_SYSTEM", "/dev/null");
    let output = sh.output().expect("a shell");
    assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
}

#[cfg(unix)]
#[test]
fn changes_by_other_programs_are_seen_at_the_next_call() {
    let project = Project::new().file("a.toy", "fn greet\n").file("deep/b.toy", "greet\n");
    let git = "git -c user.name=t -c user.email=t@t -c init.defaultBranch=main";
    shell(&project, &format!("{git} init -q . && {git} add . && {git} commit -qm one"));
    let script = Scripted::new("[server]\nwatch = [\"**/*.toy\"]\n");
    let mut deixis = Start::new(project.root(), Config::new().scripted("toy", &script)).start();
    check(&mut deixis, &project, "at first");
    for (what, command) in [
        ("appended by a shell", "echo greet >> deep/b.toy; echo greet > c.toy"),
        ("edited in place", "sed -i 's/greet/greet greet/' deep/b.toy"),
        ("an editor that replaces", "printf 'x greet\\n' > b.swp && mv b.swp deep/b.toy"),
        ("a folder moved", "mv deep deeper"),
        ("a folder removed", "rm -r deeper"),
        ("everything put back", "git checkout -q . && git clean -qfd"),
    ] {
        shell(&project, command);
        check(&mut deixis, &project, what);
    }
    shell(
        &project,
        "printf 'greet\\ngreet\\n' > deep/b.toy && mkdir new && echo greet > new/d.toy",
    );
    shell(&project, &format!("{git} checkout -qb other && {git} add . && {git} commit -qm two"));
    check(&mut deixis, &project, "committed on a branch");
    shell(&project, "git checkout -q main");
    check(&mut deixis, &project, "another branch checked out");
    shell(&project, "git checkout -q other");
    check(&mut deixis, &project, "and back");
}
