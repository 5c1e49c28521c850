//! What a guest may say of diagnostics, documents, results, and to requests.

use deixis_hooks::diagnostics::{Diagnostic, Fate, Fetched, Judgement, Plan};
use deixis_hooks::requests::Reply;
use deixis_hooks::results::Refined;
use deixis_hooks::symbols::Normalised;
use deixis_hooks::{Ask, Span};

use super::check::{Checked, ask, count, deadline, json, name, optional, sentences, text};
use crate::limits::{
    DEADLINES, DIAGNOSTIC_TEXT, DOCUMENT_BYTES, FETCHED_BYTES, FETCHES, HOVER_BYTES, REPLY_BYTES,
    SETTLE_BYTES, SILENCE_MS, SYMBOL_TEXT, TAGS,
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

/// What becomes of these diagnostics.
pub(super) fn fates(fates: &[Fate], diagnostics: &[Diagnostic]) -> Checked {
    if fates.len() != diagnostics.len() {
        return Err(format!("{} fates for {} diagnostics", fates.len(), diagnostics.len()));
    }
    fates.iter().zip(diagnostics).try_for_each(|(fate, given)| match fate {
        Fate::Keep | Fate::Drop => Ok(()),
        Fate::Change(instead) => {
            within(instead.range, given.range)?;
            diagnostic(instead)
        }
    })
}

/// A guest does not know the text: the only positions that are sure to be there are those that
/// it was given.
fn within(range: Span, given: Span) -> Checked {
    let inside = given.start <= range.start && range.start <= range.end && range.end <= given.end;
    if range == given || inside {
        return Ok(());
    }
    let shown = |Span { start, end }: Span| format!("{}:{}-{}:{}", start.0, start.1, end.0, end.1);
    Err(format!("range {} lies not within the given one, {}", shown(range), shown(given)))
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

/// What so many symbols, as they were sent, are called.
pub(super) fn normalised(normalised: &[Normalised], symbols: usize) -> Checked {
    if normalised.len() != symbols {
        return Err(format!("{} results for {symbols} symbols", normalised.len()));
    }
    normalised.iter().try_for_each(|one| {
        // Each name, and what stands between it and the next one: a scope is a part of a text.
        let scope = one.scope.iter().flatten().map(|name| name.len() + 1).sum();
        count("name", one.name.len(), SYMBOL_TEXT)?;
        count("scope", scope, 2 * SYMBOL_TEXT)?;
        count("parameters", one.parameters.as_ref().map_or(0, String::len), SYMBOL_TEXT)
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_diagnostic_stays_where_it_was() {
        let span = |start, end| Span { start, end };
        let given = span((2, 4), (3, 1));
        let check = |range: Span, is_fine: bool| {
            assert_eq!(within(range, given).is_ok(), is_fine, "{range:?}");
        };
        check(given, true);
        check(span((2, 4), (2, 9)), true);
        check(span((3, 0), (3, 1)), true);
        check(span((3, 1), (3, 0)), false);
        check(span((2, 3), (3, 1)), false);
        check(span((2, 4), (3, 2)), false);
        check(span((u32::MAX, u32::MAX), (u32::MAX, u32::MAX)), false);
        // What the server said wrongly stays as wrong as it was.
        let wrong = span((5, 0), (4, 0));
        assert!(within(wrong, wrong).is_ok());
    }

    #[test]
    fn names_have_bounds() {
        let one = |name: usize, scope: &[usize], parameters: usize| Normalised {
            name: "n".repeat(name),
            scope: Some(scope.iter().map(|length| "s".repeat(*length)).collect()),
            parameters: Some("p".repeat(parameters)),
            ..Normalised::default()
        };
        let check = |one: Normalised, is_fine: bool| {
            assert_eq!(normalised(&[one], 1).is_ok(), is_fine);
        };
        check(one(SYMBOL_TEXT, &[1; 1_000], SYMBOL_TEXT), true);
        check(one(SYMBOL_TEXT + 1, &[], 0), false);
        check(one(1, &[], SYMBOL_TEXT + 1), false);
        check(one(1, &[2 * SYMBOL_TEXT], 1), false);
        check(one(1, &vec![0; 2 * SYMBOL_TEXT + 1], 1), false);
        assert!(normalised(&[], 1).is_err());
    }
}
