//! What a guest may answer. Each check says in a few words what is wrong. The
//! descriptor has a file of its own.

use serde::de::IgnoredAny;

use crate::limits::{
    ACTIONS, AWAITED, DEADLINE_MS, DEADLINES, ENTRIES, NAME_BYTES, SENTENCES, STATE_BYTES,
    TEXT_BYTES,
};
use deixis_hooks::errors::Verdict;
use deixis_hooks::launch::Plan;
use deixis_hooks::readiness::{Level, Step};
use deixis_hooks::rename::{Review, Verdict as NameVerdict};
use deixis_hooks::symbols::Query;
use deixis_hooks::watch::Translation;
use deixis_hooks::{Action, Ask, Deadline, Notification};

/// Fine, or what is wrong.
pub(crate) type Checked = Result<(), String>;

/// A launch plan.
pub(crate) fn plan(plan: &Plan) -> Checked {
    texts("args", plan.args.as_deref().unwrap_or_default())?;
    count("environment", plan.environment.len(), ENTRIES)?;
    for (key, value) in &plan.environment {
        name("environment", key)?;
        text("environment", value)?;
        if key.contains(['=', '\0']) || value.contains('\0') {
            return Err(format!("environment {key:?} has a character that cannot be there"));
        }
    }
    optional(json, "initialization-options", plan.initialization_options.as_deref())?;
    optional(object, "capabilities", plan.capabilities.as_deref())?;
    optional(json, "fallback", plan.fallback.as_deref())?;
    count("settings", plan.settings.len(), ENTRIES)?;
    for setting in &plan.settings {
        text("section", &setting.section)?;
        json("setting", &setting.value)?;
    }
    count("notifications", plan.notifications.len(), ENTRIES)?;
    plan.notifications.iter().try_for_each(notification)?;
    paths("open", &plan.open, ENTRIES)?;
    sentences("incomplete", &plan.incomplete)
}

/// Methods of interest.
pub(crate) fn interests(methods: &[String]) -> Checked {
    names("interests", methods)
}

/// A step of the readiness reducer.
pub(crate) fn step(step: &Step) -> Checked {
    count("state", step.state.len(), STATE_BYTES)?;
    let tracks = &step.tracks;
    for level in [&tracks.alive, &tracks.navigation, &tracks.index, &tracks.diagnostics] {
        match level {
            Level::Busy { message: Some(message), .. } => text("message", message)?,
            Level::Degraded(reason) => text("reason", reason)?,
            Level::Busy { .. } | Level::Unknown | Level::Ready => {}
        }
    }
    count("deadlines", step.deadlines.len(), DEADLINES)?;
    step.deadlines.iter().try_for_each(deadline)?;
    actions(&step.actions)
}

/// A rewritten query.
pub(crate) fn query(query: &Query) -> Checked {
    // An empty query means "everything" to servers, and is legal.
    count("text", query.text.len(), TEXT_BYTES)
}

/// What an error means.
pub(crate) fn verdict(verdict: &Verdict) -> Checked {
    match verdict {
        Verdict::OpenAndRetry(files) => paths("open-and-retry", files, ENTRIES),
        Verdict::Fatal(sentence) => text("fatal", sentence),
        _ => Ok(()),
    }
}

/// A translation of so many changes. The report may name related files too.
pub(crate) fn translation(translation: &Translation, changes: usize) -> Checked {
    count("report", translation.report.len(), changes.saturating_mul(4).max(ENTRIES))?;
    translation.report.iter().try_for_each(|change| path(&change.path))?;
    actions(&translation.actions)?;
    count("awaited", translation.awaited.len(), AWAITED)?;
    translation.awaited.iter().try_for_each(ask)?;
    sentences("incomplete", &translation.incomplete)
}

/// What is thought of a new name.
pub(crate) fn name_verdict(verdict: &NameVerdict) -> Checked {
    match verdict {
        NameVerdict::Unknown | NameVerdict::Accept => Ok(()),
        NameVerdict::Rewrite(instead) => name("rewrite", instead),
        NameVerdict::Refuse(reason) => sentence("refuse", reason),
    }
}

/// A review of one part of an edit.
pub(crate) fn review(review: &Review) -> Checked {
    optional(sentence, "refusal", review.refusal.as_deref())?;
    sentences("warnings", &review.warnings)
}

/// A path inside the root: relative, with single slashes, without `.` and
/// `..`.
pub(crate) fn path(path: &str) -> Checked {
    let bad = |part: &str| matches!(part, "" | "." | "..");
    if path.len() > TEXT_BYTES || path.contains('\0') || path.split('/').any(bad) {
        return Err(format!(
            "path {:?} is not root-relative and clean",
            crate::host::log::cut(path, NAME_BYTES)
        ));
    }
    Ok(())
}

fn actions(actions: &[Action]) -> Checked {
    count("actions", actions.len(), ACTIONS)?;
    actions.iter().try_for_each(|action| match action {
        Action::Open(file) | Action::Close(file) | Action::OpenEmptyAndClose(file) => path(file),
        Action::Notify(sent) => notification(sent),
        Action::Request(request) => ask(request),
    })
}

fn notification(notification: &Notification) -> Checked {
    name("method", &notification.method)?;
    optional(params, "params", notification.params.as_deref())
}

pub(super) fn ask(ask: &Ask) -> Checked {
    name("request id", &ask.id)?;
    name("method", &ask.method)?;
    optional(params, "params", ask.params.as_deref())
}

pub(super) fn deadline(deadline: &Deadline) -> Checked {
    name("deadline", &deadline.name)?;
    if deadline.after_ms > DEADLINE_MS {
        return Err(format!(
            "deadline {:?} after {} ms; at most {DEADLINE_MS}",
            deadline.name, deadline.after_ms
        ));
    }
    Ok(())
}

pub(super) fn count(what: &str, found: usize, max: usize) -> Checked {
    if found <= max { Ok(()) } else { Err(format!("{what}: {found}, at most {max}")) }
}

pub(super) fn name(what: &str, name: &str) -> Checked {
    if name.is_empty() {
        return Err(format!("{what}: empty"));
    }
    count(what, name.len(), NAME_BYTES)
}

pub(super) fn text(what: &str, text: &str) -> Checked {
    count(what, text.len(), TEXT_BYTES)
}

pub(super) fn names(what: &str, all: &[String]) -> Checked {
    count(what, all.len(), ENTRIES)?;
    all.iter().try_for_each(|one| name(what, one))
}

pub(super) fn texts(what: &str, all: &[String]) -> Checked {
    count(what, all.len(), ENTRIES)?;
    all.iter().try_for_each(|one| text(what, one))
}

/// Something that a person is told: there must be something to read.
pub(super) fn sentence(what: &str, one: &str) -> Checked {
    if one.trim().is_empty() {
        return Err(format!("{what}: empty"));
    }
    text(what, one)
}

pub(super) fn sentences(what: &str, all: &[String]) -> Checked {
    count(what, all.len(), SENTENCES)?;
    all.iter().try_for_each(|one| text(what, one))
}

fn paths(what: &str, all: &[String], max: usize) -> Checked {
    count(what, all.len(), max)?;
    all.iter().try_for_each(|one| path(one))
}

pub(super) fn optional(
    check: fn(&str, &str) -> Checked,
    what: &str,
    value: Option<&str>,
) -> Checked {
    value.map_or(Ok(()), |value| check(what, value))
}

pub(super) fn json(what: &str, json: &str) -> Checked {
    let parsed: Result<IgnoredAny, _> = serde_json::from_str(json);
    parsed.map(|_| ()).map_err(|error| format!("{what} is not JSON: {error}"))
}

pub(super) fn object(what: &str, text: &str) -> Checked {
    json(what, text)?;
    if text.trim_start().starts_with('{') { Ok(()) } else { Err(format!("{what}: no object")) }
}

/// JSON-RPC parameters are structured or absent.
fn params(what: &str, text: &str) -> Checked {
    json(what, text)?;
    if text.trim_start().starts_with(['{', '[']) {
        return Ok(());
    }
    Err(format!("{what}: neither object nor array"))
}
