//! LSP's numbers as words: lower camel case, as the specification's own names.

use std::borrow::Cow;

use deixis_engine::answer::{DiagnosticSource, Lifecycle, ReadyState, Severity, Stability};

/// `SymbolKind`, from 1.
const SYMBOL_KINDS: [&str; 26] = [
    "file",
    "module",
    "namespace",
    "package",
    "class",
    "method",
    "property",
    "field",
    "constructor",
    "enum",
    "interface",
    "function",
    "variable",
    "constant",
    "string",
    "number",
    "boolean",
    "array",
    "object",
    "key",
    "null",
    "enumMember",
    "struct",
    "event",
    "operator",
    "typeParameter",
];

/// The name of a `SymbolKind`; servers also send numbers that the specification does not know.
pub(crate) fn symbol_kind(kind: u32) -> Cow<'static, str> {
    let index = usize::try_from(kind).ok().and_then(|kind| kind.checked_sub(1));
    match index.and_then(|index| SYMBOL_KINDS.get(index)) {
        Some(name) => Cow::Borrowed(name),
        None => Cow::Owned(format!("kind{kind}")),
    }
}

/// The name of a severity.
pub(crate) fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Information => "information",
        Severity::Hint => "hint",
    }
}

/// The name of a readiness state.
pub(crate) fn ready_state(state: ReadyState) -> &'static str {
    match state {
        ReadyState::Unknown => "unknown",
        ReadyState::Starting => "starting",
        ReadyState::Indexing => "indexing",
        ReadyState::Ready => "ready",
        ReadyState::Degraded => "degraded",
    }
}

/// The name of a stability.
pub(crate) fn stability(stability: Stability) -> &'static str {
    match stability {
        Stability::Stable => "stable",
        Stability::Transient => "transient",
        Stability::Indeterminate => "indeterminate",
    }
}

/// How diagnostics were had.
pub(crate) fn diagnostic_source(source: DiagnosticSource) -> &'static str {
    match source {
        DiagnosticSource::Push => "push",
        DiagnosticSource::Pull => "pull",
        DiagnosticSource::Both => "both",
        DiagnosticSource::Fetched => "fetched",
    }
}

/// The name of a lifecycle.
pub(crate) fn lifecycle(lifecycle: Lifecycle) -> &'static str {
    match lifecycle {
        Lifecycle::Stopped => "stopped",
        Lifecycle::Starting => "starting",
        Lifecycle::Running => "running",
        Lifecycle::Failed => "failed",
    }
}

#[cfg(test)]
mod tests {
    use super::symbol_kind;

    fn check(kind: u32, expected: &str) {
        assert_eq!(symbol_kind(kind), expected);
    }

    #[test]
    fn kinds_have_the_names_of_the_specification() {
        check(1, "file");
        check(12, "function");
        check(22, "enumMember");
        check(26, "typeParameter");
    }

    #[test]
    fn unknown_kinds_keep_their_number() {
        check(0, "kind0");
        check(27, "kind27");
        check(u32::MAX, "kind4294967295");
    }
}
