//! For every operation of a change: it fails there, or dies there. All old or all new, always.

use super::faulty::{Fault, Faulty};
use super::project::{Project, State};
use crate::ApplyError;

pub(super) fn faulty(faults: Vec<(usize, Fault)>, exchange: bool) -> Faulty<'static> {
    let files = Faulty::new(faults);
    if exchange { files } else { files.without_exchange() }
}

/// Makes the change with these faults, and looks at what is there before and after recovery.
/// Gives how many operations there were.
fn check_once(project: &Project, faults: Vec<(usize, Fault)>, exchange: bool) -> usize {
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
    files.done()
}

fn check(files: usize, exchange: bool, faults: &[Fault]) {
    let project = Project::new(files);
    let operations = check_once(&project, Vec::new(), exchange);
    assert!(operations > 10 * files, "only {operations} operations");
    for fault in faults {
        for at in 1..=operations {
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
        let project = Project::new(2);
        let operations = check_once(&project, Vec::new(), exchange);
        for first in 1..=operations {
            let fail = (first, Fault::Fail);
            let more = check_once(&project, vec![fail], exchange);
            for second in first + 1..=more {
                for fault in [Fault::Fail, Fault::FailAfter, Fault::Crash] {
                    check_once(&project, vec![fail, (second, fault)], exchange);
                }
            }
        }
    }
}

/// The recovery dies as well, and fails.
#[test]
fn recovery_can_be_stopped_anywhere() {
    for exchange in [true, false] {
        let project = Project::new(2);
        let operations = check_once(&project, Vec::new(), exchange);
        for at in 1..=operations {
            for fault in [Fault::Crash, Fault::CrashHalf, Fault::Fail, Fault::FailAfter] {
                let mut second = 1;
                loop {
                    let context = format!("{at}, then {fault:?} {second}, exchange: {exchange}");
                    let dies = faulty(vec![(at, Fault::Crash)], exchange);
                    drop(project.apply(&dies));
                    let again = faulty(vec![(second, fault)], exchange);
                    let report =
                        crate::recovery::recover_on(&again, &project.root, &project.journals());
                    drop(report);
                    project.check_generation(&context);
                    project.recover_cleanly(&context);
                    project.reset();
                    if again.done() < second {
                        break;
                    }
                    second += 1;
                }
            }
        }
    }
}
