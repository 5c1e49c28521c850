//! The adapters of `examples`, which are somebody else's: built, tested on their recordings, and
//! asked with their real servers, pinned as a user pins them.

use deixis_tests::authors::Workshop;
use deixis_tests::binary::{self, wanted};
use deixis_tests::config::Config;
use deixis_tests::project::Project;
use deixis_tests::start::Start;
use serde_json::json;

#[test]
fn the_adapter_for_shell_scripts() {
    let workshop = Workshop::new();
    let example = binary::checkout().join("examples/bash");
    let text = |path: std::path::PathBuf| path.to_string_lossy().into_owned();
    let (sources, wasm) = (text(example.clone()), text(workshop.path("bash.wasm")));
    workshop.check(&["plugin", "build", &sources, "-o", &wasm], true, &["exports  diagnostics"]);
    let recording = text(example.join("recordings/bash-language-server.jsonl"));
    workshop.check(&["plugin", "test", &wasm, &recording], true, &["calls agree"]);
    if !wanted("bash-language-server") {
        return;
    }

    let add = ["plugin", "add", &wasm, "--yes"];
    workshop.check(&add, true, &["start the program bash-language-server"]);
    let pinned = workshop.read("config/deixis/config.toml");
    let config = Config::raw(&format!("{pinned}\n[servers.bash]\nadapter = \"bash\"\n"));

    let project = Project::new();
    for path in ["lib/log.sh", "deploy.sh", "tools/report.bash"] {
        let text = std::fs::read_to_string(example.join("sample").join(path)).expect("the sample");
        project.write(path, &text);
    }
    let mut deixis = Start::new(project.root(), config).start();
    let endings = [".sh", ".bash"];
    let everywhere = project.occurrences("log_line", &endings);
    assert_eq!(everywhere.len(), 4, "{everywhere:?}");
    let references = json!({"path": "lib/log.sh:7:1", "includeDeclaration": true});
    let first = deixis.call("references", &references);
    assert_eq!(first.places("locations"), everywhere, "{}", first.text());

    let symbols = deixis.call("document_symbols", &json!({"path": "lib/log.sh"}));
    let text = symbols.text();
    assert!(text.contains("function log_line") && text.contains("variable log_level"), "{text}");

    let diagnostics = json!({"path": "tools/report.bash", "waitMs": 30_000});
    let diagnostics = deixis.call("diagnostics", &diagnostics);
    let text = diagnostics.text();
    if binary::on_path("shellcheck") {
        assert!(text.contains("SC2086"), "{text}");
    } else {
        // What is not checked is not called clean without a word.
        assert!(text.contains("incomplete: shellcheck is missing"), "{text}");
    }

    // A script that nobody opens changes on disk: the server does not look by itself.
    project.write("tools/report.bash", "#!/usr/bin/env bash\nlog_line a b\nlog_line c d\n");
    let after = deixis.call("references", &references);
    let everywhere = project.occurrences("log_line", &endings);
    assert_eq!(everywhere.len(), 5, "{everywhere:?}");
    assert_eq!(after.places("locations"), everywhere, "{}", after.text());
    project.remove("deploy.sh");
    let after = deixis.call("references", &references);
    let everywhere = project.occurrences("log_line", &endings);
    assert_eq!(after.places("locations"), everywhere, "{}", after.text());

    let rename = json!({"path": "lib/log.sh:7:1", "newName": "1 bad-name"});
    let refused = deixis.call("preview_rename", &rename);
    assert!(refused.is_error(), "{}", refused.text());
}
