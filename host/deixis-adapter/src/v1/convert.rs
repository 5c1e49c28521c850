//! Between the generated types and those of `deixis-hooks`: the same shapes,
//! field by field, without judgement.

use std::sync::Arc;

use deixis_hooks::{
    Action, Ask, Change, ChangeKind, Deadline, Facts, Notification, ResponseError, Span, info,
    launch, readiness, symbols, watch,
};

use super::bindings::deixis::adapter::types as wit;
use super::bindings::exports::deixis::adapter as guest;
use crate::host::log::cut;
use crate::limits::SYMBOL_TEXT;

pub(crate) fn facts(facts: Facts) -> wit::Facts {
    let Facts { recipe, command, root_path, root_uri, platform, data_directory, options } = facts;
    wit::Facts { recipe, command, root_path, root_uri, platform, data_directory, options }
}

pub(crate) fn change_in(change: &Change) -> wit::Change {
    let kind = match change.kind {
        ChangeKind::Created => wit::ChangeKind::Created,
        ChangeKind::Changed => wit::ChangeKind::Changed,
        ChangeKind::Deleted => wit::ChangeKind::Deleted,
    };
    wit::Change { path: change.path.to_string(), kind }
}

pub(crate) fn error_in(error: ResponseError) -> wit::ResponseError {
    let ResponseError { code, message, data } = error;
    wit::ResponseError { code, message, data }
}

/// A symbol, with the index of its parent in the batch that is sent.
pub(crate) fn symbol_in(symbol: &symbols::Symbol, parent: Option<u32>) -> guest::symbols::Symbol {
    let text = |text: &str| cut(text, SYMBOL_TEXT).to_owned();
    guest::symbols::Symbol {
        name: text(&symbol.name),
        detail: symbol.detail.as_deref().map(text),
        container: symbol.container.as_deref().map(text),
        kind: symbol.kind,
        parent,
        path: text(&symbol.path),
        range: range_in(symbol.range),
    }
}

pub(crate) fn origin_in(origin: symbols::Origin) -> guest::symbols::Origin {
    match origin {
        symbols::Origin::Document => guest::symbols::Origin::Document,
        symbols::Origin::Workspace => guest::symbols::Origin::Workspace,
        symbols::Origin::Hierarchy => guest::symbols::Origin::Hierarchy,
    }
}

pub(crate) fn event_in(event: readiness::Event) -> guest::readiness::Event {
    use guest::readiness::Event as Out;
    use readiness::Event as In;
    match event {
        In::Initialized(result) => Out::Initialized(result),
        In::Notified(sent) => Out::Notified(notification_in(sent)),
        In::ProgressBegin(work) => Out::ProgressBegin(work_in(work)),
        In::ProgressReport(work) => Out::ProgressReport(work_in(work)),
        In::ProgressEnd(work) => Out::ProgressEnd(work_in(work)),
        In::Opened(path) => Out::Opened(path),
        In::Deadline(name) => Out::Deadline(name),
        In::Answered { id, outcome } => {
            let outcome = outcome.map_err(error_in);
            Out::Answered(guest::readiness::Answered { id, outcome })
        }
    }
}

pub(super) fn notification_in(sent: Notification) -> wit::Notification {
    wit::Notification { method: sent.method, params: sent.params }
}

fn work_in(work: readiness::WorkDone) -> guest::readiness::WorkDone {
    let readiness::WorkDone { token, title, message, percent } = work;
    guest::readiness::WorkDone { token, title, message, percent }
}

pub(super) fn range_in(span: Span) -> wit::Range {
    let position = |(line, column)| wit::Position { line, column };
    wit::Range { start: position(span.start), end: position(span.end) }
}

pub(crate) fn descriptor_out(d: guest::info::Descriptor) -> info::Descriptor {
    info::Descriptor {
        id: d.id,
        version: d.version,
        display_name: d.display_name,
        languages: d.languages.into_iter().map(language_out).collect(),
        never_send: d.never_send,
        recipes: d.recipes.into_iter().map(recipe_out).collect(),
        root_markers: d.root_markers,
        separators: d.separators,
        identifier: d.identifier,
        keywords: d.keywords,
        open_policy: match d.open_policy {
            guest::info::OpenPolicy::None => info::OpenPolicy::None,
            guest::info::OpenPolicy::Target => info::OpenPolicy::Target,
            guest::info::OpenPolicy::Seed => info::OpenPolicy::Seed,
        },
        options_schema: d.options_schema,
        extra: d.extra,
    }
}

fn language_out(language: guest::info::Language) -> info::Language {
    let guest::info::Language { id, suffixes, file_names, globs } = language;
    info::Language { id, suffixes, file_names, globs }
}

fn recipe_out(r: guest::info::Recipe) -> info::Recipe {
    let hint = |hint: guest::info::InstallHint| info::InstallHint {
        platform: hint.platform,
        command: hint.command,
    };
    info::Recipe {
        id: r.id,
        commands: r.commands,
        args: r.args,
        operations: r.operations,
        install: r.install.into_iter().map(hint).collect(),
        version_args: r.version_args,
        version_pattern: r.version_pattern,
    }
}

pub(crate) fn plan_out(plan: guest::launch::LaunchPlan) -> launch::Plan {
    let setting = |setting: guest::launch::Setting| launch::Setting {
        section: setting.section,
        value: setting.value,
    };
    launch::Plan {
        args: plan.args,
        environment: plan.environment,
        initialization_options: plan.initialization_options,
        capabilities: plan.capabilities,
        settings: plan.settings.into_iter().map(setting).collect(),
        fallback: plan.fallback,
        notifications: plan.notifications.into_iter().map(notification_out).collect(),
        open: plan.open,
        incomplete: plan.incomplete,
    }
}

pub(crate) fn step_out(report: guest::readiness::Report) -> readiness::Step {
    readiness::Step {
        state: report.state,
        tracks: readiness::Tracks {
            alive: level_out(report.tracks.alive),
            navigation: level_out(report.tracks.navigation),
            index: level_out(report.tracks.index),
            diagnostics: level_out(report.tracks.diagnostics),
        },
        navigation_trust: trust_out(report.navigation_trust),
        index_trust: trust_out(report.index_trust),
        signal_expected: report.signal_expected,
        deadlines: report.deadlines.into_iter().map(deadline_out).collect(),
        actions: report.actions.into_iter().map(action_out).collect(),
    }
}

fn level_out(level: guest::readiness::Level) -> readiness::Level {
    match level {
        guest::readiness::Level::Unknown => readiness::Level::Unknown,
        // Adapters pass on what servers say, and some say more than all.
        guest::readiness::Level::Busy(progress) => readiness::Level::Busy {
            message: progress.message,
            percent: progress.percent.map(|percent| percent.min(100)),
        },
        guest::readiness::Level::Ready => readiness::Level::Ready,
        guest::readiness::Level::Degraded(reason) => readiness::Level::Degraded(reason),
    }
}

fn trust_out(trust: guest::readiness::Trust) -> readiness::Trust {
    match trust {
        guest::readiness::Trust::Blocks => readiness::Trust::Blocks,
        guest::readiness::Trust::Empty => readiness::Trust::Empty,
        guest::readiness::Trust::Partial => readiness::Trust::Partial,
    }
}

pub(crate) fn normalised_out(n: guest::symbols::Normalised) -> symbols::Normalised {
    let guest::symbols::Normalised { name, scope, kind, parameters, hidden } = n;
    symbols::Normalised { name, scope, kind, parameters, hidden }
}

pub(crate) fn query_out(query: guest::symbols::Query) -> symbols::Query {
    symbols::Query { text: query.text, cap: query.cap }
}

pub(crate) fn verdict_out(verdict: guest::errors::Verdict) -> deixis_hooks::errors::Verdict {
    use deixis_hooks::errors::Verdict as Out;
    use guest::errors::Verdict as In;
    match verdict {
        In::Unknown => Out::Unknown,
        In::RetryWhenReady => Out::RetryWhenReady,
        In::RetryNow => Out::RetryNow,
        In::OpenAndRetry(files) => Out::OpenAndRetry(files),
        In::NoResult => Out::NoResult,
        In::Unsupported => Out::Unsupported,
        In::Fatal(sentence) => Out::Fatal(sentence),
    }
}

pub(crate) fn translation_out(translation: guest::watch::Translation) -> watch::Translation {
    watch::Translation {
        report: translation.report.into_iter().map(change_out).collect(),
        actions: translation.actions.into_iter().map(action_out).collect(),
        awaited: translation.awaited.into_iter().map(ask_out).collect(),
        incomplete: translation.incomplete,
    }
}

fn change_out(change: wit::Change) -> Change {
    let kind = match change.kind {
        wit::ChangeKind::Created => ChangeKind::Created,
        wit::ChangeKind::Changed => ChangeKind::Changed,
        wit::ChangeKind::Deleted => ChangeKind::Deleted,
    };
    Change { path: Arc::from(change.path), kind }
}

fn notification_out(sent: wit::Notification) -> Notification {
    Notification { method: sent.method, params: sent.params }
}

pub(super) fn deadline_out(deadline: wit::Deadline) -> Deadline {
    Deadline { name: deadline.name, after_ms: deadline.after_ms }
}

pub(super) fn ask_out(ask: wit::Ask) -> Ask {
    Ask { id: ask.id, method: ask.method, params: ask.params }
}

fn action_out(action: wit::Action) -> Action {
    match action {
        wit::Action::Open(path) => Action::Open(path),
        wit::Action::Close(path) => Action::Close(path),
        wit::Action::OpenEmptyAndClose(path) => Action::OpenEmptyAndClose(path),
        wit::Action::Notify(sent) => Action::Notify(notification_out(sent)),
        wit::Action::Request(ask) => Action::Request(ask_out(ask)),
    }
}
