//! Asking for the edit, until it is one about the files as they are.
//!
//! The server computes from the files that it has read, and the edit is made on those that are
//! there. A file that changed in between, or that may have, means asking again.

use std::collections::HashMap;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use deixis_hooks::rename::Request;
use deixis_lsp::call;
use serde_json::json;

use super::preview::Findings;
use super::refusal::{denied, with_reason};
use crate::aim::Aimed;
use crate::answer::Stability;
use crate::edit::{Look, Planned, Problem, operations, plan};
use crate::project::Project;
use crate::server::Track;
use crate::talk::Talk;
use crate::{CallContext, OpError};

/// Times the server is asked, if files change meanwhile.
const MAX_TRIES: usize = 4;
/// How much a file's time may lag behind the clock: systems stamp by their last tick.
const TICK: Duration = Duration::from_millis(20);

impl Project {
    /// The server's edit, checked, on the files as they are.
    pub(super) async fn edits(
        &self,
        cx: &CallContext,
        talk: &Talk,
        aimed: &Aimed,
        request: &Request,
        findings: &mut Findings,
    ) -> Result<Vec<Planned>, OpError> {
        let server = talk.running.name.clone();
        let invalid =
            |path, message| OpError::InvalidEdit { server: server.clone(), path, message };
        let mut before = HashMap::new();
        for _ in 0..MAX_TRIES {
            let asked_at = now() - i128::try_from(TICK.as_nanos()).unwrap_or(0);
            let build = aimed.build(Some(("newName", json!(request.new_name))));
            let asked = talk.ask::<call::Rename>(cx, Track::Index, &aimed.path, build).await;
            let asked = asked.map_err(|error| denied(aimed, error))?;
            let edit = asked.output.unwrap_or_default();
            if edit.is_empty() {
                let why = format!(
                    "it is empty, so `{}` is not renamed to `{}`",
                    request.old_name, request.new_name
                );
                let message = with_reason(talk, why, &asked.state).await?;
                return Err(invalid(None, message));
            }
            let moves = operations(&edit, &self.root);
            if !moves.is_empty() {
                self.review(talk, aimed, request, (&[], moves), findings).await?;
            }
            let told = talk.documents().await?;
            let mut look = Look::new(self.root.clone(), told, asked_at, before);
            let planned = plan(edit, &self.root, asked.sent.encoding, |path, version| {
                look.find(path, version)
            });
            if look.is_restless() {
                before = look.into_seen();
                continue;
            }
            let files = planned.map_err(|Problem { path, message }| invalid(path, message))?;
            if files.is_empty() {
                let why = "every edit in it leaves the text as it is".to_owned();
                return Err(invalid(None, with_reason(talk, why, &asked.state).await?));
            }
            self.review(talk, aimed, request, (&files, Vec::new()), findings).await?;
            if asked.state.stability == Some(Stability::Transient) {
                findings.warnings.push(format!(
                    "{server} was not ready yet, so edits may be missing: preview again"
                ));
            }
            let known = std::mem::replace(&mut findings.state, asked.state);
            findings.state.note_bypassed(known.degraded);
            return Ok(files);
        }
        let path = before.keys().next().map(ToString::to_string);
        let message = "files kept changing while the rename was computed; ask again".to_owned();
        Err(OpError::Conflict { path, message })
    }
}

fn now() -> i128 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos());
    i128::try_from(since).unwrap_or(i128::MAX)
}
