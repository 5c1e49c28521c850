//! `deixis plugin test`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use deixis_recording::{Report, replay, updated};
use serde_json::{Value, json};

use super::stage::{self, Stage};
use crate::cli::Common;

/// Makes the calls of recordings again. Exit code 1 if an answer is different.
pub(super) async fn run(
    common: &Common,
    what: &str,
    recordings: &[PathBuf],
    update: bool,
    as_json: bool,
) -> anyhow::Result<ExitCode> {
    let component = stage::component(common, what)?;
    let recordings = if recordings.is_empty() {
        let beside = stage::recordings_beside(what);
        let here = || stage::recordings_of(Path::new("recordings"));
        let found = if beside.is_empty() { here() } else { beside };
        if found.is_empty() {
            bail!("there is no recordings/*.jsonl; make one: deixis plugin record {what}");
        }
        found
    } else {
        recordings.to_vec()
    };
    let mut agree = true;
    let mut rows = Vec::new();
    for path in &recordings {
        let (text, recording) = stage::read(path)?;
        let stage = Stage::new(common, &component, &recording)?;
        let report = replay(&recording, &*stage.adapter, &stage.places).await;
        let is_same = report.differences.is_empty();
        let is_updated = update && !is_same;
        if is_updated {
            let text = updated(&text, &recording.head, &*stage.adapter, &report);
            replace(path, &text)?;
        }
        // A call that cannot be made at all has no answer to write.
        agree &= is_same
            || is_updated && report.differences.iter().all(|difference| difference.now.is_some());
        if as_json {
            rows.push(row(path, &report, is_updated));
        } else {
            print(path, &report, is_updated);
        }
    }
    if as_json {
        print_json(&rows)?;
    }
    Ok(if agree { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Replaces a file as a whole.
fn replace(path: &Path, text: &str) -> anyhow::Result<()> {
    use std::io::Write as _;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut new = tempfile::NamedTempFile::new_in(folder.unwrap_or(Path::new(".")))?;
    new.write_all(text.as_bytes())?;
    new.as_file().set_permissions(std::fs::metadata(path)?.permissions())?;
    new.persist(path).with_context(|| format!("{} cannot be replaced", path.display()))?;
    Ok(())
}

#[expect(clippy::print_stdout, reason = "the answer of a command")]
fn print(path: &Path, report: &Report, is_updated: bool) {
    let Report { calls, agree, errors, skipped, differences } = report;
    let mut line = format!("{}: {agree} of {calls} calls agree", path.display());
    if *errors > 0 {
        line.push_str(&format!(", {errors} of the recorded answers are errors"));
    }
    if *skipped > 0 {
        line.push_str(&format!(", {skipped} cannot be compared"));
    }
    println!("{line}");
    for difference in differences {
        println!("  line {}, {}", difference.line, difference.hook);
        difference.what.iter().for_each(|what| println!("    {what}"));
    }
    if is_updated {
        println!("  updated");
    }
}

fn row(path: &Path, report: &Report, is_updated: bool) -> Value {
    let differences = report.differences.iter().map(|difference| {
        json!({
            "line": difference.line,
            "hook": difference.hook,
            "what": difference.what,
            "now": difference.now,
        })
    });
    json!({
        "recording": path.display().to_string(),
        "calls": report.calls,
        "agree": report.agree,
        "errors": report.errors,
        "skipped": report.skipped,
        "differences": differences.collect::<Vec<_>>(),
        "updated": is_updated,
    })
}

#[expect(clippy::print_stdout, reason = "the answer of a command")]
fn print_json(rows: &[Value]) -> anyhow::Result<()> {
    println!("{}", serde_json::to_string_pretty(rows)?);
    Ok(())
}
