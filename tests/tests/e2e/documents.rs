//! Commands in documents are run, so that they keep being true.
//!
//! A block of language `sh` or `console` below `<!-- run: PROJECT -->` is run by bash
//! in that sample project, with `deixis` on `PATH` and a configuration that names the
//! sample's adapter. It must succeed. In a `console` block, commands are the lines
//! that begin with `$ `, and every other line must be part of the output.

use std::path::Path;
use std::process::{Command, Stdio};

use deixis_tests::binary::{self, wanted};
use deixis_tests::config::Config;
use deixis_tests::project::Sample;

/// A block to run.
#[derive(Debug)]
struct Block {
    project: String,
    console: bool,
    lines: Vec<String>,
}

#[test]
fn commands_in_documents_do_what_they_say() {
    let checkout = binary::checkout();
    let mut files = vec![checkout.join("README.md"), checkout.join("CONTRIBUTING.md")];
    collect(&checkout.join("docs"), &mut files);
    let mut run = 0;
    for file in files.iter().filter(|file| file.exists()) {
        let text = std::fs::read_to_string(file).expect("a readable document");
        for block in blocks(&text) {
            run_block(file, &block);
            run += 1;
        }
    }
    assert!(run > 0, "no document has a command to run");
}

fn collect(folder: &Path, files: &mut Vec<std::path::PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "md") {
            files.push(path);
        }
    }
}

fn blocks(text: &str) -> Vec<Block> {
    let mut found = Vec::new();
    let mut above = "";
    let mut current: Option<Block> = None;
    for line in text.lines() {
        let project = above.strip_prefix("<!-- run: ").and_then(|rest| rest.strip_suffix("-->"));
        match (line.trim().strip_prefix("```"), &mut current) {
            (Some(_), Some(_)) => found.extend(current.take()),
            (Some(language), None) => {
                let block = |project: &str| Block {
                    project: project.trim().to_owned(),
                    console: language == "console",
                    lines: Vec::new(),
                };
                current = project.map(block);
            }
            (None, Some(block)) => block.lines.push(line.to_owned()),
            (None, None) => {}
        }
        above = line.trim();
    }
    found
}

fn run_block(file: &Path, block: &Block) {
    let sample = match block.project.as_str() {
        "rust" => Sample::rust(),
        "cpp" => Sample::cpp(),
        "go" => Sample::go(),
        "typescript" => Sample::typescript(),
        "java" => Sample::java(),
        "python" => Sample::python(),
        other => panic!("{}: no sample project {other}", file.display()),
    };
    if !wanted(sample.program) {
        return;
    }
    let (commands, expected): (Vec<&String>, Vec<&String>) =
        block.lines.iter().partition(|line| !block.console || line.starts_with("$ "));
    let commands: Vec<&str> = commands.iter().map(|line| line.trim_start_matches("$ ")).collect();

    let home = sample.project.outside().join("config");
    std::fs::create_dir_all(home.join("deixis")).expect("a folder for the configuration");
    let config = Config::new().adapter(sample.adapter).write(&home);
    std::fs::rename(config, home.join("deixis/config.toml")).expect("the usual place");
    let bin = binary::deixis().parent().expect("a folder");
    let path = std::env::join_paths(
        std::iter::once(bin.to_owned()).chain(std::env::split_paths(&binary::path())),
    );
    let output = Command::new("bash")
        .args(["-euo", "pipefail", "-c", &commands.join("\n")])
        .current_dir(sample.project.root())
        .env("PATH", path.expect("folders without a colon"))
        .env("XDG_CONFIG_HOME", &home)
        .env("XDG_CACHE_HOME", binary::cache())
        .env("XDG_STATE_HOME", binary::state())
        .stdin(Stdio::null())
        .output()
        .expect("bash starts");
    let said = [&output.stdout[..], &output.stderr[..]].concat();
    let said = String::from_utf8_lossy(&said);
    assert!(
        output.status.success(),
        "{}: {commands:?} ended with {}:\n{said}",
        file.display(),
        output.status
    );
    for line in expected {
        assert!(
            said.contains(line.trim()),
            "{}: {line:?} is not in the output of {commands:?}:\n{said}",
            file.display()
        );
    }
}
