//! Real servers see the disk as it is: after each change the very next answer is about
//! it, with nothing in between.

use deixis_tests::client::Deixis;
use deixis_tests::project::Sample;
use serde_json::json;

use super::fresh;

/// Asks for all references and compares with the scan.
fn check(deixis: &mut Deixis, sample: &Sample, what: &str) {
    let arguments = json!({"path": sample.declaration(), "includeDeclaration": true});
    let answer = deixis.call("references", &arguments);
    let what = format!("{}: {what}: {}", sample.adapter, answer.text());
    assert_eq!(answer.places("locations"), sample.everywhere(), "{what}");
}

/// Files that make one more user of the function: the first is new.
fn another_user(sample: &Sample) -> Vec<(&'static str, String)> {
    let project = &sample.project;
    let copy = project.read(sample.used_in);
    match sample.adapter {
        "rust" => {
            let whole = project.read("src/lib.rs");
            vec![
                ("src/another.rs", copy),
                ("src/lib.rs", whole.replace("pub mod outer;", "pub mod another;\npub mod outer;")),
            ]
        }
        "cpp" => {
            let database = project.read("compile_commands.json");
            let mut database: serde_json::Value =
                serde_json::from_str(&database).expect("a database");
            let mut entry = database[1].clone();
            let old = sample.used_in;
            let entry_text = entry.to_string().replace(old, "src/inner/another.cpp");
            entry = serde_json::from_str(&entry_text).expect("an entry");
            database.as_array_mut().expect("entries").push(entry);
            vec![("src/inner/another.cpp", copy), ("compile_commands.json", database.to_string())]
        }
        "go" => vec![("another/another.go", copy)],
        "typescript" => vec![("src/outer/far/another.ts", copy)],
        _ => vec![("sample/outer/another.py", copy)],
    }
}

/// Changes of all kinds, each followed at once by a question.
fn changes_are_seen(sample: &Sample) {
    let Some(mut deixis) = fresh(sample) else { return };
    let (project, user) = (&sample.project, sample.used_in);
    check(&mut deixis, sample, "at first");

    let text = project.read(user);
    let line = if sample.adapter == "python" { "# one line more\n" } else { "// one line more\n" };
    project.write(user, &format!("{line}{text}"));
    check(&mut deixis, sample, "a file that is not open was edited");

    project.write(user, &text.replace(sample.function, "nothing_of_that_name"));
    check(&mut deixis, sample, "a use was removed");

    let part = project.outside().join("part");
    std::fs::write(&part, &text).expect("a file outside");
    std::fs::rename(&part, project.root().join(user)).expect("a rename over the file");
    check(&mut deixis, sample, "a file was replaced by a rename");

    let more = another_user(sample);
    for (path, text) in &more {
        project.write(path, text);
    }
    check(&mut deixis, sample, "a new file");

    project.remove(more[0].0);
    check(&mut deixis, sample, "a file was deleted");

    let declaring = project.read(sample.declared_in);
    project.write(sample.declared_in, &format!("{line}{line}{declaring}"));
    check(&mut deixis, sample, "the open file was edited");
}

#[test]
fn rust() {
    changes_are_seen(&Sample::rust());
}

#[test]
fn cpp() {
    changes_are_seen(&Sample::cpp());
}

#[test]
fn go() {
    changes_are_seen(&Sample::go());
}

#[test]
fn typescript() {
    changes_are_seen(&Sample::typescript());
}

#[test]
fn python() {
    changes_are_seen(&Sample::python());
}
