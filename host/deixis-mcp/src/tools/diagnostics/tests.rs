use std::sync::Arc;

use deixis_engine::answer::{
    Answer, Availability, Counts, Diagnostic, DiagnosticSource, Diagnostics, FileDiagnostics,
    Severity,
};
use serde_json::Value;

use super::render;
use crate::fixtures::{
    busy, check_both_suffice, check_golden, inside, path, range, settled, with_state,
};
use crate::render::Rendered;

fn check(name: &str, answer: Answer<Diagnostics>) -> Rendered {
    let rendered = render(answer, Severity::Warning);
    check_golden(&format!("diagnostics/{name}"), &rendered);
    rendered
}

fn one(severity: Severity, line: u32, message: &str) -> Diagnostic {
    Diagnostic {
        range: range([line, 4, line, 9]),
        severity,
        code: Some("E0382".to_owned()),
        source: Some("rustc".to_owned()),
        message: message.to_owned(),
        text: Some(Arc::from("let y = value;")),
        tags: Vec::new(),
        related: Vec::new(),
        server: None,
    }
}

fn file(diagnostics: Vec<Diagnostic>) -> FileDiagnostics {
    let count = |severity| diagnostics.iter().filter(|one| one.severity == severity).count();
    FileDiagnostics {
        path: path("src/a.rs"),
        availability: Availability::Current,
        settled: true,
        source: DiagnosticSource::Push,
        counts: Counts {
            error: count(Severity::Error),
            warning: count(Severity::Warning),
            information: 0,
            hint: 3,
        },
        diagnostics,
    }
}

fn some() -> Vec<Diagnostic> {
    let mut error =
        one(Severity::Error, 41, "borrow of moved value: `value`\nvalue was moved here");
    error.related = vec![(inside("src/b.rs", [2, 0, 2, 5], ""), "moved here".to_owned())];
    let mut warning = one(Severity::Warning, 2, "unused import");
    (warning.code, warning.source, warning.text) = (None, None, None);
    vec![error, warning]
}

fn answer(file: FileDiagnostics) -> Answer<Diagnostics> {
    settled(Diagnostics::File(Box::new(file)))
}

#[test]
fn diagnostics_come_worst_first_with_what_is_kept_back() {
    check_both_suffice(&check("several", answer(file(some()))));
    check_both_suffice(&check("one", answer(file(some()[1..].to_vec()))));
}

#[test]
fn clean_is_said_only_of_a_settled_current_file() {
    check("clean", answer(file(Vec::new())));
    let unsettled = FileDiagnostics { settled: false, ..file(Vec::new()) };
    check("unsettled", with_state(Diagnostics::File(Box::new(unsettled)), busy()));
    let stale = FileDiagnostics { availability: Availability::Stale, ..file(some()) };
    check("stale", answer(stale));
}

#[test]
fn unavailable_is_no_proof() {
    let reason = "the server has published nothing for this file yet".to_owned();
    let unknown = FileDiagnostics {
        availability: Availability::Unavailable(reason),
        settled: false,
        counts: Counts::default(),
        ..file(Vec::new())
    };
    let rendered = check("unavailable", answer(unknown));
    assert!(rendered.text.contains("no proof of a clean file"));
    assert!(!rendered.text.contains("no errors"));
}

#[test]
fn the_summary_counts_and_samples() {
    let second = FileDiagnostics {
        path: path("src/b.rs"),
        availability: Availability::Stale,
        ..file(some()[1..].to_vec())
    };
    check_both_suffice(&check(
        "summary",
        settled(Diagnostics::Summary(vec![file(some()), second])),
    ));
    check("summary_empty", settled(Diagnostics::Summary(Vec::new())));
}

#[test]
fn an_answer_holds_at_most_two_hundred() {
    let many = (0..340).map(|line| one(Severity::Error, line, "wrong")).collect();
    let rendered = render(answer(file(many)), Severity::Warning);
    let all = Value::Object(rendered.structured.clone());
    assert_eq!(all["diagnostics"].as_array().map(Vec::len), Some(200));
    assert_eq!((&all["truncated"], &all["total"]), (&true.into(), &340.into()));
    assert!(rendered.text.contains("shown: 200 of 340"), "{}", rendered.text);
    check_both_suffice(&rendered);
}

#[test]
fn messages_are_cut_and_redacted() {
    let secret = format!("{}{}", "AKIA", "IOSFODNN7EXAMPLQ");
    let long = format!("key {secret}\n{}", "more\n".repeat(4_000));
    let rendered = render(answer(file(vec![one(Severity::Error, 0, &long)])), Severity::Error);
    let all = format!("{}{}", rendered.text, Value::Object(rendered.structured));
    assert!(!all.contains(&secret), "{all}");
    assert!(all.contains("[cut: "), "{all}");
}
