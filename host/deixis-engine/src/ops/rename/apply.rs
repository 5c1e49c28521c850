//! Making a rename that was shown: exactly that, or nothing.

use std::time::Duration;

use deixis_base::RootedPath;

use crate::answer::{Answer, AnswerState, Applied, Caution};
use crate::edit::Kept;
use crate::project::Project;
use crate::{CallContext, OpError};

impl Project {
    /// Makes a rename that was previewed. The preview is used up by that, also if it fails.
    /// `include` names those files with a caution that may be changed. Diagnostics of the
    /// changed files are waited for up to `diagnostics_wait`.
    ///
    /// # Errors
    /// [`OpError::InvalidPreview`]; [`OpError::NotIncluded`] and [`OpError::InvalidArguments`],
    /// which leave the preview valid; [`OpError::Conflict`], [`OpError::EditFailed`] and
    /// [`OpError::Canceled`], after which nothing is changed; [`OpError::RollbackFailed`].
    pub async fn apply_rename(
        &self,
        cx: &CallContext,
        id: &str,
        include: &[String],
        diagnostics_wait: Duration,
    ) -> Result<Answer<Applied>, OpError> {
        self.in_place()?;
        let (kept, _) = self.changes.look(id)?;
        included(id, &kept.shown.value.cautions, include, &kept)?;
        // Whoever comes second finds it used.
        let Kept { shown, plan } = self.changes.take(id)?;
        let made = self.make(cx, plan).await?;
        let count = |path: &RootedPath| {
            let file = shown.value.files.iter().find(|file| file.path == *path);
            file.map_or(0, |file| file.edits.len())
        };
        let files: Vec<_> = made.files.iter().map(|path| (path.clone(), count(path))).collect();
        let (refreshed, restarted) = self.tell_servers().await;
        let (diagnostics, unsettled) = self.look_after(cx, &made.files, diagnostics_wait).await;
        let value = Applied {
            id: id.to_owned(),
            files,
            refreshed,
            restarted,
            left: made.left.iter().map(ToString::to_string).collect(),
            diagnostics,
            unsettled,
        };
        Ok(Answer { servers: shown.servers.clone(), state: AnswerState::default(), value })
    }
}

/// Whether every file with a caution is named.
fn included(
    id: &str,
    cautions: &[Caution],
    include: &[String],
    kept: &Kept,
) -> Result<(), OpError> {
    let changed =
        |name: &&String| kept.plan.files().iter().any(|file| file.path.as_str() == name.as_str());
    if let Some(unknown) = include.iter().find(|name| !changed(name)) {
        let wanted: Vec<&str> = cautions.iter().map(|caution| caution.path.as_str()).collect();
        let message = if wanted.is_empty() {
            format!("include names {unknown:?}, which this rename does not change; leave it out")
        } else {
            format!(
                "include names {unknown:?}, which this rename does not change; those that it can \
                 name are {}",
                wanted.join(", ")
            )
        };
        return Err(OpError::InvalidArguments { message });
    }
    let missing: Vec<(String, String)> = cautions
        .iter()
        .filter(|caution| !include.iter().any(|name| name == caution.path.as_str()))
        .map(|caution| (caution.path.to_string(), caution.why.to_string()))
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    let all = cautions.iter().map(|caution| caution.path.to_string()).collect();
    Err(OpError::NotIncluded { preview: id.to_owned(), include: all, files: missing })
}
