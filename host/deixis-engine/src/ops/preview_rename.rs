//! `textDocument/rename`, as a preview: nothing is written.

use deixis_lsp::call;
use serde_json::json;

use super::prepare_rename::{Check, check, described, refused};
use crate::answer::{Answer, FileEdits, Preview};
use crate::edit::{Planned, Problem, plan, unified};
use crate::places::{Places, at};
use crate::project::Project;
use crate::query::Target;
use crate::server::Track;
use crate::{CallContext, OpError};

/// Warnings about single edits, at most.
const MAX_WARNINGS: usize = 20;

impl Project {
    /// What a rename would change. The server is asked first whether it is
    /// possible, where it answers that; both questions share one deadline.
    ///
    /// # Errors
    /// [`OpError`]; [`OpError::RenameRefused`] where the server does not rename, and
    /// [`OpError::InvalidEdit`] where its edit is not one that may be made.
    pub async fn preview_rename(
        &self,
        cx: &CallContext,
        target: &Target,
        new_name: &str,
    ) -> Result<Answer<Preview>, OpError> {
        let aimed = self.aim(cx, target).await?;
        let talk = self.talk(cx, &aimed.server).await?;
        let server = talk.running.name.clone();
        let mut warnings = Vec::new();
        if matches!(check(cx, &talk, &aimed).await?, Check::Unchecked) {
            warnings.push(format!("{server} does not check beforehand whether it can rename this"));
        }
        let build = aimed.build(Some(("newName", json!(new_name))));
        let asked = talk.ask::<call::Rename>(cx, Track::Index, &aimed.path, build).await?;
        let sent_text = asked.sent.text.clone().unwrap_or_default();
        let edit = asked.output.unwrap_or_default();
        if edit.is_empty() {
            let what = described(&aimed, &sent_text);
            let why = format!("{server} has no edits that rename {what} to `{new_name}`");
            return Err(refused(&talk, &aimed, why, &asked.state).await);
        }
        let mut places = Places::new(&self.root, &self.texts, &asked.sent, Some(&aimed.path));
        let planned = plan(edit, &self.root, asked.sent.encoding, |path| places.text(path));
        let (files, annotated) = planned.map_err(|Problem { path, message }| {
            OpError::InvalidEdit { server: server.clone(), path, message }
        })?;
        if changes_nothing(&files) {
            let what = described(&aimed, &sent_text);
            let why = format!("renaming {what} to `{new_name}` would change nothing");
            return Err(refused(&talk, &aimed, why, &asked.state).await);
        }
        warnings.extend(annotated);
        warnings.extend(more_than_the_name(&files, new_name));
        let diff = unified(&files);
        let files = files.into_iter().map(|Planned { path, edits, .. }| FileEdits { path, edits });
        let value = Preview { files: files.collect(), warnings, diff };
        Ok(Answer { servers: vec![server], state: asked.state, value })
    }
}

fn changes_nothing(files: &[Planned]) -> bool {
    files.iter().flat_map(|file| &file.edits).all(|edit| edit.old_text == edit.new_text)
}

/// Edits that keep the old name beside the new one, such as an import's alias: the
/// symbol then keeps its old name for everybody else.
fn more_than_the_name(files: &[Planned], new_name: &str) -> Vec<String> {
    let mut warnings = Vec::new();
    for file in files {
        for edit in &file.edits {
            let more = edit.new_text != new_name && edit.new_text.contains(new_name);
            let keeps = !edit.old_text.is_empty() && edit.new_text.contains(&edit.old_text);
            if more && keeps && warnings.len() < MAX_WARNINGS {
                let place = at(&file.path, edit.range.start);
                warnings
                    .push(format!("{place} keeps the old name: it becomes `{}`", edit.new_text));
            }
        }
    }
    warnings
}
