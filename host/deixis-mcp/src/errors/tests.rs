//! Each way to fail, as text and as structured content, in golden files.

use std::sync::Arc;
use std::time::Duration;

use deixis_engine::{Candidate, LspError, OpError};
use serde_json::Value;

use super::Failure;
use crate::fixtures::check_golden;

fn check(name: &str, error: OpError) {
    let rendered = Failure::from(error).render("references");
    check_golden(&format!("errors/{name}"), &rendered);
    // Every string of the structured error is in the text too.
    let error = &rendered.structured["error"];
    let lsp = &error["lspError"];
    for value in [&error["message"], &error["path"], &error["server"], &error["method"]]
        .into_iter()
        .chain([&error["hint"], &lsp["message"]])
        .filter_map(Value::as_str)
        .chain(
            error["candidates"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(|candidate| candidate["at"].as_str()),
        )
    {
        assert!(rendered.text.contains(value), "{value}\n{}", rendered.text);
    }
}

fn server() -> Arc<str> {
    Arc::from("rust")
}

fn candidate(at: &str, text: Option<&str>) -> Candidate {
    Candidate {
        name: "Session::run".to_owned(),
        at: at.to_owned(),
        kind: Some(6),
        text: text.map(ToOwned::to_owned),
    }
}

#[test]
fn mistakes_of_the_caller() {
    let path = || "src/x.rs".to_owned();
    check(
        "invalid_path",
        OpError::InvalidPath {
            path: path(),
            message: "there is no file \"src/x.rs\"; the nearest is src/a.rs".to_owned(),
        },
    );
    check(
        "invalid_position",
        OpError::InvalidPosition {
            path: path(),
            message: "line 99 is beyond the end: the text has 3 lines".to_owned(),
        },
    );
    check(
        "invalid_arguments",
        OpError::InvalidArguments { message: "`start` needs `server`".to_owned() },
    );
    check(
        "routing",
        OpError::Routing {
            path: "a.txt".to_owned(),
            message: "no server takes a.txt: no route for .txt".to_owned(),
        },
    );
    check(
        "unknown_server",
        OpError::UnknownServer {
            name: "ruby".to_owned(),
            known: vec!["go".to_owned(), "rust".to_owned()],
        },
    );
    check("no_server", OpError::NoServerConfigured);
    check("document", OpError::Document { path: path(), message: "it is not UTF-8".to_owned() });
}

#[test]
fn names_that_settle_nothing() {
    check(
        "ambiguous",
        OpError::AmbiguousSymbol {
            message: "`run` is twice on line 12 of src/a.rs".to_owned(),
            candidates: vec![
                candidate("src/a.rs:12:5", Some("run(); run();")),
                candidate("src/a.rs:12:12", None),
            ],
        },
    );
    check(
        "not_found_nearest",
        OpError::SymbolNotFound {
            message: "there is no `rum` in src/a.rs".to_owned(),
            nearest: vec![candidate("src/a.rs:12:5", Some("fn run() {"))],
            incomplete: true,
        },
    );
    check(
        "not_found",
        OpError::SymbolNotFound {
            message: "there is no `rum` in the project".to_owned(),
            nearest: Vec::new(),
            incomplete: false,
        },
    );
}

#[test]
fn failures_of_a_server() {
    check(
        "unsupported",
        OpError::Unsupported {
            server: server(),
            method: "textDocument/references",
            hint: Some("ask the server python instead".to_owned()),
        },
    );
    check(
        "timeout",
        OpError::Timeout {
            server: server(),
            method: "textDocument/references".to_owned(),
            after: Duration::from_secs(30),
            doing: "indexing, 45%".to_owned(),
        },
    );
    check("canceled", OpError::Canceled);
    check("busy", OpError::Busy { server: server(), limit: 64 });
    check(
        "start_failed",
        OpError::StartFailed {
            server: server(),
            message: "rust-analyzer is not on PATH".to_owned(),
            stderr: Vec::new(),
            hint: Some("rustup component add rust-analyzer".to_owned()),
        },
    );
    check(
        "exited",
        OpError::Exited {
            server: server(),
            message: "with status 101".to_owned(),
            stderr: vec!["thread 'main' panicked".to_owned(), "at main.rs:1".to_owned()],
        },
    );
    check(
        "lsp",
        OpError::Lsp {
            server: server(),
            method: "textDocument/references",
            error: LspError {
                code: -32603,
                message: "no project".to_owned(),
                data: Some("{\"kind\":\"load\"}".to_owned()),
            },
            attempts: 3,
            hint: None,
        },
    );
    check(
        "protocol",
        OpError::Protocol { server: server(), message: "a location without range".to_owned() },
    );
    check(
        "adapter",
        OpError::Adapter { server: server(), message: "the component's hash differs".to_owned() },
    );
}

#[test]
fn renames_that_are_not_made() {
    check(
        "rename_refused",
        OpError::RenameRefused {
            server: server(),
            path: "src/a.rs".to_owned(),
            message: "rust says that `u8` at src/a.rs:3:9 cannot be renamed; it gave no reason"
                .to_owned(),
            error: None,
        },
    );
    check(
        "rename_refused_by_error",
        OpError::RenameRefused {
            server: server(),
            path: "src/a.rs".to_owned(),
            message: "rust refuses the rename: Invalid name `1`: not an identifier".to_owned(),
            error: Some(Box::new(LspError {
                code: -32602,
                message: "Invalid name `1`: not an identifier".to_owned(),
                data: None,
            })),
        },
    );
    check(
        "rename_not_included",
        OpError::NotIncluded {
            preview: "0123".to_owned(),
            include: vec!["gen/a.rs".to_owned(), "vendor/b.rs".to_owned()],
            files: vec![("gen/a.rs".to_owned(), "generated".to_owned())],
        },
    );
    let edit = |path: Option<&str>, message: &str| OpError::InvalidEdit {
        server: server(),
        path: path.map(ToOwned::to_owned),
        message: message.to_owned(),
    };
    let overlap = "its edits at src/a.rs:1:1 and src/a.rs:1:3 overlap";
    check("invalid_edit", edit(Some("src/a.rs"), overlap));
    check("invalid_edit_anywhere", edit(None, "1 of its document changes cannot be read"));
}

#[test]
fn changes_that_are_not_made() {
    let path = || Some("src/a.rs".to_owned());
    let gone = "this preview is older than ten minutes: make a new one";
    check("invalid_preview", OpError::InvalidPreview { message: gone.to_owned() });
    let message = "nothing was changed: src/a.rs was changed since the change was planned; \
                   preview the rename again";
    check("edit_conflict", OpError::Conflict { path: path(), message: message.to_owned() });
    let message = "writing the new text failed at src/a.rs: no space left on device";
    check("edit_failed", OpError::EditFailed { path: path(), message: message.to_owned() });
    let message = "replacing the file failed at src/a.rs: input/output error; and not everything \
                   could be put back: src/b.rs (input/output error). The old bytes are in /j/1; \
                   `deixis recover --settle` puts back what can be";
    check("rollback_failed", OpError::RollbackFailed { message: message.to_owned() });
}

#[test]
fn what_a_server_says_is_redacted_and_cut() {
    let secret = format!("{}{}", "ghp_", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8");
    let rendered = Failure::from(OpError::Lsp {
        server: server(),
        method: "textDocument/hover",
        error: LspError {
            code: 1,
            message: format!("token {secret}\n{}", "x\n".repeat(9_000)),
            data: Some(format!("{{\"token\":\"{secret}\"}}")),
        },
        attempts: 1,
        hint: None,
    })
    .render("hover");
    let all = format!("{}{}", rendered.text, Value::Object(rendered.structured));
    assert!(!all.contains(&secret), "{all}");
    assert!(all.len() < 12_000, "{}", all.len());
}

#[test]
fn candidates_are_bounded() {
    let candidates = (1..100).map(|line| candidate(&format!("a.rs:{line}:1"), None)).collect();
    let error = OpError::AmbiguousSymbol { message: "many".to_owned(), candidates };
    let rendered = Failure::from(error).render("hover");
    let shown = rendered.structured["error"]["candidates"].as_array().map(Vec::len);
    assert_eq!(shown, Some(super::CANDIDATES));
}
