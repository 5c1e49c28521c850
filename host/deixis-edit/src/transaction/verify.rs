//! Comparing every target with the plan.

use std::collections::HashMap;
use std::io;

use cap_std::fs::Dir;
use deixis_base::{Root, RootedPath};

use super::{Context, Leased, Verified};
use crate::error::{ApplyError, Conflict, Step};
use crate::files::{Disk, Files, Identity, Seen, is_escape, is_missing};
use crate::plan::{FileChange, Plan};
use crate::swap::regular;

/// Whether a plan could be made now: every target holds the old bytes, is a regular file and not
/// a symlink, has no further hard links, may be written, and no two paths are one file.
///
/// Nothing is written and no lease is taken: this is for previews, and [`apply`](crate::apply)
/// looks again.
///
/// # Errors
/// If the root was moved, a file is not as planned, or the file system fails.
pub fn examine(root: &Root, plan: &Plan) -> Result<(), ApplyError> {
    if !root.is_in_place() {
        return Err(ApplyError::RootMoved);
    }
    targets(&Disk, root, plan, || Ok(())).map(drop)
}

impl<'a> Leased<'a> {
    pub(super) fn verify(self) -> Result<Verified<'a>, ApplyError> {
        let Self { context } = self;
        let Context { files, lease, plan, .. } = &context;
        let targets = targets(*files, &lease.root, plan, || context.go_on())?;
        Ok(Verified { context, targets })
    }
}

/// Which file each target is, if all are as planned. `go_on` is asked before each.
fn targets(
    files: &dyn Files,
    root: &Root,
    plan: &Plan,
    go_on: impl Fn() -> Result<(), ApplyError>,
) -> Result<Vec<Identity>, ApplyError> {
    let mut targets = Vec::with_capacity(plan.files().len());
    let mut names: HashMap<(u64, u64), &RootedPath> = HashMap::new();
    for file in plan.files() {
        go_on()?;
        let identity = target(files, root, file)?;
        if let Some(other) = names.insert((identity.device, identity.index), &file.path) {
            let why = Conflict::SameFile { other: other.clone() };
            return Err(ApplyError::conflict(&file.path, why));
        }
        targets.push(identity);
    }
    Ok(targets)
}

/// Whether one file is as planned, and may be replaced at all.
fn target(files: &dyn Files, root: &Root, file: &FileChange) -> Result<Identity, ApplyError> {
    let conflict = |why| ApplyError::conflict(&file.path, why);
    let failed = |error| ApplyError::failed(Step::Verify, Some(&file.path))(error);
    let dir = folder(files, root, &file.path, Step::Verify)?;
    let seen = read(files, &dir, file).map_err(failed)?.map_err(conflict)?;
    if seen.links > 1 {
        return Err(conflict(Conflict::HardLinked { links: seen.links }));
    }
    let name = file.path.file_name();
    if !files.may_write(&dir, name, &seen).map_err(failed)? {
        return Err(conflict(Conflict::NotWritable));
    }
    Ok(seen.identity)
}

/// The folder of a target.
pub(super) fn folder(
    files: &dyn Files,
    root: &Root,
    path: &RootedPath,
    step: Step,
) -> Result<Dir, ApplyError> {
    files.folder(root.dir(), path).map_err(|error| match error {
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
