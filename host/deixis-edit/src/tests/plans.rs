//! What is a plan and what is not.

use super::project::rooted;
use crate::plan::{MAX_BYTES, MAX_FILES};
use crate::{FileChange, Plan, PlanError};

fn change(path: &str, old: &[u8], new: &[u8]) -> FileChange {
    FileChange { path: rooted(path), old: old.into(), new: new.into() }
}

fn check(files: Vec<FileChange>, expected: Result<usize, &PlanError>) {
    let bytes = Plan::new(files).map(|plan| plan.bytes());
    assert_eq!(bytes.as_ref().copied(), expected);
}

#[test]
fn plans() {
    check(vec![change("a", b"1", b"22"), change("b", b"", b"3")], Ok(4));
    check(Vec::new(), Err(&PlanError::Empty));
    check(
        vec![change("a", b"1", b"2"), change("./a", b"1", b"3")],
        Err(&PlanError::Twice { path: rooted("a") }),
    );
    check(
        vec![change("a", b"1", b"2"), change("b", b"1", b"1")],
        Err(&PlanError::Unchanged { path: rooted("b") }),
    );
}

#[test]
fn limits() {
    let many = |files| (0..files).map(|n| change(&format!("f{n}"), b"", b"1")).collect();
    check(many(MAX_FILES), Ok(MAX_FILES));
    check(many(MAX_FILES + 1), Err(&PlanError::TooManyFiles { files: MAX_FILES + 1 }));
    let large = vec![b'x'; MAX_BYTES];
    check(vec![change("a", b"", &large)], Ok(MAX_BYTES));
    check(vec![change("a", b"y", &large)], Err(&PlanError::TooLarge { bytes: MAX_BYTES + 1 }));
}
