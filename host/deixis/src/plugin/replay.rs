//! `deixis plugin replay`.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use deixis_recording::{Answer, Line, again};
use serde_json::Value;

use super::stage::{self, Stage};
use crate::cli::Common;

/// Makes the call of a case file again, and shows what it was asked, what came of it then, and
/// what comes of it now. Exit code 1 if that is no answer.
#[expect(clippy::print_stdout, reason = "the answer of a command")]
pub(super) async fn run(
    common: &Common,
    path: &Path,
    with: Option<&str>,
) -> anyhow::Result<ExitCode> {
    let (_, case) = stage::read(path)?;
    let mut calls = case.lines.iter().filter_map(|(_, line)| match line {
        Line::Call { hook, r#in, out } => Some((hook, r#in, out)),
        _ => None,
    });
    let (Some((hook, input, out)), None) = (calls.next(), calls.next()) else {
        bail!("{} holds not one call; for recordings say deixis plugin test", path.display());
    };
    let head = &case.head;
    let component = stage::component(common, with.unwrap_or(&head.adapter))
        .context("say --with FILE for the component that failed")?;
    println!("adapter {} {}, sha256 {}", head.adapter, head.version, head.sha256);
    if component.sha256 != head.sha256 {
        println!("asked now is {}, sha256 {}", component.name, component.sha256);
    }
    println!("{hook} was asked\n{}", pretty(input));
    println!("then it {}", said(out));
    let stage = Stage::new(common, &component, &case)?;
    let now = again(&*stage.adapter, &stage.places, hook, input.clone()).await?;
    println!("now it {}", said(&now));
    Ok(if matches!(now, Answer::Ok(_)) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn said(answer: &Answer) -> String {
    match answer {
        Answer::Ok(value) => format!("answered\n{}", pretty(value)),
        Answer::Error(failure) => {
            // The frames, one a line, innermost first.
            let message = failure.message.replace(" (in ", "\n  in ").replace(" < ", "\n  in ");
            format!("failed ({}): {}", failure.kind, message.trim_end_matches(')'))
        }
    }
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default()
}
