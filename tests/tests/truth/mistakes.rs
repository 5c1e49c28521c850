//! Mistakes are reported at the very next call, and gone at the one after they are mended.

use deixis_tests::client::Deixis;
use serde_json::{Value, json};

use crate::{Bench, Checked, Lacks, asked};

/// Longest wait for diagnostics to settle, as long as it can be said.
const WAIT_MS: u64 = 30_000;

/// The errors of a file: one-based lines, sorted. What is not current or not settled is no
/// answer.
fn errors(deixis: &mut Deixis, path: &str, when: &str) -> Result<Vec<u64>, Lacks> {
    let answer = asked(deixis, "diagnostics", &json!({"path": path, "waitMs": WAIT_MS}))?;
    let structured = answer.structured();
    assert_eq!(structured["availability"], "current", "{when}: {}", answer.0);
    assert_eq!(structured["settled"], true, "{when}: {}", answer.0);
    let list = structured["diagnostics"].as_array().cloned().unwrap_or_default();
    let is_error = |one: &&Value| one["severity"] == "error";
    let line = |one: &Value| one["range"][0].as_u64().map_or(0, |line| line + 1);
    let mut lines: Vec<u64> = list.iter().filter(is_error).map(line).collect();
    lines.sort_unstable();
    Ok(lines)
}

pub(crate) fn here(bench: &Bench) -> Checked {
    let truth = &bench.truth;
    let project = truth.project();
    let broken = &truth.broken;
    let mut deixis = bench.start(&project);
    let path = &broken.path;
    let none: [u64; 0] = [];
    assert_eq!(errors(&mut deixis, path, "clean")?, none, "clean");
    let before = project.read(path);
    truth.lay(&project, "broken");
    let found = errors(&mut deixis, path, "broken")?;
    assert!(found.contains(&u64::from(broken.line)), "line {} in {found:?}", broken.line);
    project.write(path, &before);
    assert_eq!(errors(&mut deixis, path, "mended")?, none, "mended");
    Ok(())
}

/// A declaration changes, and a file that uses it does not fit any more.
pub(crate) fn elsewhere(bench: &Bench) -> Checked {
    let truth = &bench.truth;
    let project = truth.project();
    let mut deixis = bench.start(&project);
    let none: [u64; 0] = [];
    assert_eq!(errors(&mut deixis, &truth.breaks, "clean")?, none, "clean");
    let before: Vec<(String, String)> = truth
        .lay(&truth.project(), "breaking")
        .into_iter()
        .map(|path| (path.clone(), project.read(&path)))
        .collect();
    truth.lay(&project, "breaking");
    let errors = |deixis: &mut Deixis| -> Result<(u64, String), Lacks> {
        let answer = asked(deixis, "diagnostics", &json!({"waitMs": WAIT_MS}))?;
        let files = answer.structured()["files"].as_array().cloned().unwrap_or_default();
        let file = files.iter().find(|file| file["path"] == *truth.breaks);
        let count = file.map_or(0, |file| file["counts"]["error"].as_u64().unwrap_or_default());
        Ok((count, answer.0.to_string()))
    };
    let (count, said) = errors(&mut deixis)?;
    assert!(count > 0, "{} has errors: {said}", truth.breaks);
    for (path, text) in before {
        project.write(&path, &text);
    }
    let (count, said) = errors(&mut deixis)?;
    assert_eq!(count, 0, "{} is mended: {said}", truth.breaks);
    Ok(())
}
