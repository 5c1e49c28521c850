//! jdtls, through the adapter `java`. Each process costs a gigabyte and fifteen seconds,
//! so one does it all; every question of a kind is the first of its kind.

use deixis_tests::client::Deixis;
use deixis_tests::project::Sample;
use serde_json::json;

use super::fresh;

/// Asks for all references and compares with the scan.
fn references(deixis: &mut Deixis, sample: &Sample, what: &str) {
    let arguments = json!({"path": sample.declaration(), "includeDeclaration": true});
    let answer = deixis.call("references", &arguments);
    assert_eq!(answer.places("locations"), sample.everywhere(), "{what}: {}", answer.text());
}

#[test]
fn the_first_answers_are_right_and_changes_are_seen() {
    let sample = Sample::java();
    let Some(mut deixis) = fresh(&sample) else { return };
    references(&mut deixis, &sample, "the very first question");
    names(&mut deixis, &sample);
    libraries(&mut deixis, &sample);
    diagnostics(&mut deixis, &sample);
    changes(&mut deixis, &sample);
    renames(&mut deixis, &sample);
    let written: Vec<_> = std::fs::read_dir(sample.project.root())
        .expect("the project")
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    assert_eq!(written, ["src"], "jdtls writes nothing into the project");
}

/// Symbols have the names that a person would use, and are found by them.
fn names(deixis: &mut Deixis, sample: &Sample) {
    let symbols = |deixis: &mut Deixis, query: &str| {
        deixis.call("workspace_symbols", &json!({"query": query, "server": "java"}))
    };
    for query in ["composeGreeting", "Greeting.composeGreeting"] {
        let found = symbols(deixis, query);
        assert_eq!(found.places("symbols"), [sample.declaration()], "{}", found.text());
    }
    let found = symbols(deixis, "sample.Greeting");
    let classes = found.places("symbols");
    let once = classes.iter().filter(|at| at.starts_with("src/sample/Greeting.java:4:")).count();
    assert_eq!(once, 1, "a class with a constructor comes once: {}", found.text());

    let document = deixis.call("document_symbols", &json!({"path": sample.declared_in}));
    let listed = document.structured()["symbols"].to_string();
    for part in [r#""name":"composeGreeting""#, "(String, int)", r#""name":"Inner""#] {
        assert!(listed.contains(part), "{part}: {listed}");
    }

    let calls = deixis.call("incoming_calls", &json!({"path": sample.declaration()}));
    let calls = calls.structured()["calls"].as_array().cloned().unwrap_or_default();
    let mut callers: Vec<&str> =
        calls.iter().filter_map(|call| call["from"]["name"].as_str()).collect();
    callers.sort_unstable();
    // jdtls has a call for each place.
    callers.dedup();
    assert_eq!(callers, ["far", "main", "twice"], "{calls:?}");
}

/// A use leads to its declaration, and a name of the library out of the project.
fn libraries(deixis: &mut Deixis, sample: &Sample) {
    let answer = deixis.call("definition", &json!({"path": sample.a_use()}));
    assert_eq!(answer.places("locations"), [sample.declaration()], "{}", answer.text());
    let list = json!({"path": "src/sample/Main.java:8:9"});
    let answer = deixis.call("definition", &list);
    let text = answer.structured()["locations"].to_string();
    assert!(text.contains("jdt://contents/java.base/java.util/List"), "{}", answer.text());
    let hover = deixis.call("hover", &list);
    assert!(!hover.is_error() && hover.text().contains("List"), "{}", hover.text());
    assert!(!hover.text().contains("](jdt:"), "{}", hover.text());
}

/// What the compiler says of a text is there when it is asked for, and gone with its cause.
fn diagnostics(deixis: &mut Deixis, sample: &Sample) {
    let path = "src/sample/outer/Far.java";
    let text = sample.project.read(path);
    let mut errors = || {
        let answer = deixis.call("diagnostics", &json!({"path": path}));
        answer.structured()["diagnostics"].to_string()
    };
    sample.project.write(path, &text.replace("List<String> far", "Lost<String> far"));
    let found = errors();
    assert!(found.contains("Lost cannot be resolved"), "{found}");
    sample.project.write(path, &text);
    assert_eq!(errors(), "[]");
}

/// A method is renamed everywhere; a public class would take its file with it.
fn renames(deixis: &mut Deixis, sample: &Sample) {
    let preview = |deixis: &mut Deixis, place: &str, name: &str| {
        deixis.call("preview_rename", &json!({"path": place, "newName": name}))
    };
    let answer = preview(deixis, &sample.declaration(), "composeSalute");
    let files = answer.structured()["files"].as_array().cloned().unwrap_or_default();
    let mut paths: Vec<&str> = files.iter().filter_map(|file| file["path"].as_str()).collect();
    paths.sort_unstable();
    let everywhere = sample.everywhere();
    let mut expected: Vec<&str> = everywhere.iter().filter_map(|at| at.split(':').next()).collect();
    expected.dedup();
    assert_eq!(paths, expected, "{}", answer.text());
    let class = format!("{}:6:14", sample.declared_in);
    let refused = preview(deixis, &class, "Salute");
    assert_eq!(refused.error_code(), "rename_refused", "{}", refused.0);
    assert!(refused.text().contains("src/sample/Salute.java"), "{}", refused.text());
}

/// Changes of all kinds, each followed at once by a question.
fn changes(deixis: &mut Deixis, sample: &Sample) {
    let (project, user) = (&sample.project, sample.used_in);
    let text = project.read(user);
    project.write(user, &format!("// one line more\n{text}"));
    references(deixis, sample, "a file that is not open was edited");
    project.write(user, &text.replace(sample.function, "nothingOfThatName"));
    references(deixis, sample, "a use was removed");
    project.write(user, &text);
    references(deixis, sample, "and came back");
    let new = "src/sample/inner/Another.java";
    project.write(new, &text.replace("class Twice", "class Another"));
    references(deixis, sample, "a new file");
    project.remove(new);
    references(deixis, sample, "a file was deleted");
    let declaring = project.read(sample.declared_in);
    project.write(sample.declared_in, &format!("// one\n// two\n{declaring}"));
    references(deixis, sample, "the open file was edited");
}
