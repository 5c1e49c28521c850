//! Comparing every target with the plan.

use std::collections::HashMap;
use std::io;

use cap_std::fs::Dir;
use deixis_base::RootedPath;

use super::{Context, Leased, Verified};
use crate::error::{ApplyError, Conflict, Step};
use crate::files::{Files, Identity, Seen, is_escape, is_missing};
use crate::plan::FileChange;
use crate::swap::regular;

impl<'a> Leased<'a> {
    pub(super) fn verify(self) -> Result<Verified<'a>, ApplyError> {
        let Self { context } = self;
        let mut targets = Vec::with_capacity(context.plan.files().len());
        let mut names: HashMap<(u64, u64), &RootedPath> = HashMap::new();
        for file in context.plan.files() {
            context.go_on()?;
            let identity = target(&context, file)?;
            if let Some(other) = names.insert((identity.device, identity.index), &file.path) {
                let why = Conflict::SameFile { other: other.clone() };
                return Err(ApplyError::conflict(&file.path, why));
            }
            targets.push(identity);
        }
        Ok(Verified { context, targets })
    }
}

/// Whether one file is as planned, and may be replaced at all.
fn target(context: &Context<'_>, file: &FileChange) -> Result<Identity, ApplyError> {
    let conflict = |why| ApplyError::conflict(&file.path, why);
    let failed = |error| ApplyError::failed(Step::Verify, Some(&file.path))(error);
    let dir = folder(context, &file.path, Step::Verify)?;
    let seen = read(context.files, &dir, file).map_err(failed)?.map_err(conflict)?;
    if seen.links > 1 {
        return Err(conflict(Conflict::HardLinked { links: seen.links }));
    }
    let name = file.path.file_name();
    if !context.files.may_write(&dir, name, &seen).map_err(failed)? {
        return Err(conflict(Conflict::NotWritable));
    }
    Ok(seen.identity)
}

/// The folder of a target.
pub(super) fn folder(
    context: &Context<'_>,
    path: &RootedPath,
    step: Step,
) -> Result<Dir, ApplyError> {
    context.files.folder(context.lease.root.dir(), path).map_err(|error| match error {
        error if is_escape(&error) => ApplyError::conflict(path, Conflict::Outside),
        error if is_missing(&error) => ApplyError::conflict(path, Conflict::Missing),
        error => ApplyError::failed(step, Some(path))(error),
    })
}

/// The target of a change, if it holds the exact old bytes.
pub(super) fn read(
    files: &dyn Files,
    dir: &Dir,
    file: &FileChange,
) -> io::Result<Result<Seen, Conflict>> {
    let found = files.read(dir, file.path.file_name(), file.old.len() as u64)?;
    Ok(regular(found)
        .and_then(|seen| if *seen.bytes == *file.old { Ok(seen) } else { Err(Conflict::Changed) }))
}
