//! What a server's edit does besides editing texts, none of which is made: files are created,
//! moved or deleted by who asks, not by a rename.

use deixis_base::{Located, Root};
use deixis_hooks::rename::Operation;
use deixis_lsp::wire::{
    DocumentChange, DocumentIdentifier, Lenient, Many, TextEdit, WorkspaceEdit,
};

use super::plan::Problem;

/// Edits with their document. `documentChanges` counts where it says anything; `changes` is the
/// older form of the same, and never made besides.
pub(super) fn by_document(
    edit: WorkspaceEdit,
) -> Result<Vec<(DocumentIdentifier, Many<TextEdit>)>, Problem> {
    let said = |many: &Many<DocumentChange>| !many.items.is_empty() || many.unreadable > 0;
    let Some(documents) = edit.document_changes.filter(said) else {
        let changes = edit.changes.into_iter().flat_map(|entries| entries.0);
        let of_uri =
            |(uri, edits)| (DocumentIdentifier { uri, version: Lenient::default() }, edits);
        return Ok(changes.map(of_uri).collect());
    };
    if documents.unreadable > 0 {
        let message = format!("{} of its document changes cannot be read", documents.unreadable);
        return Err(Problem { path: None, message });
    }
    documents.items.into_iter().map(of_document).collect()
}

fn of_document(change: DocumentChange) -> Result<(DocumentIdentifier, Many<TextEdit>), Problem> {
    if let Some(kind) = change.kind {
        return Err(refusal(&kind, change.uri, change.old_uri, change.new_uri));
    }
    match change.text_document {
        Some(document) => Ok((document, change.edits)),
        None => Err(Problem {
            path: None,
            message: "one of its document changes names no document".to_owned(),
        }),
    }
}

/// Why an operation on a file is not made, each with its sentence.
fn refusal(kind: &str, uri: Option<String>, old: Option<String>, new: Option<String>) -> Problem {
    let name = |uri: Option<String>| uri.unwrap_or_else(|| "a file that it does not name".into());
    let (path, message) = match kind {
        "create" => {
            let uri = name(uri);
            let message = format!("it creates {uri}, and only edits of existing files are made");
            (uri, message)
        }
        "rename" => {
            let (old, new) = (name(old), name(new));
            let message = format!(
                "it moves {old} to {new}, and files are not moved; rename the file yourself, \
                 then what is in it"
            );
            (old, message)
        }
        "delete" => {
            let uri = name(uri);
            let message = format!("it deletes {uri}, and nothing is deleted by a rename");
            (uri, message)
        }
        other => {
            let message = format!("it wants the operation {other:?}, which is not known");
            (name(uri.or(old)), message)
        }
    };
    Problem { path: Some(path), message }
}

/// The operations of an edit, in the words of the contract; URIs outside the root stay URIs.
pub(crate) fn operations(edit: &WorkspaceEdit, root: &Root) -> Vec<Operation> {
    let named = |uri: &Option<String>| {
        let uri = uri.as_deref()?;
        Some(match root.locate(uri) {
            Located::Inside(path) => path.to_string(),
            Located::Outside => uri.to_owned(),
        })
    };
    let of_change = |change: &DocumentChange| {
        Some(Operation {
            kind: change.kind.clone()?,
            path: named(&change.uri).or_else(|| named(&change.old_uri)).unwrap_or_default(),
            new_path: named(&change.new_uri),
        })
    };
    edit.document_changes.iter().flat_map(|many| &many.items).filter_map(of_change).collect()
}
