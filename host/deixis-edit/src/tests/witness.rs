//! Readers are told whenever files are mixed, at every moment, and are not kept waiting after.

use std::cell::RefCell;
use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::faulty::{Fault, Faulty};
use super::project::Project;
use super::sweep::{ALL, faulty};
use crate::recovery::recover_on;
use crate::transaction::apply_on;
use crate::{ApplyError, FileChange, Generation, Plan, Witness};

/// The file with the number.
fn file(project: &Project) -> std::path::PathBuf {
    project.journals_of_root().join("generation")
}

#[test]
fn each_change_counts_two() {
    let project = Project::new(2);
    let witness = Witness::open(&project.root, &project.journals()).expect("a witness");
    let number = || witness.read().expect("a number").number;
    assert_eq!(number(), 0);
    for done in 1..=3 {
        drop(project.apply(&Faulty::none()).expect("a change"));
        assert_eq!(number(), 2 * done);
        project.reset();
    }
    // What replaces nothing is not counted.
    fs::write(project.file(1), "theirs").expect("written");
    project.apply(&Faulty::none()).expect_err("a conflict");
    drop(project.recover(&Faulty::none()));
    assert_eq!(number(), 6);
}

/// Whatever is in the file: it counts as zero, and the next change makes a number of it again.
#[test]
fn a_damaged_number_is_repaired() {
    let whole = [&7_u64.to_le_bytes()[..], &(!7_u64).to_le_bytes()].concat();
    let mut wrong = whole.clone();
    wrong[9] ^= 1;
    let damaged = [None, Some(&whole[..0]), Some(&whole[..15]), Some(&[0; 16]), Some(&wrong[..])];
    for bytes in damaged {
        let project = Project::new(2);
        let file = file(&project);
        match bytes {
            Some(bytes) => fs::write(&file, bytes).expect("damaged"),
            None => fs::remove_file(&file).expect("removed"),
        }
        assert_eq!(project.generation(), Generation { number: 0 }, "{bytes:?}");
        drop(project.apply(&Faulty::none()).expect("a change"));
        assert_eq!(project.generation(), Generation { number: 2 }, "{bytes:?}");
    }
    // An odd number without a journal is left by whoever could not write the last one.
    let project = Project::new(2);
    fs::write(file(&project), whole).expect("written");
    assert_eq!(project.generation(), Generation { number: 7 });
    drop(project.recover(&Faulty::none()));
    assert_eq!(project.generation(), Generation { number: 8 });
}

#[cfg(unix)]
#[test]
fn it_is_private() {
    use std::os::unix::fs::PermissionsExt as _;
    let project = Project::new(1);
    assert!(project.generation().is_at_rest());
    let file = file(&project);
    let mode = |path: &std::path::Path| {
        fs::metadata(path).expect("metadata").permissions().mode() & 0o7777
    };
    assert_eq!(mode(&file), 0o600);
    assert_eq!(mode(file.parent().expect("a folder")), 0o700);
}

/// Before every operation of a change that fails or dies anywhere, of its rollback and of the
/// recovery after it.
#[test]
fn at_every_moment() {
    for exchange in [true, false] {
        let project = Project::in_memory(2);
        let trial = faulty(Vec::new(), exchange);
        drop(project.apply(&trial).expect("a change"));
        project.reset();
        for fault in ALL {
            let trace = trial.trace();
            for at in (1..=trace.len()).filter(|at| fault.is_distinct(&trace, *at)) {
                let context = format!("{fault:?} at {at}, exchange: {exchange}");
                check_moments(&project, (at, fault), exchange, &context);
            }
        }
    }
}

fn check_moments(project: &Project, fault: (usize, Fault), exchange: bool, context: &str) {
    let watch = |number| project.check_generation(&format!("{context}, before {number}"));
    let before = project.generation().number;
    let files = faulty(vec![fault], exchange).with_meddler(watch);
    let result = project.apply(&files);
    project.check_generation(context);
    let dies = matches!(fault.1, Fault::Crash | Fault::CrashHalf);
    let untold = files.trace().get(fault.0 - 1).is_some_and(|line| line.ends_with(" generation"));
    if !dies && fault.1 != Fault::Full && !untold {
        let open = matches!(result, Err(ApplyError::RollbackFailed { .. }));
        let rest = project.generation().is_at_rest();
        assert!(rest || open, "{context}: readers wait, {result:?}");
    }
    let touched = files.trace().iter().any(|line| line.starts_with("exchange"));
    let files = faulty(Vec::new(), exchange).with_meddler(watch);
    drop(recover_on(&files, &project.root, &project.journals()).expect("a recovery"));
    project.recover_cleanly(context);
    let after = project.generation().number;
    // Half a number counts as zero, and is repaired by the next change.
    let damaged = matches!(fault.1, Fault::CrashHalf | Fault::FailHalf) && untold;
    let grown = if touched { after > before } else { after >= before };
    assert!(grown || damaged, "{context}: {before}, {after}");
    project.reset();
}

/// After a cut of power the number may be an earlier one, although files are mixed.
#[test]
fn recovery_tells_what_nobody_told() {
    let project = Project::in_memory(2);
    let trial = Faulty::none();
    drop(project.apply(&trial).expect("a change"));
    let replaced = trial.trace().iter().rposition(|line| line.starts_with("exchange"));
    project.reset();
    project.kill_at(replaced.expect("an exchange") + 1);
    assert!(project.is_mixed());
    fs::remove_file(file(&project)).expect("lost");
    let seen = RefCell::new(Vec::new());
    let watch = |_| {
        if project.is_mixed() {
            seen.borrow_mut().push(project.generation().number);
        }
    };
    drop(project.recover(&Faulty::none().with_meddler(watch)));
    let seen = seen.into_inner();
    assert!(seen.contains(&1) && seen.is_sorted(), "{seen:?}");
    assert_eq!(project.generation(), Generation { number: 2 });
}

/// A thread reads two files again and again while another changes both.
#[test]
fn a_reader_beside_a_writer() {
    let there = Project::in_memory(2);
    let change = |file: &FileChange| FileChange {
        path: file.path.clone(),
        old: file.new.clone(),
        new: file.old.clone(),
    };
    let back = Plan::new(there.plan.files().iter().map(change).collect()).expect("a plan");
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let witness = Witness::open(&there.root, &there.journals()).expect("a witness");
            let mut calm = 0;
            loop {
                let last = done.load(Ordering::Acquire);
                let before = witness.read().expect("a number");
                let mixed = there.is_mixed();
                let after = witness.read().expect("a number");
                if before == after && before.is_at_rest() {
                    assert!(!mixed, "{before:?}: a mixture");
                    calm += 1;
                }
                if last {
                    return calm;
                }
            }
        });
        for plan in [&there.plan, &back].into_iter().cycle().take(400) {
            let files = Faulty::none();
            let result = apply_on(&files, &there.root, &there.journals(), plan, &|| false);
            drop(result.expect("a change"));
        }
        done.store(true, Ordering::Release);
        assert!(reader.join().expect("the reader") > 0);
    });
    assert_eq!(there.generation(), Generation { number: 800 });
}
