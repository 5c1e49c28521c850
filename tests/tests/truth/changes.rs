//! Changes by others, in files that nobody has opened: the very next answer is about them.

use deixis_tests::client::Deixis;
use deixis_tests::project::Project;
use serde_json::json;

use crate::{Bench, Checked, Lacks, asked};

/// All references are as the scan has them.
fn exact(bench: &Bench, deixis: &mut Deixis, project: &Project, when: &str) -> Result<(), Lacks> {
    let truth = &bench.truth;
    let declared = truth.place(project, &truth.function, &truth.declared_in);
    let arguments = json!({"path": declared, "includeDeclaration": true});
    let answer = asked(deixis, "references", &arguments)?;
    assert_eq!(answer.places("locations"), truth.everywhere(project), "{when}: {}", answer.text());
    Ok(())
}

/// Asks, lays an overlay, asks again.
fn laid(bench: &Bench, overlay: &str) -> Checked {
    let project = bench.truth.project();
    let mut deixis = bench.start(&project);
    exact(bench, &mut deixis, &project, "before")?;
    let before = bench.truth.everywhere(&project);
    bench.truth.lay(&project, overlay);
    assert_ne!(bench.truth.everywhere(&project), before, "{overlay} makes a difference");
    exact(bench, &mut deixis, &project, overlay)
}

pub(crate) fn edited(bench: &Bench) -> Checked {
    laid(bench, "edited")
}

pub(crate) fn added(bench: &Bench) -> Checked {
    laid(bench, "added")
}

pub(crate) fn removed(bench: &Bench) -> Checked {
    laid(bench, "removed")
}

pub(crate) fn deleted(bench: &Bench) -> Checked {
    let project = bench.truth.project();
    bench.truth.lay(&project, "added");
    let mut deixis = bench.start(&project);
    exact(bench, &mut deixis, &project, "before")?;
    project.remove(&bench.truth.deleted);
    exact(bench, &mut deixis, &project, "deleted")
}
