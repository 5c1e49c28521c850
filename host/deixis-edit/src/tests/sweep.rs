//! For every operation of a change: it fails there, or dies there. All old or all new, always.

use super::faulty::{Fault, Faulty};
use super::project::{Project, State};
use crate::ApplyError;
use crate::recovery::recover_on;

pub(super) fn faulty(faults: Vec<(usize, Fault)>, exchange: bool) -> Faulty<'static> {
    let files = Faulty::new(faults);
    if exchange { files } else { files.without_exchange() }
}

/// Makes the change with these faults, and looks at what is there before and after recovery.
/// Gives what was done.
fn check_once(project: &Project, faults: Vec<(usize, Fault)>, exchange: bool) -> Vec<String> {
    let context = format!("{faults:?}, exchange: {exchange}");
    let files = faulty(faults, exchange);
    match project.apply(&files) {
        Ok(_) => assert_eq!(project.state(&context), State::New, "{context}"),
        // Whoever was killed gives no answer, and whoever failed to roll back says so.
        Err(ApplyError::RollbackFailed { .. }) => {}
        Err(error) => assert_eq!(project.state(&context), State::Old, "{context}: {error}"),
    }
    project.check_generation(&context);
    project.recover_cleanly(&context);
    project.reset();
    files.trace()
}

/// A change of so many files, with each of these faults at every operation where it is distinct.
fn check(files: usize, exchange: bool, faults: &[Fault]) {
    let project = Project::in_memory(files);
    let trace = check_once(&project, Vec::new(), exchange);
    assert!(trace.len() > 10 * files, "only {} operations", trace.len());
    for fault in faults {
        let distinct = (1..=trace.len()).filter(|at| fault.is_distinct(&trace, *at));
        for at in distinct {
            check_once(&project, vec![(at, *fault)], exchange);
        }
    }
}

pub(super) const ALL: [Fault; 6] =
    [Fault::Fail, Fault::FailAfter, Fault::FailHalf, Fault::Crash, Fault::CrashHalf, Fault::Full];

#[test]
fn one_file() {
    check(1, true, &ALL);
    check(1, false, &ALL);
}

#[test]
fn three_files() {
    check(3, true, &ALL);
    check(3, false, &ALL);
}

#[test]
fn forty_files_that_fail() {
    check(40, true, &[Fault::Fail]);
}

#[test]
fn forty_files_that_die() {
    check(40, true, &[Fault::Crash]);
}

#[test]
fn forty_files_that_die_where_names_cannot_be_exchanged() {
    check(40, false, &[Fault::Crash]);
}

/// The rollback fails as well, or dies.
#[test]
fn two_faults() {
    for exchange in [true, false] {
        let project = Project::in_memory(2);
        let operations = check_once(&project, Vec::new(), exchange).len();
        for first in 1..=operations {
            let fail = (first, Fault::Fail);
            let trace = check_once(&project, vec![fail], exchange);
            for second in first + 1..=trace.len() {
                for fault in [Fault::Fail, Fault::FailAfter, Fault::Crash] {
                    if fault.is_distinct(&trace, second) {
                        check_once(&project, vec![fail, (second, fault)], exchange);
                    }
                }
            }
        }
    }
}

/// The recovery dies as well, and fails.
#[test]
fn recovery_can_be_stopped_anywhere() {
    for exchange in [true, false] {
        let project = Project::in_memory(2);
        let trace = check_once(&project, Vec::new(), exchange);
        for at in (1..=trace.len()).filter(|at| Fault::Crash.is_distinct(&trace, *at)) {
            let recovery = check_stopped(&project, at, None, exchange);
            for fault in [Fault::Crash, Fault::CrashHalf, Fault::Fail, Fault::FailAfter] {
                for second in 1..=recovery.len() {
                    if fault.is_distinct(&recovery, second) {
                        check_stopped(&project, at, Some((second, fault)), exchange);
                    }
                }
            }
        }
    }
}

/// A change dies at an operation, and its recovery is stopped as well. Gives what that did.
fn check_stopped(
    project: &Project,
    at: usize,
    fault: Option<(usize, Fault)>,
    exchange: bool,
) -> Vec<String> {
    let context = format!("{at}, then {fault:?}, exchange: {exchange}");
    drop(project.apply(&faulty(vec![(at, Fault::Crash)], exchange)));
    let recovery = faulty(fault.into_iter().collect(), exchange);
    drop(recover_on(&recovery, &project.root, &project.journals()));
    project.check_generation(&context);
    project.recover_cleanly(&context);
    project.reset();
    recovery.trace()
}
