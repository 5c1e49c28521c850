//! New names, judged by what the adapters know of their languages, before a server is asked.

use deixis_tests::answer::Answer;
use deixis_tests::project::Sample;
use serde_json::json;

use super::fresh;

/// Previews the function of the sample under each name.
fn previews(sample: &Sample, names: &[&str]) -> Option<Vec<Answer>> {
    let mut deixis = fresh(sample)?;
    let preview = |name: &&str| {
        let arguments = json!({"path": sample.declaration(), "newName": name});
        deixis.call("preview_rename", &arguments)
    };
    Some(names.iter().map(preview).collect())
}

/// Names that are none in the language, each with a word of the reason.
fn refused(sample: &Sample, names: &[(&str, &str)]) {
    let all: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
    let Some(answers) = previews(sample, &all) else { return };
    for (answer, (name, word)) in answers.iter().zip(names) {
        assert_eq!(answer.error_code(), "rename_refused", "{name}: {}", answer.0);
        assert!(answer.text().contains(word), "{name}: {}", answer.text());
    }
}

#[test]
fn rust_keywords_are_escaped_where_they_can_be() {
    let sample = Sample::rust();
    let Some(answers) = previews(&sample, &["type", "r#match"]) else { return };
    for (answer, written) in answers.iter().zip(["r#type", "r#match"]) {
        assert_eq!(answer.structured()["newName"], written, "{}", answer.0);
        let edit = &answer.structured()["files"][0]["edits"][0];
        assert_eq!(edit["newText"], written, "{}", answer.0);
    }
    refused(&sample, &[("crate", "crate"), ("1st", "1st"), ("two words", "two words")]);
}

#[test]
fn python_says_what_no_server_of_it_checks() {
    let names = [("class", "reserved"), ("1st", "identifier"), ("a-b", "identifier")];
    refused(&Sample::python(), &names);
    let Some(answers) = previews(&Sample::python(), &["größe", "match"]) else { return };
    for answer in answers {
        assert!(answer.structured()["previewId"].is_string(), "{}", answer.0);
    }
}

#[test]
fn typescript_says_what_no_server_of_it_checks() {
    refused(&Sample::typescript(), &[("class", "reserved"), ("a b", "identifier")]);
    let Some(answers) = previews(&Sample::typescript(), &["$größe"]) else { return };
    assert!(answers[0].structured()["previewId"].is_string(), "{}", answers[0].0);
}

#[test]
fn go_and_cpp_have_reserved_words_too() {
    refused(&Sample::go(), &[("func", "reserved"), ("1st", "identifier")]);
    refused(&Sample::cpp(), &[("int", "reserved"), ("a::b", "identifier")]);
}

#[test]
fn a_module_of_rust_is_moved_by_hand() {
    let sample = Sample::rust();
    let Some(mut deixis) = fresh(&sample) else { return };
    let arguments =
        json!({"path": "src/lib.rs", "line": 2, "symbol": "greeting", "newName": "salute"});
    let answer = deixis.call("preview_rename", &arguments);
    assert_eq!(answer.error_code(), "rename_refused", "{}", answer.0);
    for word in ["src/greeting.rs", "src/salute.rs", "mod"] {
        assert!(answer.text().contains(word), "{word}: {}", answer.text());
    }
}
