//! `WorkspaceEdit`. Tolerant in its shape, strict in what it changes: an edit that
//! cannot be read is counted and never left out silently, since half a rename is
//! worse than none.

use std::fmt;
use std::marker::PhantomData;

use deixis_base::WireRange;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::{Lenient, Many};

/// `WorkspaceEdit`.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WorkspaceEdit {
    /// Edits by URI: the older form.
    #[serde(default)]
    pub changes: Option<Entries<Many<TextEdit>>>,
    /// Edits and operations on files, in order. Where both forms are there, this one counts.
    #[serde(default)]
    pub document_changes: Option<Many<DocumentChange>>,
    /// What edits are annotated with, by identifier.
    #[serde(default)]
    pub change_annotations: Option<Entries<Annotation>>,
}

/// A JSON object in the order in which it was written.
#[derive(Debug, Clone, PartialEq)]
pub struct Entries<T>(pub Vec<(String, T)>);

/// `TextEdit`, `AnnotatedTextEdit`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TextEdit {
    /// What is replaced.
    pub range: WireRange,
    /// What takes its place.
    pub new_text: String,
    /// Identifier of its annotation.
    #[serde(default)]
    pub annotation_id: Lenient<String>,
}

/// One of `documentChanges`: edits of a document, or an operation on a file.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DocumentChange {
    /// `create`, `rename` or `delete`; none for edits of a document.
    #[serde(default)]
    pub kind: Option<String>,
    /// The document that is edited.
    #[serde(default)]
    pub text_document: Option<DocumentIdentifier>,
    /// Its edits.
    #[serde(default)]
    pub edits: Many<TextEdit>,
    /// The file that is created or deleted.
    #[serde(default)]
    pub uri: Option<String>,
    /// The file that is renamed.
    #[serde(default)]
    pub old_uri: Option<String>,
    /// Its new name.
    #[serde(default)]
    pub new_uri: Option<String>,
}

/// `OptionalVersionedTextDocumentIdentifier`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct DocumentIdentifier {
    /// URI as the server wrote it.
    pub uri: String,
    /// Version that the edits are for, if the document is open.
    #[serde(default)]
    pub version: Lenient<i32>,
}

/// `ChangeAnnotation`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Annotation {
    /// A few words.
    #[serde(default)]
    pub label: Lenient<String>,
    /// Whether a user is to be asked.
    #[serde(default)]
    pub needs_confirmation: Lenient<bool>,
    /// More words.
    #[serde(default)]
    pub description: Lenient<String>,
}

impl WorkspaceEdit {
    /// Whether it changes nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let none = |edits: &Many<TextEdit>| edits.items.is_empty() && edits.unreadable == 0;
        let documents = self.document_changes.as_ref().is_none_or(|changes| {
            let no_edits = |change: &DocumentChange| change.kind.is_none() && none(&change.edits);
            changes.unreadable == 0 && changes.items.iter().all(no_edits)
        });
        let by_uri = self.changes.as_ref();
        documents && by_uri.is_none_or(|Entries(list)| list.iter().all(|(_, edits)| none(edits)))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Entries<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Object<T> {
            type Value = Entries<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Entries<T>, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Entries(entries))
            }
        }
        deserializer.deserialize_map(Object(PhantomData))
    }
}
