//! What is done in which order, and above all: what is durable before what.

use super::faulty::{Faulty, LOOKS};
use super::project::Project;

/// The operations that change something or make it durable, with the journal's id cut out.
fn changes(files: &Faulty<'_>) -> Vec<String> {
    let project = Project::new(2);
    drop(project.apply(files).expect("a change"));
    let mut trace = files.trace();
    trace.retain(|line| !LOOKS.iter().any(|start| line.starts_with(start)));
    let id = trace[0].trim_start_matches("create ").trim_end_matches(".journal").to_owned();
    assert_eq!(id.len(), 32, "{}", trace[0]);
    trace.iter().map(|line| line.replace(&id, "ID")).collect()
}

fn check(files: &Faulty<'_>, replace: &[&str], clean: &[&str]) {
    let before = [
        // The intent is durable, and its name …
        "create ID.journal",
        "write",
        "sync",
        "sync folder",
        // … before there is a stage; its permissions come before its bytes.
        "create .deixis-ID-0.new",
        "dress",
        "write",
        "sync",
        "create .deixis-ID-1.new",
        "dress",
        "write",
        "sync",
        // The stages are durable, and their names in both folders …
        "sync folder",
        "sync folder",
        // … before they are said to be; and that is durable before a target is replaced.
        "write",
        "sync",
        // Readers are told as long as targets are replaced, …
        "put generation",
    ];
    // … the replacements are durable before they are said to be, …
    let middle = ["sync folder", "sync folder", "put generation", "write", "sync"];
    // … and the stages durably gone before the journal is.
    let after = ["sync folder", "sync folder", "remove ID.journal", "sync folder"];
    let expected = [&before[..], replace, &middle, clean, &after].concat();
    assert_eq!(changes(files), expected);
}

#[test]
fn with_exchange() {
    check(
        &Faulty::none(),
        &["exchange .deixis-ID-0.new f0.toy", "exchange .deixis-ID-1.new f1.toy"],
        &["remove .deixis-ID-1.new", "remove .deixis-ID-0.new"],
    );
}

#[test]
fn without_exchange() {
    check(
        &Faulty::none().without_exchange(),
        &[
            "exchange .deixis-ID-0.new f0.toy",
            "rename .deixis-ID-0.new f0.toy",
            "exchange .deixis-ID-1.new f1.toy",
            "rename .deixis-ID-1.new f1.toy",
        ],
        &[],
    );
}
