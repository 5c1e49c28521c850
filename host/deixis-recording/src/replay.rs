//! A recording's calls made again, and what is different.

use deixis_hooks::Adapter;

use crate::diff::diff;
use crate::format::{Answer, Failure, Head, Line, Recording, line};
use crate::hooks::{Unplayable, call, value};
use crate::places::Places;
use crate::recorder::hidden;

/// What came of a replay.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// Calls of the recording.
    pub calls: usize,
    /// Those that were answered as recorded.
    pub agree: usize,
    /// Those whose recorded answer is an error.
    pub errors: usize,
    /// Those that cannot be compared: the host, not the adapter, gave the recorded answer.
    pub skipped: usize,
    /// Those that were answered differently.
    pub differences: Vec<Difference>,
}

/// One call that was not answered as recorded.
#[derive(Debug, Clone)]
pub struct Difference {
    /// Its line in the recording, from 1.
    pub line: usize,
    /// `group.function`.
    pub hook: String,
    /// What is different, in lines.
    pub what: Vec<String>,
    /// The answer now; `None` if the call cannot be made.
    pub now: Option<Answer>,
}

/// Makes each call again. `places` are those of the project that the adapter sees now.
pub async fn replay(recording: &Recording, adapter: &dyn Adapter, places: &Places) -> Report {
    let mut report = Report::default();
    for (at, event) in &recording.lines {
        let Line::Call { hook, r#in, out } = event else { continue };
        report.calls += 1;
        if let Answer::Error(failure) = out {
            report.errors += 1;
            if matches!(failure.kind.as_str(), "quarantined" | "load") {
                report.skipped += 1;
                continue;
            }
        }
        let now = match again(adapter, places, hook, r#in.clone()).await {
            Ok(now) => now,
            Err(problem) => {
                let what = vec![problem.to_string()];
                report.differences.push(Difference {
                    line: *at,
                    hook: hook.clone(),
                    what,
                    now: None,
                });
                continue;
            }
        };
        let what = compare(out, &now);
        if what.is_empty() {
            report.agree += 1;
        } else {
            let (line, hook, now) = (*at, hook.clone(), Some(now));
            report.differences.push(Difference { line, hook, what, now });
        }
    }
    report
}

/// Makes one recorded call.
///
/// # Errors
/// [`Unplayable`] if it cannot be made.
pub async fn again(
    adapter: &dyn Adapter,
    places: &Places,
    hook: &str,
    input: serde_json::Value,
) -> Result<Answer, Unplayable> {
    let answer = match call(adapter, hook, places.reveal(input)).await? {
        Ok(answer) => Answer::Ok(answer),
        Err(error) => Answer::Error(Failure::from(&error)),
    };
    Ok(hidden(places, answer))
}

/// Frames and wording of a trap change with every build; that it traps does not.
fn compare(old: &Answer, new: &Answer) -> Vec<String> {
    match (old, new) {
        (Answer::Ok(old), Answer::Ok(new)) => diff(old, new),
        (Answer::Error(old), Answer::Error(new)) if old.kind == new.kind => {
            if old.kind == "refused" { diff(&value(old), &value(new)) } else { Vec::new() }
        }
        _ => diff(&value(old), &value(new)),
    }
}

/// The text of a recording with today's answers, and with the head of the adapter that gave
/// them. Lines that agree stay as they are, to the byte.
#[must_use]
pub fn updated(text: &str, head: &Head, adapter: &dyn Adapter, report: &Report) -> String {
    let mut new = String::with_capacity(text.len());
    let mut is_head = true;
    for (at, old) in text.lines().enumerate() {
        let difference = report.differences.iter().find(|difference| difference.line == at + 1);
        let now = difference.and_then(|difference| difference.now.clone());
        if std::mem::take(&mut is_head) {
            new.push_str(&line(&Head {
                contract: deixis_hooks::CONTRACT.to_owned(),
                version: adapter.descriptor().version.clone(),
                sha256: adapter.hash().to_owned(),
                ..head.clone()
            }));
        } else if let (Some(out), Ok(Line::Call { hook, r#in, .. })) =
            (now, serde_json::from_str::<Line>(old))
        {
            new.push_str(&line(&Line::Call { hook, r#in, out }));
        } else {
            new.push_str(old);
            new.push('\n');
        }
    }
    new
}
