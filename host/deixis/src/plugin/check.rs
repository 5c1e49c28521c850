//! `deixis plugin check`.

use std::path::PathBuf;
use std::process::ExitCode;

use deixis_conformance::{Breach, Report, Rule, Settings, check};
use deixis_hooks::SourceError;
use deixis_recording::Cases;
use serde_json::{Value, json};

use super::stage;
use crate::cli::{Check, Common};
use crate::dirs;

/// Checks an adapter. Exit code 1 if a rule is broken.
pub(super) async fn run(common: &Common, arguments: &Check) -> anyhow::Result<ExitCode> {
    let report = report(common, arguments).await?;
    let cases: Vec<Kept> = report.breaches.iter().map(keep).collect();
    if arguments.json {
        print_json(&report, &cases)?;
    } else {
        print(&report, &cases);
    }
    Ok(if report.breaches.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

async fn report(common: &Common, arguments: &Check) -> anyhow::Result<Report> {
    let Check { what, recordings, seed, .. } = arguments;
    let component = match stage::component(common, what) {
        Ok(component) => component,
        // A file that is no adapter breaks the first rule, and the rest makes no sense.
        Err(error) => match error.downcast::<SourceError>() {
            Ok(SourceError::Unusable { name, message }) => {
                return Ok(Report::unusable(&name, *seed, message));
            }
            Ok(other) => return Err(other.into()),
            Err(other) => return Err(other),
        },
    };
    let recordings =
        if recordings.is_empty() { stage::recordings_beside(what) } else { recordings.clone() };
    let recordings = recordings.iter().map(|path| stage::read(path).map(|(_, read)| read));
    let settings = Settings {
        seed: *seed,
        cache_dir: dirs::cache(),
        recordings: recordings.collect::<Result<_, _>>()?,
    };
    Ok(check(&component, &settings).await?)
}

/// Where the call of a breach is kept, or why it is not.
type Kept = Option<Result<PathBuf, String>>;

fn keep(breach: &Breach) -> Kept {
    let case = breach.case.as_ref()?;
    let Some(folder) = dirs::cases() else {
        return Some(Err("there is no folder for cases".to_owned()));
    };
    let kept = Cases::new(folder, dirs::home()).keep_recording(case);
    Some(kept.map_err(|error| error.to_string()))
}

#[expect(clippy::print_stdout, reason = "the answer of a command")]
fn print(report: &Report, cases: &[Kept]) {
    let Report { adapter, version, sha256, seed, inputs, breaches } = report;
    println!("adapter {adapter} {version}, sha256 {sha256}");
    println!("seed {seed}: {inputs} inputs, each asked of two fresh instances and of a used one");
    for rule in Rule::ALL {
        println!("{:<7} {:<11} {}", state(report, rule), rule.name(), rule.sentence());
        for (breach, case) in breaches.iter().zip(cases).filter(|(breach, _)| breach.rule == rule) {
            let hook = if breach.hook.is_empty() { "" } else { &format!("{}: ", breach.hook) };
            println!("          {hook}{}", breach.what);
            match case {
                Some(Ok(path)) => {
                    println!("          see it again: deixis plugin replay {}", path.display());
                }
                Some(Err(error)) => println!("          its call cannot be kept: {error}"),
                None => {}
            }
        }
    }
}

fn state(report: &Report, rule: Rule) -> &'static str {
    if report.of(rule).next().is_some() {
        "broken"
    } else if report.is_checked(rule) {
        "holds"
    } else {
        "unknown"
    }
}

#[expect(clippy::print_stdout, reason = "the answer of a command")]
fn print_json(report: &Report, cases: &[Kept]) -> anyhow::Result<()> {
    let breaches = |rule: Rule| -> Vec<Value> {
        let both = report.breaches.iter().zip(cases);
        both.filter(|(breach, _)| breach.rule == rule)
            .map(|(breach, case)| {
                let case = case.as_ref().and_then(|kept| kept.as_ref().ok());
                json!({ "hook": breach.hook, "what": breach.what, "case": case })
            })
            .collect()
    };
    let rules: Vec<Value> = Rule::ALL
        .into_iter()
        .map(|rule| {
            json!({
                "rule": rule.name(),
                "state": state(report, rule),
                "breaches": breaches(rule),
            })
        })
        .collect();
    let whole = json!({
        "adapter": report.adapter,
        "version": report.version,
        "sha256": report.sha256,
        "seed": report.seed,
        "inputs": report.inputs,
        "rules": rules,
    });
    println!("{}", serde_json::to_string_pretty(&whole)?);
    Ok(())
}
