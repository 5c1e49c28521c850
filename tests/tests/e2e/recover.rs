//! `deixis recover`, after a host that was killed while it replaced files.
//!
//! `strace` kills it: as the system call is entered that would replace the nth file, so that
//! exactly the files before it are replaced. `renameat2` is called for nothing else.

use std::fs::File;
use std::process::{Command, Output, Stdio};

use deixis_tests::binary;
use deixis_tests::config::Config;
use deixis_tests::project::Project;
use deixis_tests::scripted::Scripted;
use deixis_tests::start::Start;
use serde_json::{Value, json};

const OLD: [(&str, &str); 3] =
    [("a.toy", "fn greet\n"), ("b.toy", "greet 1\n"), ("c.toy", "greet 2\n")];
const NEW: [&str; 3] = ["fn hail\n", "hail 1\n", "hail 2\n"];

fn project() -> Project {
    OLD.iter().fold(Project::new(), |project, (path, text)| project.file(path, text))
}

/// A project whose host was killed when it had replaced so many of its files. `None`, visibly,
/// where there is no `strace`.
fn killed_after(replaced: usize) -> Option<Project> {
    if !binary::on_path("strace") {
        eprintln!("left out: there is no strace to kill with");
        return None;
    }
    let project = project();
    let script = Scripted::new("");
    let inject = format!("inject=renameat2:signal=KILL:when={}", replaced + 1);
    let runner =
        ["strace", "-f", "-qqq", "-o", "/dev/null", "-e", "trace=renameat2", "-e", &inject];
    let config = Config::new().scripted("toy", &script);
    let start = Start::new(project.root(), config).argument("--allow-mutation").run_by(&runner);
    let mut deixis = start.start();
    let preview = deixis.call("preview_rename", &json!({"path": "a.toy:1:4", "newName": "hail"}));
    let arguments = json!({"previewId": preview.structured()["previewId"], "diagnosticsWaitMs": 0});
    let sent = deixis.begin("apply_rename", &arguments);
    deixis.wait_for_death(sent);
    drop(deixis);
    let left: Vec<bool> =
        OLD.iter().zip(NEW).map(|((path, _), new)| project.read(path) == new).collect();
    assert_eq!(left, [0, 1, 2].map(|number| number < replaced), "killed somewhere else");
    Some(project)
}

/// Runs `deixis recover`.
fn command(project: &Project, arguments: &[&str]) -> Command {
    let mut command = Command::new(binary::deixis());
    command.arg("recover").args(arguments).current_dir(project.root()).stdin(Stdio::null());
    command.env("XDG_STATE_HOME", binary::state()).env_remove("CLAUDE_PROJECT_DIR");
    command
}

fn run(project: &Project, arguments: &[&str]) -> Output {
    command(project, arguments).output().expect("deixis starts")
}

/// What it says, all of it, once its exit code and these parts of it are right.
fn check(project: &Project, arguments: &[&str], code: i32, parts: &[&str]) -> String {
    said(&run(project, arguments), arguments, code, parts)
}

fn said(output: &Output, arguments: &[&str], code: i32, parts: &[&str]) -> String {
    let out = String::from_utf8_lossy(&output.stdout);
    let all = format!("{out}{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {all}");
    for part in parts {
        assert!(all.contains(part), "{arguments:?}: {part:?} in {all}");
    }
    all
}

fn json(project: &Project, arguments: &[&str], code: i32) -> Value {
    let all = check(project, &[&["--json"], arguments].concat(), code, &[]);
    serde_json::from_str(&all).unwrap_or_else(|error| panic!("{error}: {all}"))
}

/// Every name in the project, and every text.
fn files(project: &Project) -> Vec<(String, String)> {
    let entries = std::fs::read_dir(project.root()).expect("the project");
    let mut files: Vec<_> = entries
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .map(|name| (name.clone(), project.read(&name)))
        .collect();
    files.sort();
    files
}

fn old() -> Vec<(String, String)> {
    OLD.map(|(path, text)| (path.to_owned(), text.to_owned())).to_vec()
}

#[test]
fn where_nothing_died_there_is_nothing_to_do() {
    let project = project();
    for arguments in [&[][..], &["--settle"]] {
        check(&project, arguments, 0, &["Nothing is unsettled in"]);
    }
    let report = json(&project, &[], 0);
    let expected = json!({
        "root": project.root(), "settled": true, "done": [], "discarded": null,
        "unfinished": [], "kept": [], "strays": [], "straysIncomplete": false,
    });
    assert_eq!(report, expected);
    assert_eq!(files(&project), old());
}

#[test]
fn what_died_is_shown_and_then_undone() {
    let Some(project) = killed_after(1) else { return };
    let before = files(&project);
    let report = json(&project, &[], 1);
    let change = &report["unfinished"][0];
    assert_eq!(change["state"], "prepared", "{report}");
    assert_eq!(change["files"], json!(["a.toy", "b.toy", "c.toy"]));
    assert_eq!(report["strays"], json!([]), "its stages are no strays");
    let id = change["id"].as_str().expect("an id");
    let journal = change["journal"].as_str().expect("a path");
    assert!(File::open(journal).is_ok(), "{journal}");
    check(&project, &[], 1, &["Unfinished: change", id, journal, "a.toy", "--settle"]);
    check(&project, &["--discard", id], 1, &[id, "unfinished", "deixis recover --settle"]);
    assert_eq!(files(&project), before, "looking changes nothing");

    // Somebody else is at it.
    let lock = std::path::Path::new(journal).with_file_name("lock");
    let lock = File::options().write(true).open(lock).expect("the lock");
    lock.lock().expect("the lease");
    check(&project, &["--settle"], 1, &["another Deixis", "again"]);
    drop(lock);
    assert_eq!(files(&project), before);

    let undone = ["a.toy: undone", "b.toy: undone", "c.toy: undone"];
    check(&project, &["--settle"], 0, &[&["Undone: change", id], &undone[..]].concat());
    assert_eq!(files(&project), old());
    assert!(File::open(journal).is_err());
    check(&project, &[], 0, &["Nothing is unsettled"]);
}

#[test]
fn an_edit_of_a_new_text_completes_the_rest() {
    let Some(project) = killed_after(1) else { return };
    project.write("a.toy", "fn hail(everybody)\n");
    let report = json(&project, &["--settle"], 0);
    let done = &report["done"][0];
    assert_eq!(done["outcome"], "completed", "{report}");
    let ends: Vec<&Value> =
        done["files"].as_array().expect("files").iter().map(|file| &file["end"]).collect();
    assert_eq!(ends, ["untouched", "completed", "completed"], "{report}");
    let texts: Vec<String> = files(&project).into_iter().map(|(_, text)| text).collect();
    assert_eq!(texts, ["fn hail(everybody)\n", NEW[1], NEW[2]]);
}

#[test]
fn edits_that_fit_no_end_keep_the_journal_until_it_is_discarded() {
    let Some(project) = killed_after(2) else { return };
    project.write("a.toy", "fn hail(everybody)\n");
    project.write("c.toy", "greet everybody\n");
    let report = json(&project, &["--settle"], 1);
    let done = &report["done"][0];
    assert_eq!(done["outcome"], "kept", "{report}");
    let end = |number: usize| (&done["files"][number]["path"], &done["files"][number]["end"]);
    assert_eq!(end(0), (&json!("a.toy"), &json!("untouched")), "{report}");
    assert_eq!(end(1), (&json!("b.toy"), &json!("undone")), "{report}");
    assert_eq!(end(2), (&json!("c.toy"), &json!("untouched")), "{report}");
    let texts: Vec<String> = files(&project).into_iter().map(|(_, text)| text).collect();
    assert_eq!(texts, ["fn hail(everybody)\n", OLD[1].1, "greet everybody\n"]);

    let id = report["kept"][0]["id"].as_str().expect("an id").to_owned();
    let journal = report["kept"][0]["journal"].as_str().expect("a path").to_owned();
    let held = std::fs::read(&journal).expect("the journal");
    let text = OLD[0].1.as_bytes();
    assert!(held.windows(text.len()).any(|part| part == text), "the old text as it was");
    let discard = format!("--discard {id}");
    check(&project, &[], 1, &["Kept: change", "a.toy", &journal, &discard]);
    // Settling again is no second change.
    let again = json(&project, &["--settle"], 1);
    assert_eq!((&again["done"], &again["kept"][0]["id"]), (&json!([]), &json!(id)), "{again}");
    check(&project, &["--discard", "0123"], 1, &["--discard 0123", "for example", &discard]);
    check(&project, &["--discard", &id], 0, &["Discarded: change", &id]);
    assert!(File::open(&journal).is_err());
    check(&project, &["--discard", &id], 1, &["no journal of this project is kept"]);
}

#[test]
fn stages_whose_journal_is_lost_are_named_and_left() {
    let project = project();
    let stray = "sub/.deixis-00112233445566778899aabbccddeeff-0.new";
    project.write(stray, "hail\n");
    project.write("sub/.deixis-notes", "mine\n");
    for arguments in [&[][..], &["--settle"]] {
        let text = check(&project, arguments, 1, &["Stray:", stray]);
        assert!(!text.contains("notes"), "{text}");
    }
    let report = json(&project, &[], 1);
    assert_eq!(report["strays"], json!([stray]));
    assert_eq!(project.read(stray), "hail\n");
    project.remove(stray);
    check(&project, &[], 0, &[]);
}

#[test]
fn mistakes_are_told_with_what_is_right() {
    let project = project();
    let homeless = command(&project, &[]).env_clear().output().expect("deixis starts");
    said(&homeless, &["no home"], 1, &["XDG_STATE_HOME", "=/home/me/.local/state"]);
    check(&project, &["--root", "/nowhere"], 1, &["--root /nowhere"]);
    check(&project, &["--settle", "--discard", "0123"], 2, &["--settle", "--discard"]);
}
