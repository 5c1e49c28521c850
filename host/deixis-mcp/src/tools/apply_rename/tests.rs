use deixis_engine::answer::{
    Applied, Availability, Counts, Diagnostic, DiagnosticSource, FileDiagnostics, Severity,
};

use super::render;
use crate::fixtures::{check_golden, path, range, settled};

fn applied() -> Applied {
    Applied {
        id: "0123".to_owned(),
        files: vec![(path("src/b.rs"), 3), (path("src/a.rs"), 1)],
        refreshed: vec!["rust".into()],
        restarted: Vec::new(),
        left: Vec::new(),
        diagnostics: Vec::new(),
        unsettled: 2,
    }
}

fn file(name: &str, lines: &[(u32, Severity)]) -> FileDiagnostics {
    let one = |(line, severity): &(u32, Severity)| Diagnostic {
        range: range([*line, 4, *line, 7]),
        severity: *severity,
        code: Some("E0425".to_owned()),
        source: Some("rustc".to_owned()),
        message: "cannot find value `run`".to_owned(),
        text: None,
        tags: Vec::new(),
        related: Vec::new(),
        server: None,
    };
    let counted = |wanted| lines.iter().filter(|(_, severity)| *severity == wanted).count();
    FileDiagnostics {
        path: path(name),
        availability: Availability::Current,
        settled: true,
        source: DiagnosticSource::Push,
        counts: Counts {
            error: counted(Severity::Error),
            warning: counted(Severity::Warning),
            ..Counts::default()
        },
        diagnostics: lines.iter().map(one).collect(),
    }
}

#[test]
fn what_was_made_is_said_with_what_it_broke() {
    check_golden("apply_rename/made", &render(&settled(Applied { unsettled: 0, ..applied() })));
    check_golden("apply_rename/unknown", &render(&settled(applied())));
    let diagnostics = vec![
        file("src/b.rs", &[(3, Severity::Warning)]),
        file("src/a.rs", &[(9, Severity::Error), (1, Severity::Warning)]),
    ];
    let broken = Applied { diagnostics, unsettled: 0, ..applied() };
    check_golden("apply_rename/broken", &render(&settled(broken)));
    let clean = Applied { diagnostics: vec![file("src/a.rs", &[])], unsettled: 1, ..applied() };
    check_golden("apply_rename/clean", &render(&settled(clean)));
}

#[test]
fn the_rare_is_said_too() {
    let rare = Applied {
        restarted: vec!["slow".into()],
        left: vec!["src/.deixis-0123-0.new (somebody wrote it)".to_owned()],
        ..applied()
    };
    check_golden("apply_rename/rare", &render(&settled(rare)));
}

#[test]
fn very_many_files_are_counted() {
    let files = (0..130).map(|number| (path(&format!("src/f{number}.rs")), 2)).collect();
    let rendered = render(&settled(Applied { files, ..applied() }));
    assert!(rendered.text.contains("260 edits in 130 files"), "{}", rendered.text);
    assert!(rendered.text.contains("and 30 more"), "{}", rendered.text);
    assert_eq!(rendered.structured["files"].as_array().map(Vec::len), Some(100));
    assert_eq!(rendered.structured["truncated"], true);
}
