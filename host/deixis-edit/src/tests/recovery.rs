//! What recovery decides when somebody went on working after a crash.

use std::fs;

use super::faulty::Faulty;
use super::project::{Project, State, rooted};
use crate::{Outcome, RecoverError, discard, strays};

/// The number of the operation that replaces the target with this number, of three.
fn replaces(number: usize) -> usize {
    let trial = Faulty::none();
    drop(Project::new(3).apply(&trial).expect("a change"));
    let exchanges = |line: &(usize, String)| line.1.starts_with("exchange");
    let trace = trial.trace();
    let mut exchanges = trace.into_iter().enumerate().filter(exchanges);
    exchanges.nth(number).map_or_else(|| panic!("no exchange {number}"), |(at, _)| at + 1)
}

/// What three files hold: `o`ld, `n`ew, `t`heirs.
fn holds(project: &Project) -> String {
    let files = project.plan.files().iter().enumerate();
    let letter = |(number, file): (usize, &crate::FileChange)| match fs::read(project.file(number))
    {
        Ok(bytes) if *bytes == *file.old => 'o',
        Ok(bytes) if *bytes == *file.new => 'n',
        Ok(bytes) if bytes == b"theirs" => 't',
        _ => '?',
    };
    files.map(letter).collect()
}

/// A change is killed before the target with this number is replaced; somebody changes some
/// files; recovery leads here.
fn check(killed: usize, changed: &[usize], before: &str, after: &str, outcome: &str) {
    let project = Project::new(3);
    project.kill_at(replaces(killed));
    for number in changed {
        fs::write(project.file(*number), "theirs").expect("written");
    }
    assert_eq!(holds(&project), before);
    let report = project.recover(&Faulty::none());
    let [settled] = &report[..] else { panic!("{report:?}") };
    let named = match settled.outcome {
        Outcome::Undone => "undone",
        Outcome::Completed => "completed",
        Outcome::Kept { .. } => "kept",
        Outcome::Failed { .. } => "failed",
    };
    assert_eq!((holds(&project).as_str(), named), (after, outcome), "{settled:?}");
    let reported: Vec<_> = settled.changed.iter().map(|path| project.path(path)).collect();
    let theirs: Vec<_> = changed.iter().map(|number| project.file(*number)).collect();
    assert_eq!(reported, theirs);
    let litter = project.litter();
    assert_eq!(litter.is_empty(), outcome != "kept", "{litter:?}");
    assert_eq!(settled.journal.is_some(), outcome == "kept", "{settled:?}");
    // Whatever it was, it is settled.
    drop(project.recover(&Faulty::none()));
    assert_eq!(holds(&project), after);
}

#[test]
fn nobody_changed_anything() {
    check(0, &[], "ooo", "ooo", "undone");
    check(1, &[], "noo", "ooo", "undone");
    check(2, &[], "nno", "ooo", "undone");
}

#[test]
fn somebody_changed_what_was_old() {
    check(1, &[2], "not", "oot", "undone");
    check(1, &[1, 2], "ntt", "ott", "undone");
    check(0, &[0], "too", "too", "undone");
}

/// They wrote on top of the new text: the rest follows.
#[test]
fn somebody_changed_what_was_new() {
    check(1, &[0], "too", "tnn", "completed");
    check(2, &[1], "nto", "ntn", "completed");
}

/// They wrote on top of both: the old text of the one is kept.
#[test]
fn somebody_changed_both() {
    check(1, &[0, 2], "tot", "tot", "kept");
    check(2, &[0, 2], "tnt", "tot", "kept");
}

#[test]
fn a_kept_journal_is_reported_until_it_is_discarded() {
    let project = Project::new(3);
    project.kill_at(replaces(1));
    fs::write(project.file(0), "theirs").expect("written");
    fs::write(project.file(2), "theirs").expect("written");
    let first = project.recover(&Faulty::none()).pop().expect("a journal");
    let again = project.recover(&Faulty::none()).pop().expect("a journal");
    assert_eq!(
        (&again.id, &again.journal, &again.files),
        (&first.id, &first.journal, &first.files)
    );
    let journal = again.journal.expect("it is kept");
    let bytes = fs::read(&journal).expect("the journal");
    let old = &project.plan.files()[0].old;
    assert!(bytes.windows(old.len()).any(|window| window == &old[..]), "it holds the old bytes");

    // It is only reported: other changes are made, and stay.
    project.reset();
    drop(project.apply(&Faulty::none()).expect("a change"));
    assert_eq!(project.recover(&Faulty::none()).len(), 1);
    assert_eq!(project.state("later"), State::New);

    let unknown = discard(&project.root, &project.journals(), "0");
    assert!(matches!(unknown, Err(RecoverError::Unknown)), "{unknown:?}");
    discard(&project.root, &project.journals(), &first.id).expect("discarded");
    assert!(!journal.exists());
    assert_eq!(project.recover(&Faulty::none()).len(), 0);
}

/// The next change settles what died, without being asked.
#[test]
fn the_next_change_settles_first() {
    let project = Project::new(3);
    project.kill_at(replaces(2));
    drop(project.apply(&Faulty::none()).expect("a change"));
    assert_eq!(project.recover_cleanly("next"), State::New);
}

/// The file of the only journal.
fn journal(project: &Project) -> std::path::PathBuf {
    let found = project.litter().into_iter().find(|name| name.ends_with(".journal"));
    found.expect("a journal").into()
}

#[test]
fn a_journal_that_is_damaged_is_kept_and_nothing_touched() {
    let project = Project::new(3);
    project.kill_at(replaces(1));
    let file = journal(&project);
    let mut bytes = fs::read(&file).expect("a journal");
    bytes[60] ^= 1;
    fs::write(&file, bytes).expect("damaged");
    let report = project.recover(&Faulty::none());
    assert!(matches!(report[0].outcome, Outcome::Kept { .. }), "{report:?}");
    assert_eq!(holds(&project), "noo");
    let found = strays(&project.root, &project.journals()).expect("a look");
    assert_eq!((found.paths.len(), found.incomplete), (3, false), "{found:?}");
}

#[test]
fn strays_of_a_lost_journal_are_found() {
    let project = Project::new(3);
    project.kill_at(replaces(1));
    let look = || strays(&project.root, &project.journals()).expect("a look");
    assert_eq!(look().paths, [], "the journal knows them");
    fs::remove_file(journal(&project)).expect("lost");
    let names: Vec<_> = look().paths.iter().map(|path| path.parent()).collect();
    assert_eq!(names, [None, Some(rooted("src")), Some(rooted("src/deep"))]);
    fs::write(project.root.path().join(".deixis-notes"), "mine").expect("written");
    assert_eq!(look().paths.len(), 3, "only what has a stage's whole name");
}

/// What somebody wrote into the replaced file, which they still had open, is not thrown away.
#[test]
fn a_late_write_to_the_replaced_file_is_named() {
    use std::io::Write as _;
    let project = Project::new(3);
    let mut open = fs::OpenOptions::new().append(true).open(project.file(1)).expect("open");
    let commits = Faulty::none();
    drop(Project::new(3).apply(&commits).expect("a change"));
    let removes = |line: &String| line.starts_with("remove .deixis");
    let at = commits.trace().iter().position(removes).expect("a removal");
    let open = std::cell::RefCell::new(&mut open);
    let files = Faulty::none().with_meddler(|number| {
        // Before the first stage is read for the last time.
        if number == at - 1 {
            open.borrow_mut().write_all(b"late").expect("written");
        }
    });
    let applied = project.apply(&files).expect("a change");
    let [left] = &applied.left[..] else { panic!("{applied:?}") };
    let kept = fs::read(project.path(&left.path)).expect("what is left");
    assert_eq!(kept, [&project.plan.files()[1].old[..], b"late"].concat());
    assert_eq!(project.state("late"), State::New);
}
