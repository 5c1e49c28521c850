//! One file as its main server and the companions see it.

use crate::answer::{
    AnswerState, Availability, Counts, Diagnostic, DiagnosticSource, FileDiagnostics, ServerName,
    Severity,
};

/// What one server says of a file.
pub(super) type Said = (ServerName, FileDiagnostics);

/// All that is said of one file, the main server's word first. Each diagnostic has the name of
/// its server, and what two servers say in the same words at the same place is said once. The
/// file is settled if it is for all; it is known if the main server knows it, and what a
/// companion does not know is a hole.
pub(super) fn merged(main: Said, others: Vec<Said>, state: &mut AnswerState) -> FileDiagnostics {
    let (server, mut file) = main;
    if others.is_empty() {
        return file;
    }
    sign(&mut file, &server);
    for (server, mut more) in others {
        sign(&mut more, &server);
        if let Some(hole) = hole(&file, &more, &server) {
            state.incomplete.push(hole);
        }
        file.settled &= more.settled;
        if file.source != more.source {
            file.source = DiagnosticSource::Both;
        }
        for diagnostic in more.diagnostics {
            if !file.diagnostics.iter().any(|known| is_same(known, &diagnostic)) {
                file.diagnostics.push(diagnostic);
            }
        }
    }
    file
}

/// Counts what is said, keeps what is wanted, worst first.
pub(super) fn shown(mut file: FileDiagnostics, least: Severity) -> FileDiagnostics {
    file.counts = count(&file.diagnostics);
    file.diagnostics.retain(|diagnostic| diagnostic.severity <= least);
    file.diagnostics.sort_by_key(|diagnostic| (diagnostic.severity, diagnostic.range.start));
    file
}

fn sign(file: &mut FileDiagnostics, server: &ServerName) {
    for diagnostic in &mut file.diagnostics {
        diagnostic.server = Some(server.clone());
    }
}

/// What is to be said of a companion that knows less than the main server.
fn hole(main: &FileDiagnostics, more: &FileDiagnostics, server: &ServerName) -> Option<String> {
    match (&more.availability, &main.availability) {
        (Availability::Current, _) | (_, Availability::Unavailable(_)) => None,
        (Availability::Unavailable(why), _) => Some(format!("nothing from {server}: {why}")),
        (Availability::Stale, Availability::Stale) => None,
        (Availability::Stale, Availability::Current) => {
            Some(format!("what {server} says is about an earlier text"))
        }
    }
}

fn is_same(one: &Diagnostic, other: &Diagnostic) -> bool {
    one.range == other.range && one.severity == other.severity && one.message == other.message
}

fn count(all: &[Diagnostic]) -> Counts {
    let mut counts = Counts::default();
    for diagnostic in all {
        match diagnostic.severity {
            Severity::Error => counts.error += 1,
            Severity::Warning => counts.warning += 1,
            Severity::Information => counts.information += 1,
            Severity::Hint => counts.hint += 1,
        }
    }
    counts
}
