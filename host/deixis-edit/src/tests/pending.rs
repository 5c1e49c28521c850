//! What is seen of changes that died, without touching them; and that looking creates nothing.

use std::collections::BTreeSet;
use std::fs;

use super::faulty::Faulty;
use super::project::Project;
use crate::{PendingState, RecoverError, discard, pending, recover, strays};

fn look(project: &Project) -> Vec<crate::Pending> {
    pending(&project.root, &project.journals()).expect("a look")
}

/// A change of three files is killed before every operation: its state only ever goes on.
#[test]
fn every_state_in_its_order() {
    let project = Project::new(3);
    let trial = Faulty::none();
    drop(project.apply(&trial).expect("a change"));
    let mut seen = Vec::new();
    for at in 1..=trial.done() {
        project.reset();
        // Some of the last operations may fail without harm.
        drop(project.apply(&Faulty::crash(at)));
        let before = (project.litter(), project.generation());
        let found = look(&project);
        let after = (project.litter(), project.generation());
        assert_eq!(after, before, "{at}: looking changed something");
        let state = match &found[..] {
            [] => None,
            [one] => {
                assert!(one.journal.is_file(), "{at}: {one:?}");
                let about = if one.state == PendingState::Torn { 0 } else { 3 };
                assert_eq!(one.files.len(), about, "{at}: {one:?}");
                Some(one.state.clone())
            }
            more => panic!("{at}: {more:?}"),
        };
        // Recovery finds the same, by the same name.
        let settled = project.recover(&Faulty::none());
        let names = |id: &String| found.iter().any(|one| one.id == *id);
        assert_eq!(settled.len(), found.len(), "{at}");
        assert!(settled.iter().all(|one| names(&one.id)), "{at}: {settled:?}");
        if seen.last() != Some(&state) {
            seen.push(state);
        }
    }
    let [torn, recorded] = [PendingState::Torn, PendingState::Recorded];
    let [prepared, committed] = [PendingState::Prepared, PendingState::Committed];
    let all = [None, Some(torn), Some(recorded), Some(prepared), Some(committed), None];
    assert_eq!(seen, all);
}

#[test]
fn what_is_kept_says_why() {
    let project = Project::new(3);
    let trial = Faulty::none();
    drop(project.apply(&trial).expect("a change"));
    project.reset();
    let last = trial.trace().iter().rposition(|line| line.starts_with("exchange"));
    project.kill_at(last.expect("an exchange") + 1);
    for number in [0, 2] {
        fs::write(project.file(number), "theirs").expect("written");
    }
    assert_eq!(look(&project)[0].state, PendingState::Prepared);
    let settled = project.recover(&Faulty::none()).pop().expect("a journal");
    let kept = look(&project).pop().expect("a journal");
    assert!(matches!(kept.state, PendingState::Kept { .. }), "{kept:?}");
    assert_eq!((kept.id, Some(kept.journal)), (settled.id, settled.journal));
    assert_eq!(kept.files, settled.files);
}

#[test]
fn what_cannot_be_understood_says_why() {
    let project = Project::new(1);
    let name = "0123456789abcdef0123456789abcdef.journal";
    let folder = project.journals_of_root();
    fs::create_dir(folder.join(name)).expect("a folder instead of a file");
    let found = look(&project).pop().expect("a journal");
    assert!(matches!(found.state, PendingState::Damaged { .. }), "{found:?}");
}

/// Where nothing was ever changed there is nothing to see, and nothing is made to see it.
#[test]
fn nothing_is_created() {
    let project = Project::new(1);
    let (root, journals) = (&project.root, project.journals());
    assert_eq!(recover(root, &journals).expect("a recovery").len(), 0);
    assert_eq!(look(&project).len(), 0);
    assert_eq!(strays(root, &journals).expect("a look").paths, []);
    let unknown = discard(root, &journals, "0123456789abcdef0123456789abcdef");
    assert!(matches!(unknown, Err(RecoverError::Unknown)), "{unknown:?}");
    assert!(!journals.parent().expect("a folder").exists(), "the folder of journals was made");
}

/// A project that was copied in the middle of a change has stages, and no journals at all.
#[test]
fn strays_without_any_journals() {
    let project = Project::new(3);
    let trial = Faulty::none();
    drop(project.apply(&trial).expect("a change"));
    project.reset();
    let last = trial.trace().iter().rposition(|line| line.starts_with("exchange"));
    project.kill_at(last.expect("an exchange") + 1);
    fs::remove_dir_all(project.journals()).expect("lost");
    let found = strays(&project.root, &project.journals()).expect("a look");
    let folders: BTreeSet<_> = found.paths.iter().map(deixis_base::RootedPath::parent).collect();
    assert_eq!((found.paths.len(), folders.len(), found.incomplete), (3, 3, false), "{found:?}");
    assert!(!project.journals().exists(), "the folder of journals was made");
}

#[test]
fn nobody_looks_while_somebody_changes() {
    let project = Project::new(1);
    let lease = crate::lease::Lease::acquire(&project.root, &project.journals()).expect("a lease");
    let refused = pending(&project.root, &project.journals());
    assert!(matches!(refused, Err(RecoverError::Held { .. })), "{refused:?}");
    drop(lease);
}
