use std::sync::Arc;
use std::time::Duration;

use deixis_engine::answer::{Answer, Caution, Edit, FileEdits, Preview, Shown, Why};
use serde_json::{Value, json};

use super::{PageParams, SPEC, render};
use crate::fixtures::{busy, check_golden, path, range, settled, with_state};
use crate::render::Rendered;
use crate::render::page::{PAGE_CAP, compact_len};
use crate::tools::Built;

fn params(limit: u32, offset: u32) -> PageParams {
    serde_json::from_value(json!({ "limit": limit, "offset": offset })).expect("page parameters")
}

fn edit(line: u32, old: &str, new: &str) -> Edit {
    let end = 7 + u32::try_from(old.len()).expect("short");
    let (old_text, new_text) = (old.to_owned(), new.to_owned());
    Edit { range: range([line, 7, line, end]), old_text, new_text }
}

fn some() -> Preview {
    let file = |name: &str, edits: Vec<Edit>, diff: Option<&str>| FileEdits {
        path: path(name),
        edits,
        diff: diff.map(ToOwned::to_owned),
    };
    let diff =
        "--- a/src/a.rs\n+++ b/src/a.rs\n@@ -12 +12 @@\n-pub fn run() {\n+pub fn start() {\n";
    Preview {
        what: "`run` at src/a.rs:12:8".to_owned(),
        new_name: "start".to_owned(),
        files: vec![
            file(
                "src/b.rs",
                vec![edit(0, "run", "start"), edit(4, "", "start\nor so"), edit(8, "run", "")],
                None,
            ),
            file("src/a.rs", vec![edit(11, "run", "start")], Some(diff)),
        ],
        cautions: vec![Caution { path: path("src/b.rs"), why: Why::Generated }],
        warnings: vec!["src/a.rs:1:1 keeps the old name".to_owned()],
    }
}

fn shown(answer: Answer<Preview>) -> Shown {
    Shown { id: "0123".to_owned(), expires_in: Duration::from_secs(600), answer: Arc::new(answer) }
}

fn check(name: &str, answer: Answer<Preview>, page: PageParams) -> Rendered {
    let rendered = render(&shown(answer), page);
    check_golden(&format!("preview_rename/{name}"), &rendered);
    rendered
}

#[test]
fn every_edit_is_shown_with_what_it_replaces() {
    check("some", settled(some()), params(100, 0));
    let quiet = Preview { warnings: Vec::new(), cautions: Vec::new(), ..some() };
    check("busy", with_state(quiet, busy()), params(100, 0));
}

#[test]
fn pages_go_through_all_edits_and_a_diff_stands_where_its_file_begins() {
    let first = check("page", settled(some()), params(2, 0));
    assert!(first.structured.get("diff").is_none());
    let last = check("last_page", settled(some()), params(2, 2));
    assert!(last.structured.get("diff").is_some() && last.structured.get("note").is_none());
}

#[test]
fn pages_join_to_the_whole_and_stay_small() {
    let file = |number: u32| FileEdits {
        path: path(&format!("src/file{number}.rs")),
        edits: (0..30).map(|line| edit(line, "run", &"s".repeat(60))).collect(),
        diff: None,
    };
    let preview = Preview { files: (0..50).map(file).collect(), ..some() };
    let shown = shown(settled(preview));
    let (mut edits, mut offset) = (Vec::new(), 0);
    loop {
        let rendered = render(&shown, params(500, offset));
        let structured = Value::Object(rendered.structured);
        assert!(compact_len(&structured["files"]) <= PAGE_CAP);
        assert_eq!(structured["counts"], json!({ "files": 50, "edits": 1_500 }));
        for file in structured["files"].as_array().expect("files") {
            let of_file = file["edits"].as_array().expect("edits");
            edits.extend(of_file.iter().map(|edit| format!("{}{}", file["path"], edit["range"])));
        }
        let Some(next) = structured["pagination"]["nextOffset"].as_u64() else { break };
        let call = format!("preview_rename {{\"previewId\":\"0123\",\"offset\":{next}}}");
        assert!(rendered.text.contains(&call), "{}", rendered.text);
        offset = u32::try_from(next).expect("small");
    }
    assert_eq!(edits.len(), 1_500);
    edits.sort();
    edits.dedup();
    assert_eq!(edits.len(), 1_500);
}

#[test]
fn what_is_no_name_is_refused_with_one_that_is() {
    let check = |name: &str, corrected: &str| {
        let built = Built::new(&SPEC);
        let said = json!({ "path": "src/a.rs:12:8", "newName": name });
        let said = said.as_object().expect("an object").clone();
        let failure = match built.form().check(said) {
            Ok(said) => super::check_name(name, &said).expect_err("no name"),
            Err(failure) => failure,
        };
        assert_eq!(failure.code, "invalid_arguments");
        let hint = failure.hint.as_deref().expect("a hint");
        assert!(hint.contains(&format!("\"newName\":\"{corrected}\"")), "{name:?}: {hint}");
    };
    check("", "start");
    check("  ", "start");
    check("two\nlines", "two");
    check("go\r", "go");
    check("go\u{7}", "go");
    check(" go", "go");
}

#[test]
fn a_preview_that_is_shown_again_is_named_and_nothing_else() {
    let built = Built::new(&SPEC);
    let said = json!({ "previewId": "0123", "offset": 7, "path": "src/a.rs:12:8" });
    let said = said.as_object().expect("an object").clone();
    let said = built.form().check(said).expect("known arguments");
    let failure = super::check_alone(&said).expect_err("two ways to say what");
    let hint = failure.hint.as_deref().expect("a hint");
    assert!(hint.contains("{\"previewId\":\"0123\",\"offset\":7}"), "{hint}");
}
