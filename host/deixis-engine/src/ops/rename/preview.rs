//! `textDocument/rename`, as a preview: nothing is written.

use std::sync::Arc;

use deixis_base::RootedPath;
use deixis_edit::{ApplyError, Plan};
use deixis_hooks::rename::Request;

use super::prepare::{Check, check, described, word_at};
use crate::aim::Aimed;
use crate::answer::{Answer, AnswerState, Caution, Preview, Shown};
use crate::edit::{Kept, Mentions, Planned, Problem, cautions, kept, mentions};
use crate::places::at;
use crate::project::Project;
use crate::query::Target;
use crate::{CallContext, OpError};

/// Warnings about single edits, at most.
const MAX_WARNINGS: usize = 20;

/// What becomes known on the way to a preview.
#[derive(Default)]
pub(super) struct Findings {
    pub(super) warnings: Vec<String>,
    pub(super) state: AnswerState,
}

impl Project {
    /// What a rename would change, kept until it is made. The server is asked first whether it
    /// is possible, where it answers that; all questions share one deadline.
    ///
    /// # Errors
    /// [`OpError`]; [`OpError::RenameRefused`] where the server or the language does not rename,
    /// and [`OpError::InvalidEdit`] where the server's edit is not one that may be made.
    pub async fn preview_rename(
        &self,
        cx: &CallContext,
        target: &Target,
        new_name: &str,
    ) -> Result<Shown, OpError> {
        let aimed = self.aim(cx, target, "preview_rename").await?;
        let talk = self.talk(cx, &aimed.server).await?;
        let server = talk.running.name.clone();
        let mut findings = Findings::default();
        let old_name = match check(cx, &talk, &aimed).await? {
            Check::Passed(prepared, _) => prepared.placeholder,
            Check::Unchecked => {
                findings
                    .warnings
                    .push(format!("{server} does not check beforehand whether it can rename this"));
                self.word(&aimed).unwrap_or_default()
            }
        };
        let path = aimed.path.clone();
        let mut request = Request {
            language: self.language(&aimed).to_string(),
            path: path.to_string(),
            old_name,
            new_name: new_name.to_owned(),
        };
        self.judge_name(&talk, &aimed, &mut request, &mut findings).await?;
        let files = self.edits(cx, &talk, &aimed, &request, &mut findings).await?;
        findings.warnings.extend(more_than_the_name(&files, &request.new_name));
        let (cautions, left) = self.look_around(&aimed, &request, &files).await;
        findings.warnings.extend(left.warning(&request.old_name));
        let invalid = |Problem { path, message }| OpError::InvalidEdit {
            server: server.clone(),
            path,
            message,
        };
        let (plan, files) = kept(files).map_err(invalid)?;
        self.examine(&plan).await.map_err(|error| examined(&server, error))?;
        let what =
            self.texts.get(&path).map_or_else(|| path.to_string(), |text| described(&aimed, &text));
        let value = Preview {
            what,
            new_name: request.new_name,
            files,
            cautions,
            warnings: findings.warnings,
        };
        let answer = Answer { servers: vec![server.clone()], state: findings.state, value };
        let kept = Kept { shown: Arc::new(answer), plan };
        self.changes.keep(kept).map_err(|message| invalid(Problem { path: None, message }))
    }

    /// A preview that was made before.
    ///
    /// # Errors
    /// [`OpError::InvalidPreview`].
    pub fn shown_preview(&self, id: &str) -> Result<Shown, OpError> {
        self.changes.look(id).map(|(_, shown)| shown)
    }

    /// The word at the place, as it is on disk.
    fn word(&self, aimed: &Aimed) -> Option<String> {
        let text = self.texts.get(&aimed.path)?;
        let range = word_at(&text, aimed.position(&text).ok()?)?;
        Some(text.slice(range).to_owned())
    }

    /// What else a person would want to know of the files, and of the old name.
    async fn look_around(
        &self,
        aimed: &Aimed,
        request: &Request,
        files: &[Planned],
    ) -> (Vec<Caution>, Mentions) {
        let (root, name, files) = (self.root.clone(), request.old_name.clone(), files.to_vec());
        let routes = Arc::clone(&aimed.server.configured.routes);
        blocking(move || {
            let takes = |path: &RootedPath| routes.language(path).is_some();
            (cautions(&root, &name, &files), mentions(&root, &name, &files, takes))
        })
        .await
    }

    async fn examine(&self, plan: &Plan) -> Result<(), ApplyError> {
        let (root, plan) = (self.root.clone(), plan.clone());
        blocking(move || deixis_edit::examine(&root, &plan)).await
    }
}

/// Looks at the disk off the session's thread. A panic there is one here.
async fn blocking<T: Send + 'static>(look: impl FnOnce() -> T + Send + 'static) -> T {
    match tokio::task::spawn_blocking(look).await {
        Ok(seen) => seen,
        Err(error) => match error.try_into_panic() {
            Ok(panic) => std::panic::resume_unwind(panic),
            // The runtime is shutting down, and nobody polls this any more.
            Err(_) => std::future::pending().await,
        },
    }
}

/// Files that could not be changed are said before anybody tries.
fn examined(server: &str, error: ApplyError) -> OpError {
    let message = error.to_string();
    match error {
        ApplyError::Conflict { path, why: deixis_edit::Conflict::Changed } => OpError::Conflict {
            path: Some(path.to_string()),
            message: format!("{message}; preview the rename again"),
        },
        ApplyError::Conflict { path, .. } => OpError::InvalidEdit {
            server: server.into(),
            path: Some(path.to_string()),
            message: format!("it edits {message}"),
        },
        _ => OpError::Conflict { path: None, message },
    }
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
