//! Asking for the edit, until it is one about the files as they are.
//!
//! The server computes from the files that it has read, and the edit is made on those that are
//! there. A file that changed in between, or that may have, means asking again.

use std::collections::HashMap;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use deixis_base::{RootedPath, Stat};
use deixis_hooks::rename::Request;
use deixis_lsp::call;
use serde_json::json;

use super::preview::Findings;
use super::refusal::{denied, with_reason};
use crate::aim::Aimed;
use crate::edit::{Found, Planned, Problem, operations, plan};
use crate::project::Project;
use crate::server::{Told, Track};
use crate::talk::Talk;
use crate::{CallContext, OpError};

/// Times the server is asked, if files change meanwhile.
const MAX_TRIES: usize = 4;
/// How much a file's time may lag behind the clock: systems stamp by their last tick.
const TICK: Duration = Duration::from_millis(20);
/// Largest file that is edited, in bytes.
const MAX_FILE: u64 = 32 * 1024 * 1024;

/// What is known of the files while one answer is taken in.
struct Look<'a> {
    project: &'a Project,
    /// What the server was told of open documents.
    told: Told,
    /// When the question went out: nanoseconds since 1970.
    asked: i128,
    /// What the files were in the try before.
    before: HashMap<RootedPath, Stat>,
    /// A file that may have changed since.
    restless: Option<RootedPath>,
}

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
            let mut look = Look { project: self, told, asked: asked_at, before, restless: None };
            let planned = plan(edit, &self.root, asked.sent.encoding, |path, version| {
                look.find(path, version)
            });
            if look.restless.is_some() {
                before = look.before;
                continue;
            }
            let files = planned.map_err(|Problem { path, message }| invalid(path, message))?;
            if files.is_empty() {
                let why = "every edit in it leaves the text as it is".to_owned();
                return Err(invalid(None, with_reason(talk, why, &asked.state).await?));
            }
            self.review(talk, aimed, request, (&files, Vec::new()), findings).await?;
            findings.state = crate::answer::AnswerState {
                degraded: [findings.state.degraded.clone(), asked.state.degraded].concat(),
                ..asked.state
            };
            return Ok(files);
        }
        let path = before.keys().next().map(ToString::to_string);
        let message = "files kept changing while the rename was computed; ask again".to_owned();
        Err(OpError::Conflict { path, message })
    }
}

impl Look<'_> {
    /// A file as it is, or half a sentence about what is wrong with it.
    fn find(&mut self, path: &RootedPath, version: Option<i32>) -> Result<Found, String> {
        let root = &self.project.root;
        let unreadable = |error: &dyn std::fmt::Display| format!("cannot be read: {error}");
        let real = root.real(path).map_err(|error| unreadable(&error))?;
        let text = root.read_text(&real, MAX_FILE).map_err(|error| unreadable(&error))?;
        let stat = root.stat(&real).map_err(|error| unreadable(&error))?;
        let known = self.before.insert(real.clone(), stat);
        let late = stat.ctime_ns.max(stat.mtime_ns) >= self.asked;
        if late && known != Some(stat) {
            self.restless = Some(real.clone());
        }
        match (self.told.get(path).or_else(|| self.told.get(&real)), version) {
            (Some((told, _)), Some(said)) if *told != said => {
                return Err(format!("has version {told}, and the edits are for version {said}"));
            }
            (None, Some(said)) if said > 0 => {
                return Err(format!("is not open, and the edits are for its version {said}"));
            }
            (Some((_, told)), _) if told.as_str() != text.as_str() => {
                self.restless = Some(real.clone());
            }
            _ => {}
        }
        Ok(Found { real, text })
    }
}

fn now() -> i128 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos());
    i128::try_from(since).unwrap_or(i128::MAX)
}
