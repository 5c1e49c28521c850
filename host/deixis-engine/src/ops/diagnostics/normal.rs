//! What the adapter makes of diagnostics, and the order in which they are shown.

use std::sync::Arc;

use deixis_base::{Position, Range};
use deixis_hooks::Span;
use deixis_hooks::diagnostics::{Diagnostic as Raw, Fate};

use crate::answer::{AnswerState, Counts, Diagnostic, FileDiagnostics, Severity};
use crate::server::{Running, hear};

/// Says what is known of a server's diagnostics as a whole: holes in them that its adapter knows
/// of, and whether its word on them was bypassed.
pub(super) fn note(running: &Running, state: &mut AnswerState) {
    let holes = running.diagnostics.as_ref().map(|plan| plan.incomplete.clone());
    state.incomplete.extend(holes.unwrap_or_default());
    state.note_bypassed(running.diagnostics_degraded.clone());
}

/// A file's diagnostics as they are shown: judged by the adapter, counted, those that are wanted,
/// worst first.
pub(super) async fn normalised(
    running: &Running,
    language: Option<Arc<str>>,
    mut file: FileDiagnostics,
    min_severity: Severity,
    state: &mut AnswerState,
) -> FileDiagnostics {
    let hooks =
        running.adapter.as_ref().and_then(|adapter| Some((adapter, adapter.diagnostics()?)));
    if let Some((adapter, hooks)) = hooks.filter(|_| !file.diagnostics.is_empty()) {
        let raw = file.diagnostics.iter().map(raw).collect();
        let language = language.unwrap_or_else(|| "".into()).to_string();
        let asked = hooks.normalise(language, file.path.to_string(), raw);
        let (fates, bypassed) = hear(adapter, asked).await;
        state.note_bypassed(bypassed);
        if let Ok(fates) = fates {
            let judged = file.diagnostics.into_iter().zip(fates);
            file.diagnostics = judged.filter_map(|(one, fate)| meet(one, fate)).collect();
        }
    }
    file.counts = count(&file.diagnostics);
    file.diagnostics.retain(|diagnostic| diagnostic.severity <= min_severity);
    file.diagnostics.sort_by_key(|diagnostic| (diagnostic.severity, diagnostic.range.start));
    file
}

fn raw(one: &Diagnostic) -> Raw {
    let at = |place: Position| (place.line, place.byte);
    Raw {
        range: Span { start: at(one.range.start), end: at(one.range.end) },
        severity: match one.severity {
            Severity::Error => 1,
            Severity::Warning => 2,
            Severity::Information => 3,
            Severity::Hint => 4,
        },
        code: one.code.clone(),
        source: one.source.clone(),
        message: one.message.clone(),
        tags: one.tags.clone(),
    }
}

fn meet(one: Diagnostic, fate: Fate) -> Option<Diagnostic> {
    let at = |(line, byte): (u32, u32)| Position { line, byte };
    match fate {
        Fate::Keep => Some(one),
        Fate::Drop => None,
        Fate::Change(new) => Some(Diagnostic {
            range: Range { start: at(new.range.start), end: at(new.range.end) },
            severity: Severity::of(Some(new.severity)),
            code: new.code,
            source: new.source,
            message: new.message,
            tags: new.tags,
            ..one
        }),
    }
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
