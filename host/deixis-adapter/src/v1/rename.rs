//! The group `rename`: conversion, calls, and the reviews of a large edit put
//! together.

use deixis_hooks::rename::{Edit, Operation, Rename, Request, Review, Verdict};
use deixis_hooks::{Facts, Hook};
use deixis_recording::inputs::{RenameCheck, RenameReview};

use super::bindings::exports::deixis::adapter::rename as guest;
use super::groups::{add_sentences, checked, group};
use super::{check, convert};
use crate::attached::Attached;
use crate::host::log::cut;
use crate::limits::{CHUNK_BYTES, CHUNK_EDITS, EDIT_TEXT, OPERATIONS};

impl Rename for Attached {
    fn check(&self, facts: Facts, request: Request) -> Hook<'_, Verdict> {
        self.call("rename.check", RenameCheck { facts, request }, |live, input| {
            let RenameCheck { facts, request } = input.clone();
            live.fits(request_size(&request))?;
            let facts = convert::facts(facts);
            let request = request_in(request);
            let answer = live.ask(|guests, store| {
                group(guests.rename.as_ref())?.call_check(store, &facts, &request)
            })?;
            checked(verdict_out(answer), check::name_verdict)
        })
    }

    fn review(
        &self,
        facts: Facts,
        request: Request,
        edits: Vec<Edit>,
        operations: Vec<Operation>,
    ) -> Hook<'_, Review> {
        let input = RenameReview { facts, request, edits, operations };
        self.call("rename.review", input, |live, input| {
            let RenameReview { facts, request, edits, operations } = input;
            let operations: Vec<_> =
                operations.iter().take(OPERATIONS).cloned().map(operation_in).collect();
            let around =
                request_size(request) + operations.iter().map(operation_size).sum::<usize>();
            let facts = convert::facts(facts.clone());
            let request = request_in(request.clone());
            let mut whole = Review::default();
            for part in parts(edits) {
                live.fits(around + part.iter().map(edit_size).sum::<usize>())?;
                let sent: Vec<_> = part.iter().map(edit_in).collect();
                let answer = live.ask(|guests, store| {
                    let rename = group(guests.rename.as_ref())?;
                    rename.call_review(store, &facts, &request, &sent, &operations)
                })?;
                let answer = checked(review_out(answer), check::review)?;
                add_sentences(&mut whole.warnings, answer.warnings);
                if answer.refusal.is_some() {
                    // What the rest would be worth matters no more.
                    whole.refusal = answer.refusal;
                    break;
                }
            }
            Ok(whole)
        })
    }
}

/// An edit, cut to what one call may carry. There is always a part, as there
/// may be operations only.
fn parts(edits: &[Edit]) -> Vec<&[Edit]> {
    let mut parts = Vec::new();
    let mut rest = edits;
    loop {
        let mut bytes = 0;
        let fitting = rest.iter().take(CHUNK_EDITS).take_while(|edit| {
            bytes += edit_size(edit);
            bytes <= CHUNK_BYTES
        });
        // One edit goes in any case.
        let end = fitting.count().max(1).min(rest.len());
        let (part, later) = rest.split_at(end);
        parts.push(part);
        if later.is_empty() {
            return parts;
        }
        rest = later;
    }
}

/// Bytes of text that are sent.
fn edit_size(edit: &Edit) -> usize {
    edit.path.len() + edit.old_text.len().min(EDIT_TEXT) + edit.new_text.len().min(EDIT_TEXT)
}

fn operation_size(operation: &guest::Operation) -> usize {
    let new_path = operation.new_path.as_ref().map_or(0, String::len);
    operation.kind.len() + operation.path.len() + new_path
}

fn request_size(request: &Request) -> usize {
    let Request { language, path, old_name, new_name } = request;
    language.len() + path.len() + old_name.len() + new_name.len()
}

fn request_in(request: Request) -> guest::Request {
    let Request { language, path, old_name, new_name } = request;
    guest::Request { language, path, old_name, new_name }
}

fn edit_in(edit: &Edit) -> guest::Edit {
    let text = |text: &str| cut(text, EDIT_TEXT).to_owned();
    guest::Edit {
        path: edit.path.clone(),
        range: convert::range_in(edit.range),
        old_text: text(&edit.old_text),
        new_text: text(&edit.new_text),
    }
}

fn operation_in(operation: Operation) -> guest::Operation {
    let Operation { kind, path, new_path } = operation;
    guest::Operation { kind, path, new_path }
}

fn verdict_out(verdict: guest::Verdict) -> Verdict {
    match verdict {
        guest::Verdict::Unknown => Verdict::Unknown,
        guest::Verdict::Accept => Verdict::Accept,
        guest::Verdict::Rewrite(name) => Verdict::Rewrite(name),
        guest::Verdict::Refuse(sentence) => Verdict::Refuse(sentence),
    }
}

fn review_out(findings: guest::Findings) -> Review {
    Review { refusal: findings.refusal, warnings: findings.warnings }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(sizes: &[usize], expected: &[usize]) {
        let edit = |size: &usize| Edit { path: "p".repeat(*size), ..Edit::default() };
        let edits: Vec<_> = sizes.iter().map(edit).collect();
        let found: Vec<_> = parts(&edits).iter().map(|part| part.len()).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn edits_are_cut_by_count_and_by_bytes() {
        check(&[], &[0]);
        check(&[1, 1], &[2]);
        check(&vec![1; 2 * CHUNK_EDITS + 1], &[CHUNK_EDITS, CHUNK_EDITS, 1]);
        check(&[CHUNK_BYTES, 1], &[1, 1]);
        check(&[1, 2 * CHUNK_BYTES, 1], &[1, 1, 1]);
    }

    #[test]
    fn texts_count_as_they_are_sent() {
        let text = "é".repeat(EDIT_TEXT);
        let edit = Edit { old_text: text.clone(), new_text: text, ..Edit::default() };
        assert_eq!(edit_size(&edit), 2 * EDIT_TEXT);
        assert_eq!(edit_in(&edit).old_text, "é".repeat(EDIT_TEXT / 2));
    }
}
