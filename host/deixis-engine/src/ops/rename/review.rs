//! What the adapter has to say of a rename: of the name before the server is asked, and of the
//! server's edit before it is shown.

use deixis_hooks::Span;
use deixis_hooks::rename::{Edit, Operation, Request, Verdict};

use super::preview::Findings;
use super::refusal::{refused, same_name};
use crate::OpError;
use crate::aim::Aimed;
use crate::edit::{Planned, check_name};
use crate::project::Project;
use crate::server::hear;
use crate::talk::Talk;

impl Project {
    /// Checks the new name, and replaces it where the language writes it otherwise.
    pub(super) async fn judge_name(
        &self,
        talk: &Talk,
        aimed: &Aimed,
        request: &mut Request,
        findings: &mut Findings,
    ) -> Result<(), OpError> {
        if request.new_name == request.old_name {
            return Err(same_name(talk, aimed, &request.old_name));
        }
        let verdict = match talk
            .running
            .adapter
            .as_ref()
            .and_then(|adapter| Some((adapter, adapter.rename()?)))
        {
            None => Verdict::Unknown,
            Some((adapter, hooks)) => {
                let checking = hooks.check(talk.running.facts.clone(), request.clone());
                let (verdict, bypassed) = hear(adapter, checking).await;
                findings.state.note_bypassed(bypassed);
                verdict.unwrap_or_default()
            }
        };
        match verdict {
            Verdict::Accept => Ok(()),
            Verdict::Rewrite(name) => {
                if name == request.old_name {
                    return Err(same_name(talk, aimed, &name));
                }
                findings.warnings.push(format!("`{}` is written `{name}` here", request.new_name));
                request.new_name = name;
                Ok(())
            }
            Verdict::Refuse(message) => Err(refused(talk, aimed, message)),
            Verdict::Unknown => {
                let descriptor = aimed.server.configured.descriptor.as_deref();
                check_name(descriptor, &request.new_name)
                    .map_err(|message| refused(talk, aimed, message))
            }
        }
    }

    /// Lets the adapter judge the server's answer.
    pub(super) async fn review(
        &self,
        talk: &Talk,
        aimed: &Aimed,
        request: &Request,
        answer: (&[Planned], Vec<Operation>),
        findings: &mut Findings,
    ) -> Result<(), OpError> {
        let Some(adapter) = &talk.running.adapter else { return Ok(()) };
        let Some(hooks) = adapter.rename() else { return Ok(()) };
        let (files, operations) = answer;
        let edits = files.iter().flat_map(hook_edits).collect();
        let facts = talk.running.facts.clone();
        let reviewing = hooks.review(facts, request.clone(), edits, operations);
        let (review, bypassed) = hear(adapter, reviewing).await;
        findings.state.note_bypassed(bypassed);
        let review = review.unwrap_or_default();
        findings.warnings.extend(review.warnings);
        match review.refusal {
            Some(message) => Err(refused(talk, aimed, message)),
            None => Ok(()),
        }
    }
}

fn hook_edits(file: &Planned) -> impl Iterator<Item = Edit> {
    file.edits.iter().map(|edit| Edit {
        path: file.path.to_string(),
        range: Span {
            start: (edit.range.start.line, edit.range.start.byte),
            end: (edit.range.end.line, edit.range.end.byte),
        },
        old_text: edit.old_text.clone(),
        new_text: edit.new_text.clone(),
    })
}
