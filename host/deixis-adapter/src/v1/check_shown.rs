//! What a guest may say of diagnostics, documents, results, and to requests.

use deixis_hooks::Ask;
use deixis_hooks::diagnostics::{Diagnostic, Fate, Fetched, Judgement, Plan};
use deixis_hooks::requests::Reply;
use deixis_hooks::results::Refined;

use super::check::{Checked, ask, count, deadline, json, name, optional, sentences, text};
use crate::limits::{
    DEADLINES, DIAGNOSTIC_TEXT, DOCUMENT_BYTES, FETCHED_BYTES, FETCHES, HOVER_BYTES, REPLY_BYTES,
    SETTLE_BYTES, SILENCE_MS, TAGS,
};

/// How diagnostics are had.
pub(super) fn plan(plan: &Plan) -> Checked {
    silence("quiet-ms", plan.quiet_ms)?;
    silence("react-ms", plan.react_ms)?;
    sentences("incomplete", &plan.incomplete)
}

/// What is thought of a document's diagnostics.
pub(super) fn judgement(judgement: &Judgement) -> Checked {
    count("state", judgement.state.len(), SETTLE_BYTES)?;
    count("deadlines", judgement.deadlines.len(), DEADLINES)?;
    judgement.deadlines.iter().try_for_each(deadline)
}

/// The requests that fetch diagnostics.
pub(super) fn fetches(requests: &[Ask]) -> Checked {
    count("requests", requests.len(), FETCHES)?;
    requests.iter().try_for_each(ask)
}

/// The diagnostics in their answers.
pub(super) fn fetched(Fetched(found): &Fetched) -> Checked {
    count("diagnostics", found.len(), FETCHED_BYTES)?;
    json("diagnostics", found)?;
    if found.trim_start().starts_with('[') {
        Ok(())
    } else {
        Err("diagnostics: no JSON array".to_owned())
    }
}

/// What becomes of so many diagnostics.
pub(super) fn fates(fates: &[Fate], diagnostics: usize) -> Checked {
    if fates.len() != diagnostics {
        return Err(format!("{} fates for {diagnostics} diagnostics", fates.len()));
    }
    fates.iter().try_for_each(|fate| match fate {
        Fate::Keep | Fate::Drop => Ok(()),
        Fate::Change(instead) => diagnostic(instead),
    })
}

fn diagnostic(diagnostic: &Diagnostic) -> Checked {
    let Diagnostic { code, source, message, tags, .. } = diagnostic;
    count("code", code.as_ref().map_or(0, String::len), DIAGNOSTIC_TEXT)?;
    count("source", source.as_ref().map_or(0, String::len), DIAGNOSTIC_TEXT)?;
    count("tags", tags.len(), TAGS)?;
    if message.trim().is_empty() {
        return Err("message: empty".to_owned());
    }
    count("message", message.len(), DIAGNOSTIC_TEXT)
}

/// An answer to the server.
pub(super) fn reply(reply: &Reply) -> Checked {
    match reply {
        Reply::Unknown => Ok(()),
        Reply::Result(result) => {
            count("result", result.len(), REPLY_BYTES)?;
            json("result", result)
        }
        Reply::Error(error) => {
            text("message", &error.message)?;
            count("data", error.data.as_ref().map_or(0, String::len), REPLY_BYTES)?;
            optional(json, "data", error.data.as_deref())
        }
    }
}

/// The request that fetches a document.
pub(super) fn fetch(request: Option<&Ask>) -> Checked {
    request.map_or(Ok(()), ask)
}

/// The text of a document.
pub(super) fn document(text: Option<&str>) -> Checked {
    count("text", text.map_or(0, str::len), DOCUMENT_BYTES)
}

/// The name of a document.
pub(super) fn title(title: Option<&str>) -> Checked {
    optional(name, "title", title)
}

/// Which of so many places are shown.
pub(super) fn refined(refined: &[Refined], places: usize) -> Checked {
    let mut seen = vec![false; places];
    for Refined { index, .. } in refined {
        let Some(seen) = seen.get_mut(*index) else {
            return Err(format!("index {index} of {places} places"));
        };
        if std::mem::replace(seen, true) {
            return Err(format!("index {index} comes twice"));
        }
    }
    Ok(())
}

/// A hover text.
pub(super) fn hover(markdown: Option<&str>) -> Checked {
    count("hover", markdown.map_or(0, str::len), HOVER_BYTES)
}

fn silence(what: &str, ms: Option<u32>) -> Checked {
    match ms {
        Some(ms) if ms > SILENCE_MS => Err(format!("{what}: {ms}, at most {SILENCE_MS}")),
        _ => Ok(()),
    }
}
