//! What the adapter makes of diagnostics.

use std::sync::Arc;

use deixis_base::{Position, Range};
use deixis_hooks::Span;
use deixis_hooks::diagnostics::{Diagnostic as Raw, Fate};

use crate::answer::{AnswerState, Diagnostic, FileDiagnostics, Severity};
use crate::server::{Running, hear};

/// Says what is known of a server's diagnostics as a whole: holes in them that its adapter knows
/// of, and whether its word on them was bypassed.
pub(super) fn note(running: &Running, state: &mut AnswerState) {
    let holes = running.diagnostics.as_ref().map(|plan| plan.incomplete.clone());
    state.incomplete.extend(holes.unwrap_or_default());
    state.note_bypassed(running.diagnostics_degraded.clone());
}

/// A file's diagnostics as the adapter judges them.
pub(super) async fn normalised(
    running: &Running,
    language: Option<Arc<str>>,
    mut file: FileDiagnostics,
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
