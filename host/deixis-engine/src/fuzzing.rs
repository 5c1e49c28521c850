//! What the fuzz targets need of this crate. No part of its interface.

use std::collections::HashMap;

use deixis_base::{Encoding, Root};
use deixis_edit::Plan;
use deixis_lsp::wire::WorkspaceEdit;

use crate::edit::{Look, Problem, cautions, kept, mentions, plan};

/// The plan of a server's `WorkspaceEdit`, as JSON, while no document is open; or why there is
/// none.
///
/// # Errors
/// A sentence.
pub fn plan_of(json: &str, root: &Root, encoding: Encoding) -> Result<Plan, String> {
    let edit: WorkspaceEdit = serde_json::from_str(json).map_err(|error| error.to_string())?;
    let mut look = Look::new(root.clone(), HashMap::new(), i128::MAX, HashMap::new());
    let said = |Problem { message, .. }: Problem| message;
    let files =
        plan(edit, root, encoding, |path, version| look.find(path, version)).map_err(said)?;
    let _ = cautions(root, "run", &files);
    let _ = mentions(root, "run", &files, |_| true);
    kept(files).map(|(plan, _)| plan).map_err(said)
}
