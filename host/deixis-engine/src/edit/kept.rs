//! What is kept of a preview until it is made: the very bytes that were shown.

use std::sync::Arc;

use deixis_edit::{ByteEdit, FileChange, Plan, splice};

use super::{Planned, Problem, unified};
use crate::answer::{Answer, FileEdits, Preview};

/// A preview that can be made.
#[derive(Clone)]
pub(crate) struct Kept {
    /// What was shown.
    pub(crate) shown: Arc<Answer<Preview>>,
    /// What will be done.
    pub(crate) plan: Plan,
}

impl Kept {
    /// About how many bytes it holds.
    pub(crate) fn bytes(&self) -> usize {
        let files = self.shown.value.files.iter();
        let of_file = |file: &FileEdits| {
            let texts = file.edits.iter().map(|edit| edit.old_text.len() + edit.new_text.len());
            file.diff.as_ref().map_or(0, String::len) + texts.sum::<usize>()
        };
        self.plan.bytes() + files.map(of_file).sum::<usize>()
    }
}

/// The plan of checked edits, and what is shown of it.
pub(crate) fn kept(files: Vec<Planned>) -> Result<(Plan, Vec<FileEdits>), Problem> {
    let mut changes = Vec::with_capacity(files.len());
    let mut shown = Vec::with_capacity(files.len());
    for file in files {
        let edits = file.edits.iter().map(|edit| ByteEdit {
            range: file.text.byte_range(edit.range),
            new: edit.new_text.clone().into_bytes(),
        });
        let edits: Vec<ByteEdit> = edits.collect();
        let old: Arc<[u8]> = file.text.as_str().as_bytes().into();
        let wrong = |message: String| Problem { path: Some(file.path.to_string()), message };
        let new = splice(&old, &edits).map_err(|error| wrong(error.to_string()))?;
        let new = String::from_utf8(new).map_err(|error| wrong(error.to_string()))?;
        // Edits that undo each other.
        if new.as_bytes() == &*old {
            continue;
        }
        let diff = unified(&file, &new);
        changes.push(FileChange { path: file.path.clone(), old, new: new.into_bytes().into() });
        shown.push(FileEdits { path: file.path, edits: file.edits, diff });
    }
    let plan =
        Plan::new(changes).map_err(|error| Problem { path: None, message: error.to_string() })?;
    Ok((plan, shown))
}
