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

/// An example, built in a workshop, and its recording replayed. Returns where its component is.
fn built(workshop: &Workshop, name: &str, recording: &str) -> String {
    let example = binary::checkout().join("examples").join(name);
    let text = |path: std::path::PathBuf| path.to_string_lossy().into_owned();
    let wasm = text(workshop.path(&format!("{name}.wasm")));
    workshop.check(&["plugin", "build", &text(example.clone()), "-o", &wasm], true, &["exports  "]);
    let recording = text(example.join("recordings").join(recording));
    workshop.check(&["plugin", "test", &wasm, &recording], true, &["calls agree"]);
    wasm
}

/// The configuration that `plugin add` wrote, with a server.
fn pinned(workshop: &Workshop, wasm: &str, asks: &[&str], server: &str) -> Config {
    workshop.check(&["plugin", "add", wasm, "--yes"], true, asks);
    let pinned = workshop.read("config/deixis/config.toml");
    // How long a call takes must not depend on who else is at work here.
    let patient = pinned.replace("sha256 = ", "call_ms = 10_000\nsha256 = ");
    Config::raw(&format!("{patient}\n{server}\n"))
}

/// A project with the files of an example's sample.
fn sample(name: &str, paths: &[&str]) -> Project {
    let folder = binary::checkout().join("examples").join(name).join("sample");
    let project = Project::new();
    for path in paths {
        project.write(path, &std::fs::read_to_string(folder.join(path)).expect("the sample"));
    }
    project
}

#[test]
fn the_adapter_for_dockerfiles_in_javascript() {
    if !wanted("componentize-qjs") || !wanted("docker-langserver") {
        return;
    }
    let workshop = Workshop::new();
    let wasm = built(&workshop, "dockerfile", "docker-langserver.jsonl");
    let asks = ["start the program docker-langserver", "read **/Dockerfile of the project"];
    let server = "[servers.dockerfile]\nadapter = \"dockerfile\"";
    let config = pinned(&workshop, &wasm, &asks, server);
    let project = sample("dockerfile", &["Dockerfile"]);
    let mut deixis = Start::new(project.root(), config).start();

    // The server calls all of them by their keywords.
    let outline = deixis.call("document_symbols", &json!({"path": "Dockerfile"}));
    assert_eq!(outline.structured().get("degraded"), None, "{}", outline.text());
    let symbols = outline.structured()["symbols"].as_array().cloned().unwrap_or_default();
    let names: Vec<&str> =
        symbols.iter().filter_map(|symbol| symbol["namePath"].as_str()).collect();
    let expected = ["NODE_VERSION", "build", "build.CACHE", "test", "test.CI", "nginx:1"];
    assert_eq!(names, expected, "{}", outline.text());

    let rename =
        |name: &str| json!({"path": "Dockerfile", "line": 10, "symbol": "build", "newName": name});
    let refused = deixis.call("preview_rename", &rename("Compile"));
    assert!(refused.text().contains("compile, not Compile"), "{}", refused.text());
    let preview = deixis.call("preview_rename", &rename("compile"));
    assert!(preview.text().contains("3 edits in 1 file"), "{}", preview.text());

    let arguments = json!({"path": "Dockerfile", "waitMs": 30_000});
    let diagnostics = deixis.call("diagnostics", &arguments);
    assert!(
        diagnostics.text().contains("MAINTAINER has been deprecated"),
        "{}",
        diagnostics.text()
    );
    let text = project.read("Dockerfile");
    project.write("Dockerfile", &text.replace("MAINTAINER ", "LABEL maintainer="));
    let diagnostics = deixis.call("diagnostics", &arguments);
    assert!(diagnostics.text().contains("no errors or warnings"), "{}", diagnostics.text());
    assert!(diagnostics.text().contains("settled"), "{}", diagnostics.text());
}

#[test]
fn the_adapter_for_yaml_in_python() {
    if !wanted("componentize-py") || !wanted("yaml-language-server") {
        return;
    }
    let workshop = Workshop::new();
    let wasm = built(&workshop, "yaml", "yaml-language-server.jsonl");
    let asks = ["start the program yaml-language-server"];
    let server = "[servers.yaml]\nadapter = \"yaml\"\n\
                  options = { schemas = { \"deploy.schema.json\" = \"deploy.yaml\" } }";
    let config = pinned(&workshop, &wasm, &asks, server);
    let project = sample("yaml", &["deploy.yaml", "deploy.schema.json"]);
    let mut deixis = Start::new(project.root(), config).start();

    // The server calls items by their numbers, and repeats an anchor where it is merged.
    let outline = deixis.call("document_symbols", &json!({"path": "deploy.yaml"}));
    assert_eq!(outline.structured().get("degraded"), None, "{}", outline.text());
    let text = outline.text();
    for part in ["5:5  module web", "9:5  module worker", "11:5  module 2", "7:5  array ports"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("<<  "), "{text}");

    let arguments = json!({"path": "deploy.yaml", "waitMs": 30_000});
    let diagnostics = deixis.call("diagnostics", &arguments);
    assert!(diagnostics.text().contains("Expected \"integer\""), "{}", diagnostics.text());
    let rename =
        deixis.call("preview_rename", &json!({"path": "deploy.yaml:6:12", "newName": "usual"}));
    assert!(rename.text().contains("2 edits in 1 file"), "{}", rename.text());
}
