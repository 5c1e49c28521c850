//! `textDocument/prepareRename`, and what stands in for it.

use deixis_base::{Position, Range, Text, WireRange};
use deixis_lsp::wire::PrepareRename;
use deixis_lsp::{Feature, call};

use super::refusal::{denied, refused, with_reason};
use crate::aim::Aimed;
use crate::answer::{Answer, AnswerState, Place, Prepared};
use crate::places::{at, line_text};
use crate::project::Project;
use crate::query::Target;
use crate::server::Track;
use crate::talk::Talk;
use crate::{CallContext, OpError};

/// What a rename's check came to.
pub(crate) enum Check {
    /// The server would rename this.
    Passed(Box<Prepared>, AnswerState),
    /// The server renames, and does not check beforehand.
    Unchecked,
}

impl Project {
    /// What would be renamed at a place. A server that does not check a rename
    /// beforehand is not asked: then it is the word that stands there.
    ///
    /// # Errors
    /// [`OpError`]; [`OpError::RenameRefused`] where nothing can be renamed.
    pub async fn prepare_rename(
        &self,
        cx: &CallContext,
        target: &Target,
    ) -> Result<Answer<Prepared>, OpError> {
        let aimed = self.aim(cx, target, "prepare_rename").await?;
        let talk = self.talk(cx, &aimed.server).await?;
        let servers = vec![talk.running.name.clone()];
        match check(cx, &talk, &aimed).await? {
            Check::Passed(value, state) => Ok(Answer { servers, state, value: *value }),
            Check::Unchecked => {
                let Some(text) = self.texts.get(&aimed.path) else {
                    let path = aimed.path.to_string();
                    let message = format!("{path} cannot be read as text");
                    return Err(OpError::Document { path, message });
                };
                let value = by_word(&talk, &aimed, &text, false)?;
                Ok(Answer { servers, state: AnswerState::default(), value })
            }
        }
    }
}

/// Asks whether a rename is possible, where the server answers that.
pub(super) async fn check(cx: &CallContext, talk: &Talk, aimed: &Aimed) -> Result<Check, OpError> {
    let server = &talk.running.name;
    if !talk.has(cx, Feature::Rename).await? {
        let method = "textDocument/rename";
        return Err(OpError::Unsupported { server: server.clone(), method, hint: None });
    }
    let asked = talk
        .ask::<call::PrepareRename>(cx, Track::Navigation, &aimed.path, aimed.build(None))
        .await;
    let asked = match asked {
        Ok(asked) => asked,
        // Not offered, or offered and not known: it can still rename.
        Err(OpError::Unsupported { .. }) => return Ok(Check::Unchecked),
        Err(error) => return Err(denied(aimed, error)),
    };
    // The driver gives the text with every question about a document.
    let text = asked.sent.text.unwrap_or_default();
    let prepared = match asked.output {
        PrepareRename::Refused => {
            let what = described(aimed, &text);
            let why = format!("{server} says that {what} cannot be renamed");
            let message = with_reason(talk, why, &asked.state).await?;
            return Err(refused(talk, aimed, message));
        }
        PrepareRename::At { range, placeholder } => {
            Ok(at_range(aimed, &text, range, asked.sent.encoding, placeholder))
        }
        PrepareRename::Default => by_word(talk, aimed, &text, true),
    };
    prepared.map(|prepared| Check::Passed(Box::new(prepared), asked.state))
}

fn at_range(
    aimed: &Aimed,
    text: &Text,
    range: WireRange,
    encoding: deixis_base::Encoding,
    placeholder: Option<String>,
) -> Prepared {
    let range = text.range_from_wire(range, encoding);
    let placeholder = placeholder.unwrap_or_else(|| text.slice(range).to_owned());
    prepared(aimed, text, range, placeholder, true)
}

/// The word at the place stands for what the server would rename.
fn by_word(talk: &Talk, aimed: &Aimed, text: &Text, checked: bool) -> Result<Prepared, OpError> {
    let position = aimed.position(text)?;
    let Some(range) = word_at(text, position) else {
        let place = at(&aimed.path, position);
        let message = format!("no name stands at {place}, so there is nothing to rename");
        let (server, path) = (talk.running.name.clone(), aimed.path.to_string());
        return Err(OpError::RenameRefused { server, path, message, error: None });
    };
    Ok(prepared(aimed, text, range, text.slice(range).to_owned(), checked))
}

fn prepared(
    aimed: &Aimed,
    text: &Text,
    range: Range,
    placeholder: String,
    checked: bool,
) -> Prepared {
    let (path, line) = (aimed.path.clone(), line_text(text, range.start.line));
    let place = Place::Inside { path, range, selection: None, text: line, read_only: false };
    Prepared { place, placeholder, checked }
}

/// `` `run` at src/a.rs:12:5 ``.
pub(super) fn described(aimed: &Aimed, text: &Text) -> String {
    let Ok(position) = aimed.position(text) else { return aimed.path.to_string() };
    let place = at(&aimed.path, position);
    match word_at(text, position) {
        Some(range) => format!("`{}` at {place}", text.slice(range)),
        None => format!("what stands at {place}"),
    }
}

/// The word around a place, or the one that ends there.
pub(super) fn word_at(text: &Text, position: Position) -> Option<Range> {
    let line = text.line(position.line)?;
    let (before, after) = line.split_at_checked(position.byte as usize)?;
    let part = |character: char| character.is_alphanumeric() || character == '_';
    let start = before.trim_end_matches(part).len();
    let end = line.len() - after.trim_start_matches(part).len();
    let at = |byte: usize| Position {
        line: position.line,
        byte: u32::try_from(byte).unwrap_or(u32::MAX),
    };
    (start < end).then(|| Range { start: at(start), end: at(end) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_found_from_any_place_in_it() {
        let check = |byte: u32, expected: Option<&str>| {
            let text = Text::new("x = über_1+y ");
            let word = word_at(&text, Position { line: 0, byte });
            assert_eq!(word.map(|range| text.slice(range)), expected, "{byte}");
        };
        check(0, Some("x"));
        check(1, Some("x"));
        check(2, None);
        check(4, Some("über_1"));
        check(8, Some("über_1"));
        check(11, Some("über_1"));
        check(12, Some("y"));
        check(14, None);
        check(99, None);
    }
}
