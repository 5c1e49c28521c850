//! Commands in documents are run, so that they keep being true.
//!
//! A block of language `sh` or `console` below `<!-- run: PROJECT -->` is run by bash
//! in that sample project, with `deixis` on `PATH` and a configuration that names the
//! sample's adapter. It must succeed. In a `console` block, commands are the lines
//! that begin with `$ `, and every other line must be part of the output; `…` in it stands for
//! anything.
//!
//! Blocks below `<!-- run: tutorial -->` are run in order, in one folder of the document, which
//! is empty at first: where one block goes with `cd`, the next one begins. A block below
//! `<!-- write: PATH -->` is a file to be written there. The last command of a block below
//! `<!-- run: tutorial, fails -->` must fail, and no other.

use std::path::Path;
use std::process::{Command, Stdio};

use deixis_tests::authors::Workshop;
use deixis_tests::binary::{self, wanted};
use deixis_tests::config::Config;
use deixis_tests::project::Sample;

/// A block to run, or to write.
#[derive(Debug)]
struct Block {
    /// What stands behind `run: ` or `write: `.
    project: String,
    kind: Kind,
    lines: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Shell,
    Console,
    File,
}

impl Block {
    /// The commands, and what is to be said.
    fn parts(&self) -> (Vec<&str>, Vec<&str>) {
        let is_command = |line: &&String| self.kind == Kind::Shell || line.starts_with("$ ");
        let (commands, expected): (Vec<&String>, Vec<&String>) =
            self.lines.iter().partition(is_command);
        let bare = commands.iter().map(|line| line.trim_start_matches("$ "));
        (bare.collect(), expected.iter().map(|line| line.trim()).collect())
    }

    fn is_tutorial(&self) -> bool {
        self.kind == Kind::File || self.project.starts_with("tutorial")
    }
}

#[test]
fn commands_in_documents_do_what_they_say() {
    let checkout = binary::checkout();
    let mut files = vec![checkout.join("README.md"), checkout.join("CONTRIBUTING.md")];
    collect(&checkout.join("docs"), &mut files);
    let mut run = 0;
    for file in files.iter().filter(|file| file.exists()) {
        let text = std::fs::read_to_string(file).expect("a readable document");
        let all = blocks(&text);
        for block in all.iter().filter(|block| !block.is_tutorial()) {
            run_block(file, block);
            run += 1;
        }
    }
    assert!(run > 0, "no document has a command to run");
}

#[test]
fn the_tutorial_leads_where_it_says() {
    if !wanted("bash-language-server") {
        return;
    }
    let file = binary::checkout().join("docs/adapters/tutorial.md");
    let text = std::fs::read_to_string(&file).expect("the tutorial");
    let workshop = Workshop::new();
    workshop.write("desk/.keep", "");
    std::fs::remove_file(workshop.path("desk/.keep")).expect("an empty folder");
    let mut here = workshop.path("desk");
    let mut run = 0;
    for block in blocks(&text).iter().filter(|block| block.is_tutorial()) {
        if block.kind == Kind::File {
            let text = block.lines.join("\n") + "\n";
            std::fs::write(here.join(&block.project), text).expect("a file of the tutorial");
            continue;
        }
        let (commands, expected) = block.parts();
        let fails = block.project.ends_with(", fails");
        let said = step(&workshop, &mut here, &commands, fails);
        said_all(&file, &commands, &expected, &said);
        run += 1;
    }
    assert!(run > 5, "the tutorial has commands: {run}");
}

/// Runs commands where the last ones went; gives back what they said.
fn step(
    workshop: &Workshop,
    here: &mut std::path::PathBuf,
    commands: &[&str],
    fails: bool,
) -> String {
    let (last, first) = commands.split_last().expect("a command");
    let left = workshop.path("left");
    let last = if fails { format!("if {last}; then exit 99; fi") } else { (*last).to_owned() };
    let script = format!("{}\n{last}\npwd > '{}'", first.join("\n"), left.display());
    let mut bash = Command::new("bash");
    workshop.dress(&mut bash);
    let output = bash.args(["-euo", "pipefail", "-c", &script]).current_dir(&*here).output();
    let output = output.expect("bash starts");
    let said = [&output.stdout[..], &output.stderr[..]].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    assert!(output.status.success(), "{commands:?} ended with {}:\n{said}", output.status);
    let left = std::fs::read_to_string(left).expect("the folder that was left");
    *here = std::path::PathBuf::from(left.trim());
    said
}

/// Every expected line is part of a line that was said.
fn said_all(file: &Path, commands: &[&str], expected: &[&str], said: &str) {
    for line in expected {
        assert!(
            said.lines().any(|said| fits(line, said)),
            "{}: {line:?} is not in the output of {commands:?}:\n{said}",
            file.display()
        );
    }
}

/// Whether the pieces between `…` stand in a line, in order.
fn fits(expected: &str, line: &str) -> bool {
    let mut rest = Some(line);
    for piece in expected.split('…') {
        rest = rest.and_then(|rest| rest.split_once(piece.trim()).map(|(_, behind)| behind));
    }
    rest.is_some()
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
        match (line.trim().strip_prefix("```"), &mut current) {
            (Some(_), Some(_)) => found.extend(current.take()),
            (Some(language), None) => current = begun(above, language),
            (None, Some(block)) => block.lines.push(line.to_owned()),
            (None, None) => {}
        }
        above = line.trim();
    }
    found
}

/// The block below a mark.
fn begun(mark: &str, language: &str) -> Option<Block> {
    let body = mark.strip_prefix("<!-- ")?.strip_suffix("-->")?.trim();
    let (what, project) = body.split_once(": ")?;
    let kind = match (what, language) {
        ("run", "console") => Kind::Console,
        ("run", _) => Kind::Shell,
        ("write", _) => Kind::File,
        _ => return None,
    };
    Some(Block { project: project.trim().to_owned(), kind, lines: Vec::new() })
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
    let (commands, expected) = block.parts();

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
    said_all(file, &commands, &expected, &said);
}
