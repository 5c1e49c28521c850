//! Ordinary code stays as it is, whatever the language.

use std::path::Path;

use deixis_tests::binary::checkout;
use deixis_tests::config::Config;
use deixis_tests::project::{Project, Sample};
use deixis_tests::scripted::Scripted;
use deixis_tests::start::Start;
use serde_json::json;

/// Folders and files of this checkout with code in which nothing is secret.
const PLACES: [&str; 11] = [
    "host/deixis-engine/src",
    "host/deixis-lsp/src/codec.rs",
    "plugins/cpp/src",
    "plugins/python/src",
    "wit",
    "tests/clients",
    "Cargo.toml",
    "deny.toml",
    ".ci/run",
    "README.md",
    "docs/architecture.md",
];

/// Lines in one hover: below what a hover may hold in bytes.
const CHUNK_BYTES: usize = 6_000;

/// Files at most, so that the test stays short.
const FILES: usize = 120;

fn collect(path: &Path, files: &mut Vec<String>) {
    if path.is_dir() {
        let entries = std::fs::read_dir(path).into_iter().flatten().flatten();
        let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
        paths.sort();
        paths.iter().for_each(|path| collect(path, files));
    } else if let Ok(text) = std::fs::read_to_string(path)
        && files.len() < FILES
    {
        files.push(text);
    }
}

/// Code in about ten languages.
fn code() -> Vec<String> {
    let mut files = Vec::new();
    let samples =
        [Sample::rust(), Sample::cpp(), Sample::go(), Sample::typescript(), Sample::python()];
    for sample in &samples {
        collect(sample.project.root(), &mut files);
    }
    for place in PLACES {
        let place = checkout().join(place);
        assert!(place.exists(), "{}", place.display());
        collect(&place, &mut files);
    }
    let tricky = checkout().join("host/deixis-base/testdata/redact/ordinary.txt");
    files.push(std::fs::read_to_string(tricky).expect("lines that look suspicious"));
    files
}

/// Pieces that end at line ends and fit into an answer.
fn chunks(text: &str) -> Vec<String> {
    let mut chunks = vec![String::new()];
    for line in text.lines().filter(|line| line.len() < CHUNK_BYTES) {
        let last = chunks.len() - 1;
        if chunks[last].len() + line.len() > CHUNK_BYTES {
            chunks.push(String::new());
        }
        let last = chunks.len() - 1;
        chunks[last].push_str(line);
        chunks[last].push('\n');
    }
    chunks
}

#[test]
fn a_thousand_lines_of_code_stay_as_they_are() {
    let chunks: Vec<String> = code().iter().flat_map(|text| chunks(text)).collect();
    let lines: usize = chunks.iter().map(|chunk| chunk.lines().count()).sum();
    assert!(lines >= 1_000, "{lines} lines");
    let project = Project::new().file("a.toy", &"fn greet\n".repeat(chunks.len()));
    let rule = |(line, chunk): (usize, &String)| {
        let contents = json!({"kind": "plaintext", "value": chunk});
        json!({
            "on": "textDocument/hover", "match": {"position": {"line": line}},
            "do": [{"reply": {"contents": contents}}],
        })
    };
    let rules: Vec<_> = chunks.iter().enumerate().map(rule).collect();
    let rules = toml::Value::try_from(json!(rules)).expect("TOML");
    let script = toml::Table::from_iter([("rule".to_owned(), rules)]).to_string();
    let script = Scripted::new(&script);
    let mut deixis = Start::new(project.root(), Config::new().scripted("toy", &script)).start();
    for (line, chunk) in chunks.iter().enumerate() {
        let answer = deixis.call("hover", &json!({"path": format!("a.toy:{}:4", line + 1)}));
        let contents = answer.structured()["contents"].as_str().unwrap_or_default().to_owned();
        for expected in chunk.lines() {
            assert!(contents.contains(expected.trim()), "{expected:?} is not in {contents}");
        }
    }
}
