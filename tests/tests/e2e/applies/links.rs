//! Links: what leads to a file, and what leads out.

use std::os::unix::fs::symlink;

use deixis_tests::project::Project;
use deixis_tests::scripted::Scripted;
use serde_json::{Value, json};

use super::{apply, id, preview, start};

#[test]
fn links_lead_to_the_one_file_that_is_changed() {
    let project = Project::new().file("a.toy", "fn greet\n").file("real/b.toy", "greet\n");
    symlink("real/b.toy", project.root().join("link.toy")).expect("a link");
    let edit = json!({"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 5}}, "newText": "hail"});
    let rename = |files: &[&str]| {
        let changes: serde_json::Map<String, Value> =
            files.iter().map(|file| (format!("$ROOT_URI/{file}"), json!([edit]))).collect();
        let changes = json!({ "changes": changes });
        Scripted::new(&format!(
            "[[rule]]\non = \"textDocument/rename\"\ndo = [{{ reply_json = '''{changes}''' }}]\n"
        ))
    };
    let script = rename(&["link.toy", "real/b.toy"]);
    let mut deixis = start(&project, &script);
    let twice = preview(&mut deixis);
    assert_eq!(twice.error_code(), "invalid_workspace_edit", "{}", twice.0);
    assert!(twice.text().contains("is the same file as"), "{}", twice.text());

    let script = rename(&["link.toy"]);
    let mut deixis = start(&project, &script);
    let shown = preview(&mut deixis);
    assert_eq!(shown.structured()["files"][0]["path"], "real/b.toy", "{}", shown.0);
    let id = id(&shown);
    assert!(!apply(&mut deixis, &id).is_error());
    assert_eq!(project.read("real/b.toy"), "hail\n");
    assert!(project.root().join("link.toy").is_symlink());

    // A link that leads out.
    let outside = tempfile::tempdir().expect("a folder");
    std::fs::write(outside.path().join("o.toy"), "greet\n").expect("a file");
    symlink(outside.path(), project.root().join("out")).expect("a link");
    let script = rename(&["out/o.toy"]);
    let mut deixis = start(&project, &script);
    let refused = preview(&mut deixis);
    assert_eq!(refused.error_code(), "invalid_workspace_edit", "{}", refused.0);

    // A second name would keep the old text.
    std::fs::write(project.root().join("one.toy"), "greet\n").expect("a file");
    std::fs::hard_link(project.root().join("one.toy"), project.root().join("two.toy"))
        .expect("a link");
    let script = rename(&["one.toy"]);
    let mut deixis = start(&project, &script);
    let refused = preview(&mut deixis);
    assert_eq!(refused.error_code(), "invalid_workspace_edit", "{}", refused.0);
    assert!(refused.text().contains("hard link"), "{}", refused.text());
}
